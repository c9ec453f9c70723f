import { draftModelId } from '../../contract/families/index.ts';
import type { ShownFinding } from '../../errors/preflight-error.ts';
import { gaps } from '../../rules/gaps.ts';
import { objectOf, ownText, ownValue } from '../../rules/json/json-object.ts';
import { valueAt } from '../../rules/json/json-place.ts';
import type { RequestChange } from './place-change.ts';
import {
  anotherLink,
  anotherLinkAt,
  countOf,
  fewerOutputs,
  fewerReferences,
  flatIntoInput,
  intoShape,
  type Mend,
  ofSchema,
  parametersIntoInput,
  partsOut,
  supplied,
  toNearest,
  toOrdinaryRoute,
  toServedRoute,
} from './request-mends.ts';
import { placeOf, type RequestView } from './request-view.ts';

const leaveOut: Mend = ({ where }) => [{ at: placeOf(where) }];

const ofNobodyElse: Mend = () => undefined;

/** How each rule is mended, by its name. */
const findingMends: Readonly<Record<string, Mend>> = {
  // Values of options.
  resolution: toNearest,
  duration: toNearest,
  ratio: toNearest,
  'container-format': toNearest,
  'bitrate-mode': toNearest,
  'reference-task-value': toNearest,
  'option-type': toNearest,
  seed: ({ where }, { body }) => {
    const at = placeOf(where);
    const number = Math.round(Number(valueAt(body, at)));
    return [Number.isSafeInteger(number) ? { at, to: number } : { at }];
  },
  // The envelope.
  'model-shape': () => [{ set: '--model', to: gaps.id }],
  'gap-left': ofNobodyElse,
  'body-shape': ofNobodyElse,
  'input-shape': flatIntoInput,
  'output-shape': leaveOut,
  'output-count': fewerOutputs,
  'output-format': toNearest,
  'callback-url': ({ where }, { body }) => {
    const url = String(valueAt(body, [where]));
    return [{ at: [where], to: /^http:\/\//i.test(url) ? url.replace(/^http/i, 'https') : gaps.link }];
  },
  'prompt-enhance-value': toNearest,
  'prompt-enhance-length': leaveOut,
  'prompt-enhance-third-party': ({ where }) => [{ at: [where], to: 'basic' }],
  'prompt-enhance-off': leaveOut,
  'prompt-enhance-unsupported': leaveOut,
  'prompt-enhance-clips': ofNobodyElse,
  'unknown-field': leaveOut,
  'field-of-v2': leaveOut,
  'vendor-n': ({ where }, { body }) => {
    const count = valueAt(body, placeOf(where));
    return [{ at: placeOf(where) }, ...countOf(count)];
  },
  'enable-sequential': leaveOut,
  'vendor-parameters': parametersIntoInput,
  // The model and its route.
  'model-not-found': ({ section }) => [
    { set: '--api', to: 'v1' },
    { set: '--route', to: section === '§3' ? 'spicy' : 'images' },
  ],
  'model-not-on-route': toServedRoute,
  'model-not-listed': ({ instead }) => (instead === undefined ? undefined : [{ at: ['model'], to: instead }]),
  // The prompt and its parts.
  'prompt-missing': () => [{ prompt: gaps.prompt }],
  'prompt-type': intoShape,
  'prompt-shape': intoShape,
  'prompt-blank': () => [{ prompt: gaps.prompt }],
  'prompt-twice': leaveOut,
  'text-length': ofNobodyElse,
  'content-part': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toNearest(finding, view),
  'media-role': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toNearest(finding, view),
  'reference-number': ofNobodyElse,
  // References.
  'reference-link': anotherLink,
  'reference-base64': ({ where }) =>
    where.includes('image_url') ? [{ set: '--route', to: 'spicy' }] : anotherLinkAt(where),
  'prepared-link': ({ where, message }) =>
    message.includes(' is base64,') ? toOrdinaryRoute() : anotherLinkAt(where),
  'reference-ceiling': fewerReferences,
  'pictures-without-role': ofNobodyElse,
  'audio-alone': () => [{ set: '--ref-image', to: gaps.link }],
  'frames-with-references': (_, view) => partsOut(view, ({ role }) => /_frame$/.test(role ?? '')),
  'frame-twice': ({ where }, view) => {
    const role = ownText(objectOf(valueAt(view.body, placeOf(where).slice(0, -1))), 'role');
    const [, ...others] = view.parts.filter((part) => part.role === role);
    return partsOut(view, (part) => others.includes(part));
  },
  'nothing-to-prepare': toOrdinaryRoute,
  'clip-container': ofNobodyElse,
  'clip-bytes': ofNobodyElse,
  'clip-cut': ofNobodyElse,
  'clip-unreadable': ofNobodyElse,
  'clip-sides': ofNobodyElse,
  'clip-pixels': ofNobodyElse,
  'clip-aspect': ofNobodyElse,
  'clip-frame-rate': ofNobodyElse,
  'clip-seconds': ofNobodyElse,
  'clips-total': ofNobodyElse,
  'picture-cut': ofNobodyElse,
  'picture-unreadable': ofNobodyElse,
  'link-unreachable': ofNobodyElse,
  'link-type': ofNobodyElse,
  'link-bytes': ofNobodyElse,
  'upload-pending': ofNobodyElse,
  'local-file': ofNobodyElse,
  // Drafts and finals.
  'draft-unsupported': ({ where }, view) =>
    valueAt(view.body, placeOf(where)) === true
      ? [{ set: '--model', to: draftModelId }]
      : [{ at: placeOf(where) }],
  'draft-reference': ofNobodyElse,
  'draft-and-final': leaveOut,
  'draft-resent': leaveOut,
  'draft-resolution': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toNearest(finding, view),
  'draft-validity': ({ where }, { body }) => [{ line: ['rerun', String(valueAt(body, placeOf(where)))] }],
  // Options without effect.
  'last-frame-not-returned': leaveOut,
  'reference-task': leaveOut,
  'reference-task-ignored': leaveOut,
  // The live schema.
  'schema-required': supplied,
  'schema-type': ofSchema,
  'schema-value': ofSchema,
  'schema-unknown-field': ({ instead, where }) =>
    instead === undefined ? [{ at: placeOf(where) }] : [{ at: placeOf(where), name: instead }],
};

export function mendsOf(finding: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  return ownMend(finding.rule)?.(finding, view);
}

function ownMend(rule: string): Mend | undefined {
  return ownValue(findingMends as Record<string, unknown>, rule) as Mend | undefined;
}
