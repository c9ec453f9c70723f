import type { CliError, CliErrorParts } from '../../errors/cli-error.ts';
import {
  AuthError,
  BalanceError,
  MachineError,
  NotFoundError,
  type OutcomeUnknownError,
  RateLimitError,
  RefusedError,
  UnreachableError,
} from '../../errors/endings.ts';
import { genctl, type Hint, say } from '../../errors/hint.ts';
import { isLimit } from '../../errors/system-trouble.ts';
import { isUnverified, keyInUseMsMost, startsJobs } from '../../service/retries/retry.ts';
import {
  bothReadings,
  type CallContext,
  effort,
  effortSentence,
  nounOf,
  seconds,
  sentence,
  shared,
  what,
  withBaseUrlMend,
} from './call-words.ts';
import { reachWords } from './reach-words.ts';
import { openError, outcomeUnknown, refusalWords, settles } from './refused-or-open.ts';
import { notSentCode, type StatusTrouble, type Trouble } from './trouble.ts';
import { proxyPassword, tooLarge, unreadableError, unverifiedError } from './unverified-error.ts';

/** The error for a call that is given up. */
export function troubleError(trouble: Trouble, context: CallContext): CliError {
  const { openSinceMs } = context.tally;
  const error = withBaseUrlMend(lastWord(trouble, context), context);
  return openSinceMs === undefined || settles(trouble, context)
    ? error
    : openError(trouble, context, { openSinceMs, hint: mendsAccount(error) ? error.mend : undefined });
}

/** Tells whether following the error's hint makes the service accept the same bytes after all. */
function mendsAccount({ exit }: CliError): boolean {
  return exit === 'unauthorized' || exit === 'outOfBalance';
}

/** The error for a trouble by itself, whatever earlier attempts left open. */
function lastWord(trouble: Trouble, context: CallContext): CliError {
  switch (trouble.kind) {
    case 'no-answer':
      return unreachable(trouble, context);
    case 'status':
      return statusError(trouble, context);
    case 'redirect':
    case 'alien':
      return unreadableError(trouble, context);
  }
}

/** The error where the service told another request of the account to wait for longer than this one may. */
export function rateLimitedHere(waitMs: number, context: CallContext): RateLimitError | OutcomeUnknownError {
  const why = `after a 429 this account waits ${seconds(waitMs)} more, too long for ${nounOf(context.ask)}`;
  if (context.tally.openSinceMs !== undefined) return outcomeUnknown(why, context);
  return new RateLimitError({
    ...shared(context),
    code: 'rate_limited',
    message: `${context.host} asks this account to slow down`,
    why: `${why.replace(/^a/, 'A')}.`,
    hint: `Run it again in ${seconds(waitMs)}`,
  });
}

function unreachable(
  trouble: Extract<Trouble, { kind: 'no-answer' }>,
  context: CallContext,
): UnreachableError | MachineError {
  const never = trouble.error.reached === 'never';
  const words = reachWords(trouble.error);
  if (never && isLimit(trouble.error.code)) {
    return new MachineError({
      ...shared(context, trouble),
      code: notSentCode,
      message: `this machine opens no connection to ${context.host}`,
      why: `${words.why} (${trouble.error.code}); nothing was sent`,
      hint: words.hint,
    });
  }
  return new UnreachableError({
    ...shared(context, trouble),
    code: never ? 'unreachable' : 'no_answer',
    message: never
      ? `${context.host} can't be reached`
      : `${context.host} gave an incomplete answer to ${nounOf(context.ask)}`,
    why: `${words.why} (${trouble.error.code}); ${effort(context)}${never ? ', nothing was sent' : ''}.`,
    hint: words.hint,
  });
}

