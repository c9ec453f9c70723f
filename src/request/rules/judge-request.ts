import type { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import type { JudgeTools } from '../../schema/document.ts';
import type { Recipient } from '../../service/body/recipient.ts';
import type { DraftFact } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { listMayLift } from '../../service/checks/preflight.ts';
import type { ModelEntry } from '../../service/model.ts';
import type { RequestWay } from '../../service/request-route.ts';
import type { RequestWords } from '../../service/request-words.ts';
import { ownText } from '../../text/json-object.ts';
import { flagsRefused, idleOnFinal, refusedFlags, unwordableFlags } from '../flags/refused-flags.ts';
import { chooseRoute, type RouteChoice } from './choose-route.ts';
import {
  isShapedByList,
  type KnownList,
  type ListLook,
  type ListQuestion,
  listNeeds,
  listStep,
  listWouldTell,
  type ModelList,
  mayHaveEntry,
  undescribedWarnings,
} from './list-look.ts';
import { type UsualValues, usualBut, usualFor, withUsual } from './usual-values.ts';

/** A request in words, and what the checks are to do with what they find. */
export interface AskedRequest {
  words: RequestWords;
  choice: RouteChoice;
  /** Options that the command sets itself, so that no default of a project or profile changes them. */
  own?: readonly string[] | undefined;
  /** True if warnings refuse the request, too. */
  strict: boolean;
  preflight: boolean;
  isDryRun: boolean;
}

/** Facts known when requests are built and checked. Only the drafts belong to one request. */
export interface RequestFacts {
  usual: UsualValues;
  /** True if the service is on this machine, which allows an http callback to loopback. */
  loopback: boolean;
  /** True if the service is the embedded one, whose list costs nothing. */
  embedded: boolean;
  list: KnownList;
  /** The drafts that were looked up, by their ids; undefined for one of which nothing is known. */
  drafts: ReadonlyMap<string, DraftFact | undefined>;
  /** The tools that judge the patterns and formats of a schema. */
  tools: JudgeTools | undefined;
}

/** A fact that has to be known before a request can be judged. */
export type Lack =
  | { of: 'list'; look: ListLook }
  | { of: 'drafts'; ids: readonly string[] }
  | { of: 'tools' };

/** The result of judging a request. Warnings are shown whether it is accepted or refused. */
export type Judgement<Made> =
  | { kind: 'lacking'; lack: Lack }
  | { kind: 'refused'; refusal: CliError; warnings: readonly string[] }
  | { kind: 'taken'; made: Made; warnings: readonly string[] };

/** One way to make a request: for a recipient, and judged by a list of models or without one. */
export interface Attempt {
  chosen: RequestWay;
  recipient: Recipient;
  /** The words of the request, with the defaults. */
  words: RequestWords;
  list: ModelList | undefined;
}

/** The findings of an attempt, and the request that it makes if it is the one that is taken. */
interface Found<Made> {
  kind: 'found';
  findings: readonly Finding[];
  made: () => Made;
}

type Lacking = Extract<Judgement<never>, { kind: 'lacking' }>;
type Tried<Made> = Found<Made> | Lacking | { kind: 'refused'; refusal: UsageError };

/** Makes a request for a recipient and checks it. May throw UsageError for words that don't fit. */
type TryRequest<Made> = (attempt: Attempt) => Found<Made> | Lacking;

/**
 * Judges a request by the document first, and by the list of models where its words need that. Whether the list is looked at is
 * decided once, by the words and by that verdict. Nothing is fetched here: the result says what is lacking.
 */
export function judgeRequest<Made>(
  asked: AskedRequest,
  facts: RequestFacts,
  tryRequest: TryRequest<Made>,
): Judgement<Made> {
  const request = questionOf(asked, facts);
  if (request instanceof UsageError) return { kind: 'refused', refusal: request, warnings: [] };
  const { known, question } = request;
  const tried = tryInTurn(request, (attempt) => tryOnce(asked, attempt, tryRequest));
  const isInDoubt =
    tried.kind !== 'lacking' && (tried.isLifted || isUnsettled(tried, known.atHand, asked.strict));
  const step = listStep(question, known, isInDoubt);
  if ('look' in step) return { kind: 'lacking', lack: { of: 'list', look: step.look } };
  if ('refusal' in step) return { kind: 'refused', refusal: step.refusal, warnings: [] };
  if (tried.kind === 'lacking') return tried;
  const warnings = [...step.warnings, ...undescribedWarnings(entryOf(request), question.needs)];
  return tried.kind === 'refused'
    ? { kind: 'refused', refusal: tried.refusal, warnings }
    : { kind: 'taken', made: tried.made(), warnings };
}

/** A request as it is judged: whom it is for, and what it asks of the list. */
interface RequestInQuestion {
  asked: AskedRequest;
  usual: UsualValues;
  chosen: RequestWay;
  question: ListQuestion;
  known: KnownList;
}

/** A UsageError where no route takes what is asked for. */
function questionOf(asked: AskedRequest, facts: RequestFacts): RequestInQuestion | UsageError {
  const usual = usualBut(facts.usual, asked.own ?? []);
  const words = withUsual(asked.words, usual);
  const modelId = words.model ?? ownText(words.body, 'model');
  const chosen = orRefusal(() => chooseRoute(asked.choice, modelId));
  if (chosen instanceof UsageError) return chosen;
  const { isDryRun, preflight } = asked;
  const whom = { model: modelId ?? '', route: chosen.route };
  const needs = listNeeds(words, whom).filter((need) => preflight || need.of !== 'check');
  const wouldTell = facts.embedded && preflight && listWouldTell(words, whom);
  const strict = asked.strict && preflight && mayHaveEntry(whom);
  const { atHand } = facts.list;
  // Without a model a kept list tells nothing.
  const isOfUse = modelId !== undefined || atHand?.isNow === true;
  return {
    asked,
    usual,
    chosen,
    question: { model: whom.model, needs, wouldTell, preflight, isDryRun, strict },
    known: { ...facts.list, atHand: isOfUse ? atHand : undefined },
  };
}

/** The result of a step, or the refusal that it throws. */
function orRefusal<Made>(step: () => Made): Made | UsageError {
  try {
    return step();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

/** Tries the request by the document alone, unless its words need the list; then by the list that is at hand. */
function tryInTurn<Made>(
  request: RequestInQuestion,
  attempted: (attempt: Attempt) => Tried<Made>,
): Lacking | (Exclude<Tried<Made>, Lacking> & { isLifted: boolean }) {
  const { asked, chosen, known, question, usual } = request;
  const list = known.atHand;
  const tryFor = (entry: ModelEntry | undefined, by: ModelList | undefined): Tried<Made> => {
    const recipient = { model: question.model, route: chosen.route, entry };
    const words = withUsual(asked.words, usualFor(usual, recipient));
    return attempted({ chosen, recipient, words, list: by });
  };
  const byDocument = isShapedByList(question.needs) ? undefined : tryFor(undefined, undefined);
  if (byDocument?.kind === 'lacking') return byDocument;
  // Warnings do not count here even with `--strict`, so that the flag never changes the body of a request.
  const isShaped = byDocument === undefined || mayBeLifted(byDocument, false);
  const isDone = byDocument !== undefined && list === undefined;
  const tried = isDone ? byDocument : tryFor(isShaped ? entryOf(request) : undefined, list);
  if (tried.kind === 'lacking') return tried;
  const isLifted = byDocument !== undefined && isShaped && list?.isStale !== false;
  return { ...tried, isLifted };
}

function tryOnce<Made>(
  { choice, preflight, words }: AskedRequest,
  attempt: Attempt,
  tryRequest: TryRequest<Made>,
): Tried<Made> {
  const { recipient } = attempt;
  const idle = preflight ? idleOnFinal(words) : undefined;
  if (idle !== undefined) return { kind: 'refused', refusal: idle };
  // With `--no-preflight`, a flag is sent where a field is known for it. A field is never guessed.
  const refused = preflight ? refusedFlags(words, recipient) : unwordableFlags(words, recipient);
  const hasOneWay = choice.only !== undefined;
  const tried =
    refused.length > 0
      ? flagsRefused(refused, recipient, { hasOneWay })
      : orRefusal(() => tryRequest(attempt));
  return tried instanceof UsageError ? { kind: 'refused', refusal: tried } : tried;
}

function entryOf({ known, question }: RequestInQuestion): ModelEntry | undefined {
  return known.atHand?.models.find(({ id }) => id === question.model);
}

/**
 * The codes of refusals that depend on the fields of a model, which a newer list may change. Others depend on the route or on
 * the words, and stand.
 */
const codesOfFields: ReadonlySet<string> = new Set(['flag_not_taken', 'invalid_flag']);

function mayBeLifted<Made>(tried: Exclude<Tried<Made>, Lacking>, strict: boolean): boolean {
  if (tried.kind === 'refused') return codesOfFields.has(tried.refusal.code);
  return tried.findings.some((one) => (strict || one.severity === 'error') && listMayLift(one));
}

/**
 * Tells whether a newer list may settle a warning. The warning says that the model does not exist, or it comes from a list that is
 * no longer fresh.
 */
function isUnsettled<Made>(
  tried: Exclude<Tried<Made>, Lacking>,
  list: ModelList | undefined,
  strict: boolean,
): boolean {
  if (mayBeLifted(tried, strict)) return true;
  if (tried.kind === 'refused') return false;
  return tried.findings.some(
    ({ rule }) => rule === 'model-not-listed' || (list?.isStale === true && rule.startsWith('schema-')),
  );
}
