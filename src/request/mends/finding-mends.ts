import { valueAt } from '../../schema/json/json-place.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import { isBase64 } from '../../service/checks/reference-link.ts';
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

const noMend: Mend = () => undefined;

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
  seed: noMend,
  // The envelope.
  'model-shape': () => [{ set: '--model', to: gaps.id }],
  'gap-left': noMend,
  'body-shape': noMend,
  'input-shape': noMend,
  'output-shape': leaveOut,
  'output-count': noMend,
  'output-format': toMeant,
  'callback-url': noMend,
  'prompt-enhance-value': toMeant,
  'prompt-enhance-length': leaveOut,
  'prompt-enhance-third-party': noMend,
  'prompt-enhance-off': leaveOut,
  'prompt-enhance-unsupported': leaveOut,
  'prompt-enhance-clips': noMend,
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
  'model-not-listed': noMend,
  'key-not-sent': noMend,
  // The prompt and its parts.
  'prompt-missing': () => [{ prompt: gaps.prompt }],
  'prompt-type': noMend,
  'prompt-shape': noMend,
  'prompt-blank': () => [{ prompt: gaps.prompt }],
  'prompt-twice': leaveOut,
  'text-length': noMend,
  'content-part': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toMeant(finding, view),
  'media-role': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toMeant(finding, view),
  'reference-number': noMend,
  // References.
  'reference-link': anotherLink,
  'reference-base64': ({ where }) =>
    where.includes('image_url') ? [{ set: '--route', to: 'spicy' }] : anotherLinkAt(where),
  'prepared-link': ({ where }, { body }) => {
    const link = valueAt(body, placeOf(where));
    return typeof link === 'string' && isBase64(link) ? toOrdinaryRoute() : anotherLinkAt(where);
  },
  'reference-ceiling': fewerReferences,
  'pictures-without-role': noMend,
  'audio-alone': () => [{ set: '--ref-image', to: gaps.link }],
  'frames-with-references': (_, view) => partsOut(view, ({ role }) => /_frame$/.test(role ?? '')),
  'frame-twice': ({ where }, view) => {
    const role = ownText(objectOf(valueAt(view.body, placeOf(where).slice(0, -1))), 'role');
    const [, ...others] = view.parts.filter((part) => part.role === role);
    return partsOut(view, (part) => others.includes(part));
  },
  'nothing-to-prepare': toOrdinaryRoute,
  'clip-container': noMend,
  'clip-bytes': noMend,
  'clip-cut': noMend,
  'clip-unreadable': noMend,
  'clip-sides': noMend,
  'clip-pixels': noMend,
  'clip-aspect': noMend,
  'clip-frame-rate': noMend,
  'clip-seconds': noMend,
  'clips-total': noMend,
  'picture-cut': noMend,
  'picture-unreadable': noMend,
  'link-unreachable': noMend,
  'link-type': noMend,
  'link-bytes': noMend,
  'upload-pending': noMend,
  'local-file': noMend,
  // Drafts and finals.
  'draft-unsupported': noMend,
  'draft-reference': noMend,
  'draft-and-final': leaveOut,
  'draft-resent': leaveOut,
  'draft-resolution': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toMeant(finding, view),
  'draft-validity': noMend,
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
