import { OutcomeUnknownError } from '../../errors/endings.ts';
import { genctl, type Hint, say } from '../../errors/hint.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { startsJobs } from '../../service/retries/retry.ts';
import { provesNoJob, type WireError } from '../../service/retries/settling-refusal.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { ApiCall, CallTally } from '../transport/api-call.ts';
import {
  bothReadings,
  type CallContext,
  effort,
  forgetLine,
  minutes,
  nounOf,
  sentence,
  shared,
  thenRecover,
  what,
} from './call-words.ts';
import type { Trouble } from './trouble.ts';

/** A refusal in words: what happened to what, and what mends it. */
export interface RefusalWords {
  code: string;
  message: string;
  hint: Hint;
}

/** A hint that shows the refused request. Only a line that submits has `--dry-run`; every line has `--verbose`. */
function seeRequest({ route, retryRoute }: Pick<ApiCall, 'route' | 'retryRoute'>): string {
  if (!startsJobs(retryRoute)) return 'to see the request, add --verbose';
  const seen = 'to see the request, add --dry-run';
  return route === 'submitRefs' ? `Nothing was submitted or charged; ${seen}` : seen;
}

/** The words for a request that was refused for its content. `noun` names the request as the subject of a sentence. */
export function refusalWords(
  { code, message }: WireError,
  { route, retryRoute, headers }: Pick<ApiCall, 'route' | 'retryRoute' | 'headers'>,
  status: number,
  noun: string,
): RefusalWords {
  if (isSensitive(code, message)) return sensitiveContent(message, noun);
  if (status === 409 && headers?.['idempotency-key'] !== undefined)
    return {
      code: 'idempotency_key_reused',
      message: 'The idempotency key was used before, with another body',
      hint: genctl`jobs`,
    };
  if (route === 'generateImage' && /\basync/i.test(message ?? ''))
    return {
      code: 'render_too_long',
      message: 'This model takes longer than one answer may take',
      hint: 'leave --sync out, to submit it as a job: --api v1 --route images',
    };
  return {
    code: 'refused',
    message: `The service refused ${noun}`,
    hint: seeRequest({ route, retryRoute }),
  };
}

/**
 * Tells whether the service found sensitive content. Its message counts only in the service's own phrase, since another sentence may use
 * the word for other reasons.
 */
function isSensitive(code: string | undefined, message: string | undefined): boolean {
  return (
    /sensitive/i.test(code ?? '') || /sensitive (content|information)\b.*\bdetected/i.test(message ?? '')
  );
}

/** Never suggest another route here: the person shown did not consent. §4.7 */
function sensitiveContent(message: string | undefined, noun: string): RefusalWords {
  const index = contentIndex(message ?? '');
  const which = index === undefined ? 'the part that the service names' : `content[${index}]`;
  return {
    code: 'sensitive_content',
    message: `The service refused ${noun}: sensitive content in ${which}`,
    hint: `Change or leave out ${which}; the parts of content are counted from 0`,
  };
}

/** `content[2]`, `content index 2`, `content.2` or `index: 2`. */
function contentIndex(message: string): string | undefined {
  return /\bcontent\s*(?:\[|\.|\bindex\b\s*[:=]?\s*)\s*(\d{1,4})\b|\bindex\b\s*[:=]?\s*(\d{1,4})\b/i
    .exec(message)
    ?.slice(1)
    .find((digits) => digits !== undefined);
}

/** Tells whether an answer proves that no earlier attempt of this call started a job. */
export function settles(trouble: Trouble, { ask }: CallContext): boolean {
  if (trouble.kind !== 'status' || ask.body === undefined) return false;
  return provesNoJob(trouble, readJson(new TextDecoder().decode(ask.body)));
}

/** An earlier send of the same submit can't hold its key for longer than this. Unit: ms. */
const keyTakenAfterMs = 10 * 60_000;

/**
 * The error where an earlier send may have started a job and this answer does not tell. `hint`: what to do to get an answer
 * that tells.
 */
export function openError(
  trouble: Trouble,
  context: CallContext,
  { openSinceMs, hint }: { openSinceMs: number; hint: Hint | undefined },
): OutcomeUnknownError {
  const { ask, nowMs } = context;
  const isTaken = trouble.outcome === 'in-progress' && ask.keyInUse !== 'by this submit';
  const key = ask.headers?.['idempotency-key'];
  if (!isTaken || key === undefined || nowMs - openSinceMs < keyTakenAfterMs)
    return outcomeUnknown(what(trouble, context), context, { trouble, hint });
  return new OutcomeUnknownError({
    ...shared(context, trouble),
    code: 'key_of_another_body',
    message: 'The idempotency key of this submit was used for a request with another body',
    why: sentence(
      `First sent ${isoTime(openSinceMs)}, ${minutes(nowMs - openSinceMs)} ago, and still ${what(trouble, context)}`,
    ),
    hint: say`check with the service whether it has a job; then close it: ${forgetLine(key)}`,
    retryable: false,
  });
}

/**
 * The error of a submit whose outcome is unknown. `lastly` completes a sentence with how it ended; `hint` says what to do
 * before it is sent again.
 */
export function outcomeUnknown(
  lastly: string,
  context: CallContext,
  { trouble, hint }: { trouble?: Trouble; hint?: Hint | undefined } = {},
): OutcomeUnknownError {
  const { ask, tally } = context;
  const hasKey = ask.headers?.['idempotency-key'] !== undefined;
  const since = isoTime(tally.openSinceMs ?? 0);
  // An earlier run sent it first, and its attempts are not counted here.
  const isFirst = ask.openSinceMs === undefined;
  return new OutcomeUnknownError({
    ...shared(context, trouble),
    code: 'outcome_unknown',
    message: `The service may or may not have started a job for ${nounOf(ask)}`,
    why: `${sentence(`First sent ${since}, ${effort(context)}${isFirst ? '' : ' now'}; the last time ${lastly}`)}${trouble === undefined ? '' : bothReadings(trouble, context)}${keptSentence(tally)}`,
    hint: hasKey
      ? thenRecover(hint)
      : 'Check with the service whether the job exists before you send it again: v1 has no idempotency key',
  });
}

/** Names the file of an answer that may have been paid for and could not be read. */
function keptSentence({ keptAt }: CallTally): string {
  return keptAt === undefined ? '' : ` genctl kept its answer in ${keptAt}.`;
}
