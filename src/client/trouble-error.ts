import type { RouteName } from '../contract/routes.ts';
import { AuthError } from '../errors/auth-error.ts';
import { BalanceError } from '../errors/balance-error.ts';
import type { CliError, CliErrorParts } from '../errors/cli-error.ts';
import { MachineError } from '../errors/machine-error.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { OutcomeUnknownError } from '../errors/outcome-unknown-error.ts';
import { RateLimitError } from '../errors/rate-limit-error.ts';
import { RefusedError } from '../errors/refused-error.ts';
import { isLimit } from '../errors/system-trouble.ts';
import { UnreachableError } from '../errors/unreachable-error.ts';
import { startsJobs } from '../rules/retry.ts';
import type { ApiCall, CallTally } from './api-call.ts';
import { notSentCode, reachWords } from './reach-words.ts';
import { refusalWords } from './refusal-words.ts';
import { ServiceRefusal } from './service-refusal.ts';
import { isRefusalOfBody, type Trouble } from './trouble.ts';

/** What was asked, of whom, and how often, for the words of an error. */
export interface CallContext {
  ask: ApiCall;
  tally: CallTally;
  /** Since the first attempt. Unit: ms. */
  elapsedMs: number;
  host: string;
  redact: (text: string) => string;
}

type StatusTrouble = Extract<Trouble, { kind: 'status' }>;

/** The error for a call that is given up. */
export function troubleError(trouble: Trouble, context: CallContext): CliError {
  if (context.tally.openSinceMs !== undefined && !settles(trouble))
    return outcomeUnknown(what(trouble, context), context, trouble);
  switch (trouble.kind) {
    case 'no-answer':
      return unreachable(trouble, context);
    case 'status':
      return statusError(trouble, context);
    case 'redirect':
    case 'alien':
      return new RefusedError({
        ...shared(context, trouble),
        code: trouble.kind === 'redirect' ? 'redirected' : 'unexpected_answer',
        message: `${context.host} did not answer ${nounOf(context.ask)} as the service does`,
        why: sentence(what(trouble, context)),
        hint: 'Check the base URL, and whether a proxy or a login page stands in between: genctl doctor',
      });
  }
}

/** The error where another request of the account was told to wait for longer than this one may. */
export function rateLimitedHere(waitMs: number, context: CallContext): RateLimitError | OutcomeUnknownError {
  const why = `asked for ${seconds(waitMs)} more, and ${nounOf(context.ask)} may not wait that long`;
  if (context.tally.openSinceMs !== undefined) return outcomeUnknown(`${context.host} ${why}`, context);
  return new RateLimitError({
    ...shared(context),
    code: 'rate_limited',
    message: `${context.host} asks this account to slow down`,
    why: `It ${why}.`,
    hint: `Run it again in ${seconds(waitMs)}`,
  });
}

/**
 * Whether an answer settles what an earlier attempt left open: the same body was refused for what it is. A key that was
 * revoked since, a limit or a page in between says nothing of the first attempt.
 */
function settles(trouble: Trouble): boolean {
  if (trouble.kind !== 'status') return false;
  return isRefusalOfBody(trouble.status, trouble.wire.code);
}

/** `lastly` says how it ended, as the rest of a sentence. */
function outcomeUnknown(lastly: string, context: CallContext, trouble?: Trouble): OutcomeUnknownError {
  const { ask, tally } = context;
  const hasKey = ask.retryRoute === 'submitJob';
  const since = new Date(tally.openSinceMs ?? 0).toISOString();
  return new OutcomeUnknownError({
    ...shared(context, trouble),
    code: 'outcome_unknown',
    message: `Whether ${nounOf(ask)} started a job is not known`,
    why: `${sentence(`First sent ${since}, ${effort(context)}; the last time ${lastly}`)}${keptSentence(tally)}`,
    hint: hasKey
      ? 'genctl recover'
      : 'Look for it with the service before sending it again: v1 has no key that makes a repeat safe',
  });
}

/** What was paid for and not understood may be of use to a person. */
function keptSentence({ keptAt }: CallTally): string {
  return keptAt === undefined ? '' : ` What it answered is kept in ${keptAt}.`;
}

function unreachable(
  trouble: Extract<Trouble, { kind: 'no-answer' }>,
  context: CallContext,
): UnreachableError | MachineError {
  const never = trouble.error.reached === 'never';
  const words = reachWords(trouble.error.code);
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
      : `${context.host} gave no whole answer to ${nounOf(context.ask)}`,
    why: `${words.why} (${trouble.error.code}); ${effort(context)}${never ? ', nothing was sent' : ''}.`,
    hint: words.hint,
  });
}