function statusError(trouble: StatusTrouble, context: CallContext): CliError {
  const { status, wire, outcome } = trouble;
  const parts = (code: string, message: string, hint: Hint): CliErrorParts => ({
    ...shared(context, trouble),
    code: wire.code ?? code,
    providerCode: wire.providerCode,
    message,
    why: sentence(what(trouble, context)),
    hint,
  });
  const noun = nounOf(context.ask);
  if (outcome === 'balance' || (outcome === 'bare' && status === 402 && startsJobs(context.ask.retryRoute)))
    return new BalanceError(
      parts('out_of_balance', 'The balance of the account is too low', 'Top it up, then run it again'),
    );
  // Below this limit nobody can tell yet who holds the key.
  const isKeyInUse = outcome === 'key-in-use' && (context.tally.keyInUseMs ?? 0) < keyInUseMsMost;
  if (outcome === 'rate-limited' || isKeyInUse) return notNow(trouble, context);
  // An empty or plain refusal of a submit is called what its status says: v1 takes it for one, and v2 still calls its outcome open.
  if (isUnverified(outcome) && !(outcome === 'bare' && startsJobs(context.ask.retryRoute)))
    return unverifiedError(trouble, context);
  if (status === 407) return proxyPassword(trouble, context);
  if (status === 413 && context.ask.body !== undefined) return tooLarge(trouble, context, context.ask.body);
  if (outcome === 'server-error' || outcome === 'unavailable')
    return new UnreachableError({
      ...parts(
        'server_error',
        `${context.host} could not serve ${noun}`,
        say`Run it again later, or: ${genctl`doctor`}`,
      ),
      why: `${sentence(what(trouble, context))} ${effortSentence(context)}${bothReadings(trouble, context)}`,
    });
  if (status === 401)
    return new AuthError(parts('unauthorized', 'The service does not accept the key', context.keyMend));
  if (wire.code === 'model_not_found')
    return new NotFoundError(parts('model_not_found', 'The service has no such model', genctl`models`));
  if (status === 403) return forbidden(trouble, parts, context);
  if (status === 404) return notFound(parts, context);
  const { hint, ...words } = refusalWords(wire, context.ask, status, noun);
  return new RefusedError(parts(words.code, words.message, hint));
}

/** The error for a 403: on a submit it is about the model, unless nothing says so. */
function forbidden(
  { body }: StatusTrouble,
  parts: (code: string, message: string, hint: Hint) => CliErrorParts,
  { ask, keyMend }: CallContext,
): AuthError {
  const isSubmit = startsJobs(ask.retryRoute);
  const noun = nounOf(ask);
  const ofModel = say`ask for access, or choose another model: ${genctl`models`}`;
  const [message, first] = !isSubmit
    ? [`The key lacks the permission for ${noun}`, 'ask for that permission']
    : body === 'service'
      ? ['The key has no access to this model', ofModel]
      : [`The service, or something before it, refused ${noun}`, ofModel];
  const given = parts('forbidden', message, say`${first}; or, for another key: ${keyMend}`);
  return new AuthError({ ...given, ofOne: isSubmit });
}

/** The error where the service asks to wait: the whole account, or this submit, whose key is in use. */
function notNow(trouble: StatusTrouble, context: CallContext): RateLimitError {
  const { body, outcome, retryAfterMs, wire } = trouble;
  const isKeyInUse = outcome === 'key-in-use';
  const asked = isKeyInUse || retryAfterMs === undefined ? '' : ` It asks to wait ${seconds(retryAfterMs)}.`;
  const tried = context.tally.isRepeatedElsewhere ? '' : ` ${effortSentence(context)}`;
  return new RateLimitError({
    ...shared(context, trouble),
    code: isKeyInUse ? 'key_in_use' : (wire.code ?? 'rate_limited'),
    message: isKeyInUse
      ? 'The idempotency key is in use: another machine may be sending this request'
      : body === 'service'
        ? `${context.host} asks this account to slow down`
        : `${context.host} answered 429: too many requests`,
    why: `${sentence(what(trouble, context))}${asked}${tried}`,
    hint: `Run it again${retryAfterMs === undefined ? ' later' : ` in ${seconds(retryAfterMs)}`}`,
  });
}

function notFound(
  parts: (code: string, message: string, hint: Hint) => CliErrorParts,
  { ask, host }: CallContext,
): NotFoundError {
  if (ask.id === undefined)
    return new NotFoundError(
      parts('route_not_found', `${host} does not know ${nounOf(ask)}`, genctl`doctor`),
    );
  const message = `There is no job ${ask.id} that this account can see`;
  return new NotFoundError(
    parts('job_not_found', message, say`to see which account you use: ${genctl`auth status`}`),
  );
}
