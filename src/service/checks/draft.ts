import { objectOf, ownValue } from '../../text/json-object.ts';
import { shownValue } from '../../text/shown-value.ts';
import { inheritedOptions, inheritedWords } from '../body/inherited-request.ts';
import type { DraftFact, PartView, SubmitSubject } from '../body/submit-subject.ts';
import { draftModelId } from '../families/index.ts';
import { limits } from '../limits.ts';
import { requestRoutes } from '../request-route.ts';
import { jobIdPrefix } from '../wire-values.ts';
import {
  type EnforcedBy,
  type Finding,
  field,
  findingsOf,
  switchedOn,
  told,
  wholeRequest,
} from './finding.ts';
import type { FindingWords, Mention } from './preflight-error.ts';

const { advice, generator, service } = findingsOf('§3');

/** The one resolution of each step, which the service sets by itself. @see service document §3 */
export const stepResolutions = { draft: '480p', final: '1080p' } as const;

/** The model's other tiers: the generator, not the service, refuses these for a final. */
const tiersBelow = ['480p', '720p'] as const;

/** Why a draft can't be made into a final, and who refuses it. Past the generator's seven days the final itself fails. */
const unusable = {
  'unknown-job': { enforcedBy: 'service', because: 'there is no such job' },
  'not-a-draft': { enforcedBy: 'service', because: 'that job is not a draft' },
  'not-succeeded': { enforcedBy: 'service', because: 'that draft has not succeeded' },
  'past-record': {
    enforcedBy: 'service',
    because: "that draft's billing record is gone, and v1 makes a final only while it is there",
  },
  'past-validity': {
    enforcedBy: 'generator',
    because: `that draft is older than ${limits.draftValiditySeconds / 86_400} days`,
  },
} as const satisfies Record<Exclude<DraftFact, 'usable'>, { enforcedBy: EnforcedBy; because: string }>;

/** Drafts and finals, on the model that has them and on those that refuse them. @see service document §3 */
export function draftFindings(subject: SubmitSubject): Finding[] {
  if (subject.step === undefined) return subject.family?.options?.draft === true ? [] : unsupported(subject);
  return [
    ...(subject.step === 'final' ? finalFindings(subject) : []),
    ...resolutionFindings(subject, subject.step),
  ];
}

function unsupported({ family, input, parts, path }: SubmitSubject): Finding[] {
  const name = family?.name;
  const unknown = (where: string, what: FindingWords, part: Mention | string) =>
    generator(
      'draft-unsupported',
      where,
      what,
      told`remove ${part}, or set ${field('model')} to ${draftModelId}`,
    );
  const partFindings = parts
    .filter(({ type }) => type === 'draft_task' && family?.promptShape === 'content')
    .map(({ index }) => {
      const what = told`a draft_task part is given; there are no finals for ${name}`;
      return unknown(path('content', index), what, 'the part');
    });
  if (family?.options === undefined || ownValue(input, 'draft') !== true) return partFindings;
  const draft = field(path('draft'), 'draft');
  const what = told`${switchedOn(draft.of, 'draft')}there are no drafts for ${name}`;
  return [...partFindings, unknown(draft.of, what, draft)];
}

function finalFindings(subject: SubmitSubject): Finding[] {
  const { input, parts, path } = subject;
  const drafts = parts.filter(({ type }) => type === 'draft_task');
  const findings = drafts.flatMap((view) => referenceFindings(view, subject));
  const second = drafts[1];
  if (second !== undefined) {
    const message = told`${wholeRequest(path('content'))} has ${drafts.length} draft_task parts; a final has 1`;
    const fix = `remove ${drafts.length - 1} of them`;
    findings.push(service('draft-reference', path('content', second.index), message, fix));
  }
  findings.push(...resentFindings(subject));
  if (ownValue(input, 'draft') === true) {
    const draft = field(path('draft'), 'draft');
    const message = told`${draft} is true beside a draft_task part`;
    findings.push(service('draft-and-final', draft.of, message, told`remove ${draft}`));
  }
  return findings;
}

function referenceFindings({ index, part }: PartView, { facts, path, route }: SubmitSubject): Finding[] {
  const id = ownValue(objectOf(ownValue(part, 'draft_task')), 'id');
  const where = path('content', index, 'draft_task', 'id');
  const draft = field(where);
  const fix = told`set ${draft} to the id of a succeeded draft of yours`;
  if (typeof id !== 'string' || id === '')
    return [
      service(
        'draft-reference',
        where,
        told`${draft} is ${shownValue(id)}; it must be the id of a draft`,
        fix,
      ),
    ];
  const fact = facts.draft?.(id);
  if (fact === undefined) {
    // On v1 the id may be the vendor's own, which can have any form.
    if (requestRoutes[route].isPassThrough || id.startsWith(jobIdPrefix)) return [];
    const message = told`${draft} is ${shownValue(id)}; an id of the service begins with ${jobIdPrefix}`;
    return [service('draft-reference', where, message, fix)];
  }
  if (fact === 'usable') return [];
  const { enforcedBy, because } = unusable[fact];
  const message = told`${draft} is ${shownValue(id)}; ${because}`;
  const isPast = fact === 'past-validity' || fact === 'past-record';
  const rule = isPast ? 'draft-validity' : 'draft-reference';
  const mend = isPast ? 'make a new draft; to repeat this one: genctl rerun ID' : fix;
  return [{ ...service(rule, where, message, mend), enforcedBy }];
}

/** The document does not say that the service refuses fields sent again, only that it uses the draft's own. §3 */
function resentFindings({ input, parts, path }: SubmitSubject): Finding[] {
  const others = parts.filter(({ type }) => type !== 'draft_task');
  const more = told`${wholeRequest(path('content'))} has ${others.length} more ${others.length === 1 ? 'part' : 'parts'} than draft_task`;
  const options = inheritedOptions.filter((name) => Object.hasOwn(input, name));
  return [
    ...others.slice(0, 1).map(({ index }) => resent(path('content', index), more)),
    ...options.map((name) => resent(path(name), told`${field(path(name), name)} is given`)),
  ];
}

function resent(where: string, what: FindingWords): Finding {
  return advice(
    'draft-resent',
    where,
    told`${what}; a final takes its draft's ${inheritedWords}`,
    told`leave ${field(where)} out`,
  );
}

/** v2 sets the resolution of each step itself. On v1 the generator requires a final to name it. §3 */
function resolutionFindings(subject: SubmitSubject, step: 'draft' | 'final'): Finding[] {
  const { input, path, route } = subject;
  const resolution = ownValue(input, 'resolution');
  const own = stepResolutions[step];
  const where = path('resolution');
  if (resolution === own) return [];
  const { api, setsResolution } = requestRoutes[route];
  if (!setsResolution && step === 'final') {
    const message = told`${field(where, 'resolution')} is ${shownValue(resolution)}; on ${api} a final says ${own}`;
    const isTier = resolution === undefined || tiersBelow.some((tier) => tier === resolution);
    const wrong = service('draft-resolution', where, message, told`set ${field(where)} to "${own}"`);
    return [{ ...wrong, allowed: [own], ...(isTier ? { enforcedBy: 'generator' } : {}) }];
  }
  if (!Object.hasOwn(input, 'resolution')) return [];
  const sets = setsResolution ? ' and the service sets it' : '';
  const message = told`${field(where, 'resolution')} is ${shownValue(resolution)}; a ${step} is ${own}${sets}`;
  return [service('draft-resolution', where, message, told`leave ${field(where)} out`)];
}
