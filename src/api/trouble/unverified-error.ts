import type { CliErrorParts } from '../../errors/cli-error.ts';
import { RefusedError, UnreachableError } from '../../errors/endings.ts';
import { genctl, type Hint, say } from '../../errors/hint.ts';
import { isUnverified } from '../../service/retries/retry.ts';
import { formatBytes } from '../../text/size.ts';
import {
  bothReadings,
  type CallContext,
  effortSentence,
  nounOf,
  pauseTooLong,
  sentence,
  shared,
  what,
} from './call-words.ts';
import { type StatusTrouble, type Trouble, unverifiedCode } from './trouble.ts';

/** The error for an answer that can't be read as one of the API's. A submit that is redirected is refused; all else may pass. */
export function unreadableError(
  trouble: Extract<Trouble, { kind: 'redirect' | 'alien' }>,
  context: CallContext,
): RefusedError | UnreachableError {
  const mayPass = isUnverified(trouble.outcome);
  const parts: CliErrorParts = {
    ...shared(context, trouble),
    code: unreadableCode(trouble),
    message: `${context.host} gave no valid answer to ${nounOf(context.ask)}`,
    why: `${sentence(what(trouble, context))}${mayPass ? ` ${effortSentence(context)}${pauseTooLong(trouble)}` : ''}`,
    hint: say`Check the base URL, and look for a proxy or a login page: ${genctl`doctor`}`,
  };
  return mayPass ? new UnreachableError(parts) : new RefusedError(parts);
}

function unreadableCode({ kind, outcome }: Trouble): string {
  if (kind === 'redirect') return 'redirected';
  return outcome === 'page' ? unverifiedCode : 'unexpected_answer';
}

/** The error for a refusal that a gateway, firewall or portal may have written, with both readings. */
export function unverifiedError(trouble: StatusTrouble, context: CallContext): UnreachableError {
  const { ask, host, keyMend } = context;
  const look = say`to see what answers there: ${genctl`doctor`}`;
  return new UnreachableError({
    ...shared(context, trouble),
    code: unverifiedCode,
    message: `${host} answered ${nounOf(ask)} with ${trouble.status}, but not in the service's words`,
    why: `${sentence(what(trouble, context))} ${effortSentence(context)}${bothReadings(trouble, context)}`,
    hint: [401, 403].includes(trouble.status) ? say`if the key is to blame: ${keyMend}; ${look}` : look,
  });
}

/** The error for a 407 that came as an answer, which only a proxy sends. */
export function proxyPassword(trouble: StatusTrouble, context: CallContext): UnreachableError {
  return new UnreachableError({
    ...shared(context, trouble),
    code: 'proxy_password',
    message: `A proxy before ${context.host} asks for a name and a password`,
    why: `${sentence(what(trouble, context))} The service did not get ${nounOf(context.ask)}.`,
    hint: 'Put a name and a password into the URL of https_proxy, with %40 for an @; to go without the proxy, name the host in no_proxy',
  });
}

/** The size of a body that some words and links have; only a longer one gets shorter by fewer of them. Unit: bytes. */
const fewWordsBytes = 4096;

/** The error for a request that is too large for the service, or for something on the way there. */
export function tooLarge(trouble: StatusTrouble, context: CallContext, body: Uint8Array): RefusedError {
  return new RefusedError({
    ...shared(context, trouble),
    code: trouble.wire.code ?? 'request_too_large',
    message: `The request is too large for ${context.host}: it has ${formatBytes(body.byteLength)}`,
    why: `${sentence(what(trouble, context))}${limitOwner(trouble)}`,
    hint: smallerRequest(body),
  });
}

/** Names whose limit a 413 may be about; empty where the service says that it is its own. It begins with a space. */
function limitOwner({ body }: StatusTrouble): string {
  if (body === 'service') return '';
  return body === 'bare'
    ? ' The limit is that of a gateway or proxy in between, or of the service.'
    : ' The limit is that of a gateway or proxy in between.';
}

function smallerRequest(body: Uint8Array): Hint {
  if (Buffer.from(body).includes('"data:'))
    return 'Give local files as links: the upload_command of a profile makes them; or use smaller pictures';
  return body.byteLength > fewWordsBytes
    ? 'Shorten the prompt, or give fewer references'
    : say`A request of ${formatBytes(body.byteLength)} can hardly be shorter: the gateway needs a higher limit; to see what answers there: ${genctl`doctor`}`;
}
