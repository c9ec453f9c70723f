import { draftIdsOf } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { weighed } from '../../service/checks/finding.ts';
import { preflight } from '../../service/checks/preflight.ts';
import type { RequestWay } from '../../service/request-route.ts';
import type { MediaInput } from '../../service/request-words.ts';
import { wordingNotes } from '../flags/wording-notes.ts';
import { type Attempt, judgeRequest } from './judge-request.ts';
import { assertWhole } from './left-out-mark.ts';
import { buildSubmission } from './request-body.ts';
import type { AskedRequest, Judgement, Lack, RequestFacts } from './request-facts.ts';

/** The media of a request as its body takes them, and the findings about them. */
export interface RequestMedia {
  /** One for each of its words, in their order. */
  media: readonly MediaInput[];
  findings: readonly Finding[];
}

/** The way a request goes, and for which model. */
export interface RequestTarget {
  chosen: RequestWay;
  /** Empty where none is named. */
  model: string;
}

/** A request that was built and checked, and may be sent. */
export interface BuiltRequest extends RequestTarget {
  /** The very body that was checked. */
  body: Record<string, unknown>;
  /** Findings that do not refuse the request. */
  findings: readonly Finding[];
  /** One line for each flag that is sent under another name or with another value than typed. */
  notes: readonly string[];
}

/** Judges only the flags of a request, before the files that it names are looked at or uploaded. */
export function checkWords(asked: AskedRequest, facts: RequestFacts): Judgement<RequestTarget> {
  return judgeRequest(asked, facts, ({ chosen, recipient: { model } }) => {
    return { kind: 'found', findings: [], made: () => ({ chosen, model }) };
  });
}

/**
 * Builds the body of a request and checks it. It looks nothing up: a fact that is lacking is named in the result, and the
 * request is judged again once the fact is known.
 * @see service document §2.4–2.7, §9.5
 */
export function buildAndCheck(
  asked: AskedRequest,
  references: RequestMedia,
  facts: RequestFacts,
): Judgement<BuiltRequest> {
  const media = references.media.map((one, index) => ({ ...one, at: asked.words.media[index]?.at }));
  const judgement = judgeRequest<BuiltRequest>(asked, facts, (attempt) => {
    const { chosen, recipient, words } = attempt;
    const body = buildSubmission({ ...words, media }, recipient.entry, chosen.route);
    const found = asked.preflight ? findingsOf(body, attempt, facts) : [];
    if ('of' in found) return { kind: 'lacking', lack: found };
    const findings = asked.preflight ? [...found, ...references.findings] : [];
    const made = () => {
      return { chosen, model: recipient.model, body, findings, notes: wordingNotes(words, recipient) };
    };
    return { kind: 'found', findings: found, made };
  });
  if (judgement.kind !== 'taken') return judgement;
  const { made, warnings } = judgement;
  const request = { body: made.body, route: made.chosen.route };
  const refusal = weighed(made.findings, asked.strict, request);
  return refusal === undefined ? judgement : { kind: 'refused', refusal, warnings };
}

/**
 * The findings of the checks in a body, by the attempt's list. Throws UsageError where a sidecar left something out.
 */
function findingsOf(
  body: Record<string, unknown>,
  { chosen: { route }, list }: Attempt,
  { drafts, loopback, tools }: RequestFacts,
): Finding[] | Lack {
  assertWhole(body);
  const ids = draftIdsOf(body).filter((id) => !drafts.has(id));
  if (ids.length > 0) return { of: 'drafts', ids };
  const model = list?.models.find(({ id }) => id === body.model);
  if (model?.inputSchema !== undefined && tools === undefined) return { of: 'tools' };
  return preflight(body, {
    route,
    model,
    listed: list?.models.map(({ id }) => id),
    listedNow: list?.isNow,
    tools,
    loopback,
    draft: (id) => drafts.get(id),
  });
}
