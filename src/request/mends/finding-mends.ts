import { valueAt } from '../../schema/json/json-place.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import { gaps } from '../../text/gaps.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { RequestChange } from './place-change.ts';
import {
  anotherLink,
  anotherLinkAt,
  countOf,
  fewerReferences,
  type Mend,
  ofSchema,
  parametersIntoInput,
  partsOut,
  supplied,
  toMeant,
  toOrdinaryRoute,
  toServedRoute,
} from './request-mends.ts';
import { placeOf, type RequestView } from './request-view.ts';

const leaveOut: Mend = ({ where }) => [{ at: placeOf(where) }];

const ofNobodyElse: Mend = () => undefined;

/** How each rule is mended, by its name. */
const findingMends: Readonly<Record<string, Mend>> = {
  // Values of options.
  resolution: toMeant,
  duration: toMeant,
  ratio: toMeant,
  'container-format': toMeant,
  'bitrate-mode': toMeant,
  'reference-task-value': toMeant,
  'option-type': toMeant,
  seed: ofNobodyElse,
  // The envelope.
  'model-shape': () => [{ set: '--model', to: gaps.id }],
  'gap-left': ofNobodyElse,
  'body-shape': ofNobodyElse,
  'input-shape': ofNobodyElse,
  'output-shape': leaveOut,
  'output-count': ofNobodyElse,
  'output-format': toMeant,
  'callback-url': ofNobodyElse,
  'prompt-enhance-value': toMeant,
  'prompt-enhance-length': leaveOut,
  'prompt-enhance-third-party': ofNobodyElse,
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
  // A model that is nearly called so may be dearer.
  'model-not-listed': ofNobodyElse,
  'key-not-sent': ofNobodyElse,
  // The prompt and its parts.
  'prompt-missing': () => [{ prompt: gaps.prompt }],
  'prompt-type': ofNobodyElse,
  'prompt-shape': ofNobodyElse,
  'prompt-blank': () => [{ prompt: gaps.prompt }],
  'prompt-twice': leaveOut,
  'text-length': ofNobodyElse,
  'content-part': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toMeant(finding, view),
  'media-role': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toMeant(finding, view),
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
  'draft-unsupported': ofNobodyElse,
  'draft-reference': ofNobodyElse,
  'draft-and-final': leaveOut,
  'draft-resent': leaveOut,
  'draft-resolution': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toMeant(finding, view),
  'draft-validity': ofNobodyElse,
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
