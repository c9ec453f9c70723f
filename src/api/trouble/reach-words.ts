import { genctl, say, thenAgain } from '../../errors/hint.ts';
import { isLimit, systemTrouble } from '../../errors/system-trouble.ts';
import type { ExchangeError, ProxyInUse } from '../transport/exchange.ts';
import { type ReachWords, tlsWords } from './tls-words.ts';

const doctor = genctl`doctor`;
const retry = say`Check the network, then run it again; to look at each step: ${doctor}`;

/** By the code of the error. */
const reachTroubles: Record<string, ReachWords> = {
  ECONNREFUSED: {
    why: 'the connection was refused',
    hint: say`Is the service up, and the port right? ${doctor}`,
  },
  ENOTFOUND: { why: 'its name does not exist', hint: say`Check the base URL: ${doctor}` },
  EAI_AGAIN: { why: 'DNS could not look up its name', hint: retry },
  UND_ERR_CONNECT_TIMEOUT: { why: 'no connection within 10 s', hint: retry },
  ETIMEDOUT: { why: 'no connection in time', hint: retry },
  UND_ERR_HEADERS_TIMEOUT: { why: 'no answer came in time', hint: retry },
  HEADERS_TIMEOUT: { why: 'no answer came in time', hint: retry },
  UND_ERR_BODY_TIMEOUT: { why: 'the answer stopped midway', hint: retry },
  BODY_TIMEOUT: { why: 'the answer was incomplete in time', hint: retry },
  BODY_CUT: { why: 'the answer broke off', hint: retry },
  TOO_SLOW: { why: 'the answer was slower than 1 KiB/s for 30 s', hint: retry },
  UND_ERR_SOCKET: { why: 'the connection was closed midway', hint: retry },
  ECONNRESET: { why: 'the connection was reset', hint: retry },
  EPIPE: { why: 'the connection was closed midway', hint: retry },
  NOT_SANDBOX: {
    why: 'the embedded sandbox opens no connection',
    hint: say`Use an account: ${genctl`auth login`}`,
  },
};

/** The error of an exchange, as its words need it. */
type ExchangeTrouble = Pick<ExchangeError, 'code' | 'message' | 'proxy'>;

/** Explains an error of the network to a person. */
export function reachWords(error: ExchangeTrouble): ReachWords {
  return error.proxy === undefined ? wordsForError(error) : proxyWords(error, error.proxy);
}

/** Tells whether the hint of an error holds for whichever host was asked: it is about a proxy, or about TLS. */
export function isOfAnyHost({ code, message, proxy }: ExchangeTrouble): boolean {
  return (
    proxy !== undefined || (reachTroubles[code] === undefined && tlsWords({ code, message }) !== undefined)
  );
}

function wordsForError({ code, message }: Pick<ExchangeError, 'code' | 'message'>): ReachWords {
  const known = reachTroubles[code];
  if (known !== undefined) return known;
  const trouble = isLimit(code) ? systemTrouble(code) : undefined;
  if (trouble !== undefined) return { why: trouble.why, hint: say`${trouble.mend}${thenAgain}` };
  return tlsWords({ code, message }) ?? { why: 'the connection failed', hint: retry };
}

/** Tells whether a proxy refuses the connection by its rules, or can't be asked at all: another attempt brings the same. */
export function isRefusedByProxy(code: string): boolean {
  return ['PROXY_INVALID', 'PROXY_SCHEME', 'PROXY_PASSWORD', 'PROXY_REFUSED'].includes(code);
}

/** Explains why a proxy gave no connection. */
function proxyWords(
  error: Pick<ExchangeError, 'code' | 'message'>,
  { hasUser, host, status, variable }: ProxyInUse,
): ReachWords {
  const { code } = error;
  const proxy = host === '' ? `the proxy in ${variable}` : `the proxy ${host} (${variable})`;
  const bypass = `to go without it, name the host in no_proxy`;
  switch (code) {
    case 'PROXY_INVALID':
      return {
        why: `${variable} holds no URL of a proxy`,
        hint: `Set ${variable} to http://HOST:PORT, or to nothing`,
      };
    case 'PROXY_SCHEME':
      return {
        why: `${proxy} is neither http nor https, the only kinds that work here`,
        hint: `Set ${variable} to an http proxy, such as http://HOST:PORT; ${bypass}`,
      };
    case 'PROXY_PASSWORD':
      return {
        why: hasUser
          ? `${proxy} does not accept the name and password given`
          : `${proxy} asks for a name and a password`,
        hint: `Set ${variable} to http://NAME:PASSWORD@HOST:PORT, with %40 for an @; ${bypass}`,
      };
    case 'PROXY_REFUSED':
      return {
        why: `${proxy} lets no connection through to it`,
        hint: `Ask who runs the proxy to allow it; ${bypass}`,
      };
    case 'PROXY_FAILED':
      return {
        why: `${proxy} answered ${status} and made no connection`,
        hint: `Run it again later; ${bypass}`,
      };
    case 'PROXY_CLOSED':
      return {
        why: `${proxy} closed the connection before it reached the service`,
        hint: `Run it again later; ${bypass}`,
      };
    case 'UND_ERR_HEADERS_TIMEOUT':
      return { why: `${proxy} did not answer within 10 s`, hint: `Check ${variable}; ${bypass}` };
    default:
      return {
        why: `${proxy} can't be used: ${wordsForError(error).why}`,
        hint: `Check ${variable}; ${bypass}`,
      };
  }
}
