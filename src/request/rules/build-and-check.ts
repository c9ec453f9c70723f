import { promptFieldOf } from '../../service/body/prompt-field.ts';
import { type Recipient, takesContent } from '../../service/body/recipient.ts';
import { draftIdsOf } from '../../service/body/submit-subject.ts';
import { type Finding, weighed } from '../../service/checks/finding.ts';
import { preflight } from '../../service/checks/preflight.ts';
import type { InputDescription } from '../../service/model.ts';
import type { RequestWay } from '../../service/request-route.ts';
import {
  flagOfOption,
  flagOfRole,
  type MediaInput,
  type RequestWords,
  unplacedRoles,
} from '../../service/request-words.ts';
import { mediaFieldNames } from '../../service/wire/media-fields.ts';
import type { MediaRole } from '../../service/wire-values.ts';
import { plainName } from '../../text/nearest-name.ts';
import { shownValue } from '../../text/shown-value.ts';
import { placedOption } from '../fields/flag-to-field.ts';
import { mediaFieldOf } from '../fields/media-field.ts';
import {
  type AskedRequest,
  type Attempt,
  type Judgement,
  judgeRequest,
  type Lack,
  type RequestFacts,
} from './judge-request.ts';
import { assertWhole } from './left-out.ts';
import { buildSubmission } from './request-body.ts';

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
  /** The live one of its model, where a list has it. */
  inputSchema: InputDescription | undefined;
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
      const { entry, model } = recipient;
      const inputSchema = entry?.inputSchema;
      return { chosen, model, body, findings, inputSchema, notes: wordingNotes(words, recipient) };
    };
    return { kind: 'found', findings: found, made };
  });
  if (judgement.kind !== 'taken') return judgement;
  const { made, warnings } = judgement;
  const request = { body: made.body, route: made.chosen.route, inputSchema: made.inputSchema };
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

/** Notes on words that go under another name, or with another value, than they were typed with: a line each. */
function wordingNotes(
  words: Pick<RequestWords, 'prompt' | 'media' | 'options'>,
  recipient: Recipient,
): string[] {
  const options = Object.entries(words.options).flatMap(([name, value]) =>
    optionNote(name, value, recipient),
  );
  if (takesContent(recipient)) return options;
  const promptField = promptFieldOf(recipient.entry);
  const isRenamed = words.prompt !== undefined && promptField !== 'prompt';
  return [
    ...(isRenamed ? [`the prompt goes to ${promptField}, ${asCalled}`] : []),
    ...unplacedRoles(words).flatMap((role) => mediaNote(role, recipient)),
    ...options,
  ];
}

const asCalled = "as the model's schema calls it";

function optionNote(option: string, typed: unknown, recipient: Recipient): string[] {
  if (typed === undefined) return [];
  const { by, name, value } = placedOption(option, typed, recipient);
  const flag = flagOfOption(option, typed);
  const words = typeof typed === 'boolean' ? flag : `${flag} ${String(typed)}`;
  const as = `as ${shownValue(value)}`;
  if (name !== option)
    return [
      value === typed
        ? `${flag} goes to ${name}, ${asCalled}`
        : `${words} goes to ${name} ${as}, as the model's schema has it`,
    ];
  if (value === typed) return [];
  return [`${words} goes ${as}, as ${by === 'schema' ? "the model's schema" : 'the documentation'} has it`];
}

function mediaNote(role: MediaRole, recipient: Recipient): string[] {
  const field = mediaFieldOf(role, recipient)?.name;
  if (field === undefined) return [];
  const [likeliest = role] = mediaFieldNames[role];
  const own = [role, `${role}s`, likeliest].map(plainName);
  return own.includes(plainName(field)) ? [] : [`${flagOfRole[role]} goes to ${field}, ${asCalled}`];
}