function statusError(trouble: StatusTrouble, context: CallContext): CliError {
  const { status, wire, outcome } = trouble;
  const parts = (code: string, message: string, hint: string): CliErrorParts => ({
    ...shared(context, trouble),
    code: wire.code ?? code,
    message,
    why: sentence(what(trouble, context)),
    hint,
  });
  const noun = nounOf(context.ask);
  if (outcome === 'balance')
    return new BalanceError(
      parts('out_of_balance', 'The account is out of balance', 'Add to its balance, then run the same again'),
    );
  if (outcome === 'rate-limited') return rateLimited(trouble, context);
  if (outcome === 'server-error' || outcome === 'unavailable')
    return new UnreachableError({
      ...parts(
        'server_error',
        `${context.host} could not serve ${noun}`,
        'Run it again later, or: genctl doctor',
      ),
      why: `${sentence(what(trouble, context))} ${effortSentence(context)}`,
    });
  if (status === 401)
    return new AuthError(parts('unauthorized', 'The service does not accept the key', 'genctl auth login'));
  if (wire.code === 'model_not_found')
    return new NotFoundError(parts('model_not_found', 'The service has no such model', 'genctl models'));
  if (status === 403) {
    const message = startsJobs(context.ask.retryRoute)
      ? 'The key is not granted this model'
      : `The key may not be used for ${noun}`;
    return new AuthError(parts('forbidden', message, 'genctl auth status'));
  }
  if (status === 404) return notFound(parts, context);
  const { hint, ...words } = refusalWords(wire, context.ask, status, noun);
  return new RefusedError(parts(words.code, words.message, hint));
}

function rateLimited(trouble: StatusTrouble, context: CallContext): RateLimitError {
  const { retryAfterMs } = trouble;
  const asked = retryAfterMs === undefined ? '' : ` It asks to wait ${seconds(retryAfterMs)}.`;
  return new RateLimitError({
    ...shared(context, trouble),
    code: trouble.wire.code ?? 'rate_limited',
    message: `${context.host} asks this account to slow down`,
    why: `${sentence(what(trouble, context))}${asked} ${effortSentence(context)}`,
    hint: `Run it again${retryAfterMs === undefined ? ' later' : ` in ${seconds(retryAfterMs)}`}`,
  });
}

function notFound(
  parts: (code: string, message: string, hint: string) => CliErrorParts,
  { ask, host }: CallContext,
): NotFoundError {
  if (ask.id === undefined)
    return new NotFoundError(
      parts('route_not_found', `${host} does not know ${nounOf(ask)}`, 'genctl doctor'),
    );
  const message = `There is no job ${ask.id} that this account can see`;
  return new NotFoundError(parts('job_not_found', message, 'genctl auth status shows which account asks'));
}

/** What every error of a call carries. */
function shared(
  context: CallContext,
  trouble?: Trouble,
): Pick<CliErrorParts, 'status' | 'jobId' | 'idempotencyKey' | 'cause'> {
  const { ask, redact } = context;
  return {
    status: trouble === undefined || trouble.kind === 'no-answer' ? undefined : trouble.status,
    jobId: ask.id,
    idempotencyKey: ask.headers?.['idempotency-key'],
    cause: trouble === undefined ? undefined : causeOf(trouble, redact),
  };
}

function causeOf(trouble: Trouble, redact: (text: string) => string): Error | undefined {
  if (trouble.kind === 'no-answer') return trouble.error;
  if (trouble.kind !== 'status') return undefined;
  const { message, ...codes } = trouble.wire;
  const wire = message === undefined ? codes : { ...codes, message: redact(message) };
  return new ServiceRefusal(trouble.status, wire);
}

/** The trouble as the rest of a sentence. */
function what(trouble: Trouble, { host, redact }: CallContext): string {
  if (trouble.kind === 'no-answer') return `${host}: ${reachWords(trouble.error.code).why}`;
  if (trouble.kind === 'alien') return redact(`the answer (${trouble.status}) ${trouble.says}`);
  if (trouble.kind === 'redirect')
    return `${host} answered ${trouble.status}, towards ${trouble.towards ?? 'nowhere'}, and redirects of the API are not followed`;
  const { message, providerCode } = trouble.wire;
  const said = message === undefined ? '' : `: ${redact(message)}`;
  return `${host} answered ${trouble.status}${said}${providerCode === undefined ? '' : ` (${providerCode})`}`;
}

const nouns: Partial<Record<RouteName, string>> = {
  submitRefs: 'the submit with prepared references',
  generateImage: 'the request for a picture',
  listModels: 'the list of models',
};

/** What a call is, as the subject of a sentence. */
export function nounOf({ route, id, retryRoute }: ApiCall): string {
  if (id !== undefined) return retryRoute === 'cancel' ? `the cancel of ${id}` : `the look at ${id}`;
  return nouns[route] ?? 'the submit';
}

function effort({ tally, elapsedMs }: CallContext): string {
  return tally.attempts === 1 ? 'one attempt' : `${tally.attempts} attempts in ${seconds(elapsedMs)}`;
}

function effortSentence(context: CallContext): string {
  return `${effort(context).replace(/^o/, 'O')}.`;
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1000))} s`;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
