import type { CliError, CliErrorParts } from '../../errors/cli-error.ts';
import { genctl, type Hint, hintAnd, type Line, say } from '../../errors/hint.ts';
import { isUnverified, unverifiedMsMost } from '../../service/retries/retry.ts';
import type { SubmitRefusal, WireError } from '../../service/retries/settling-refusal.ts';
import type { RouteName } from '../../service/routes.ts';
import type { ApiCall, CallTally } from '../transport/api-call.ts';
import { reachWords } from './reach-words.ts';
import type { Trouble } from './trouble.ts';

/** The question, the host, and the count of attempts: material for the words of an error. */
export interface CallContext {
  ask: ApiCall;
  tally: CallTally;
  /** Time since the first attempt. Unit: ms. */
  elapsedMs: number;
  /** Wall clock. Unit: ms since 1970. */
  nowMs: number;
  host: string;
  /** The command that gives the account another key. */
  keyMend: Hint;
  /** The mend of a base URL that has a version in its path; undefined for any other base URL. */
  baseUrlMend?: Hint | undefined;
  redact: (text: string) => string;
}

/** The fields that every error of a call has. */
export function shared(
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
  return new ServiceRefusal({
    ...{ status: trouble.status, enveloped: trouble.enveloped, wire },
    isOfService: trouble.body === 'service',
  });
}

/** Describes a trouble, to complete a sentence. */
export function what(trouble: Trouble, { host, redact }: CallContext): string {
  if (trouble.kind === 'no-answer') return `${host}: ${reachWords(trouble.error).why}`;
  if (trouble.kind === 'alien') return redact(`the answer (${trouble.status}) ${trouble.says}`);
  if (trouble.kind === 'redirect')
    return `${host} answered ${trouble.status}, a redirect to ${trouble.towards ?? 'nowhere'}; genctl follows no redirects of the API`;
  const { message, providerCode } = trouble.wire;
  const quoted = message === undefined ? '' : `: ${redact(message)}`;
  const page = trouble.body === 'page' ? ' with an HTML page' : '';
  return `${host} answered ${trouble.status}${page}${quoted}${providerCode === undefined ? '' : ` (${providerCode})`}`;
}

/** Meanings of a status in the mouth of the service. */
const meanings: Partial<Record<number, string>> = {
  401: 'the service does not accept the key',
  402: 'the balance of the account is too low',
  403: 'the service refuses it to this key',
  409: 'the service is at another request of that kind',
  410: 'the service has it no more',
};

/** The two readings of a refusal that a gateway may have written in the service's place; empty for any other. It begins with a space. */
export function bothReadings(trouble: Trouble, { ask: { id } }: CallContext): string {
  if (trouble.kind !== 'status') return '';
  const { body, outcome, status } = trouble;
  const isFailure = outcome === 'server-error' && body === 'page';
  if (!isFailure && !isUnverified(outcome)) return '';
  const notThere = id === undefined ? 'the base URL is wrong' : 'the service does not know it';
  const refused = isFailure ? 'the service fails' : 'the service refuses it';
  const ofService = status === 404 ? notThere : (meanings[status] ?? refused);
  return ` Either a gateway, firewall or login page in between wrote that, or ${ofService}.${pauseTooLong(trouble)}`;
}

/** Says of an unverified answer that it asks for a longer pause than one is waited for; empty for any other. It begins with a space. */
export function pauseTooLong({ outcome, retryAfterMs = 0 }: Trouble): string {
  return isUnverified(outcome) && retryAfterMs > unverifiedMsMost
    ? ` It asks to wait ${seconds(retryAfterMs)}, longer than the ${seconds(unverifiedMsMost)} for which such answers are asked about.`
    : '';
}

const nouns: Partial<Record<RouteName, string>> = {
  submitRefs: 'the submit with prepared references',
  generateImage: 'the request for a picture',
  listModels: 'the list of models',
};

/** Names a call as the subject of a sentence. */
export function nounOf({ route, id, path, retryRoute }: ApiCall): string {
  if (path !== undefined) return `GET ${path.split('?', 1)[0]}`;
  if (id !== undefined) return retryRoute === 'cancel' ? `the cancel of ${id}` : `the look at ${id}`;
  return nouns[route] ?? 'the submit';
}

/** Names the base URL as the cause of a 404, if it has a version in its path: then the service knows none of the paths. */
export function withBaseUrlMend(error: CliError, { baseUrlMend }: CallContext): CliError {
  if (error.status !== 404 || baseUrlMend === undefined || error.code === 'model_not_found') return error;
  error.why =
    `${error.why ?? ''} The base URL has a version in its path, and each request adds /v1 or /v2 to it.`.trim();
  return error.mendBy(() => baseUrlMend);
}

export function effort({ tally, elapsedMs }: CallContext): string {
  return tally.attempts === 1 ? 'one attempt' : `${tally.attempts} attempts in ${seconds(elapsedMs)}`;
}

export function effortSentence(context: CallContext): string {
  return `${effort(context).replace(/^o/, 'O')}.`;
}

export function minutes(ms: number): string {
  return `${Math.round(ms / 60_000)} min`;
}

export function seconds(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1000))} s`;
}

export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The service's own words, with secrets removed, as the cause of the error that stands for its refusal. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  readonly enveloped: boolean;
  readonly wire: WireError;
  /** False for a page, plain text and other JSON, which something between may have written. */
  readonly isOfService: boolean;

  constructor({ enveloped, isOfService, status, wire }: SubmitRefusal & { isOfService: boolean }) {
    super(wire.message ?? `The service answered ${status}`);
    this.status = status;
    this.enveloped = enveloped;
    this.wire = wire;
    this.isOfService = isOfService;
  }
}

/** The command that closes an open submit by hand. `journal` is the path of the one that knows of it, where no ledger here does. */
export function forgetLine(idempotencyKey: string, journal?: string): Line {
  const of = journal === undefined ? [] : ['--journal', journal];
  return genctl`recover --forget ${idempotencyKey} ${of}`;
}

/** The way on from a submit of v1 whose outcome is unknown: the route has no key to ask by. */
export function lookThenForget(idempotencyKey: string): Hint {
  return say`check with the service whether it has a job; then close it: ${forgetLine(idempotencyKey)}`;
}

/** A hint for an open submit: what to do first, and then the command that settles it. */
export function thenRecover(hint: Hint | undefined): Hint {
  return hintAnd(hint, '; then: ', genctl`recover`);
}

/** The command that sends an open submit with the current API key. Whoever types it vouches that the account is the same. */
export function sameAccountLine(idempotencyKey: string): Line {
  return genctl`recover --same-account ${idempotencyKey}`;
}
