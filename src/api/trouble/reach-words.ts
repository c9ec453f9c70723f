import { genctl, type Hint, say, thenAgain } from '../../errors/hint.ts';
import { isLimit, systemTrouble } from '../../errors/system-trouble.ts';

/** Explains an error code of the network to a person: what happened, and what to do. */
export interface ReachWords {
  why: string;
  hint: Hint;
}

const doctor = genctl`doctor`;
const retry = say`Check the network, then run it again; to look at each step: ${doctor}`;

const words: Record<string, ReachWords> = {
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
  PROXY: {
    why: 'the proxy in https_proxy or http_proxy is not a URL',
    hint: 'Check https_proxy and http_proxy',
  },
  UND_ERR_ABORTED: { why: 'the proxy refused the connection', hint: 'Check https_proxy and no_proxy' },
  NOT_SANDBOX: {
    why: 'the embedded sandbox opens no connection',
    hint: say`Use an account: ${genctl`auth login`}`,
  },
};

/** The code of a MachineError for a request that never left, because a limit of this machine was reached. */
export const notSentCode = 'not_sent';

export function reachWords(code: string): ReachWords {
  const known = words[code];
  if (known !== undefined) return known;
  const trouble = isLimit(code) ? systemTrouble(code) : undefined;
  if (trouble !== undefined) return { why: trouble.why, hint: say`${trouble.mend}${thenAgain}` };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code))
    return {
      why: 'this machine does not trust its certificate, or it does not speak TLS',
      hint: 'If a company proxy signs certificates, set NODE_EXTRA_CA_CERTS to its file',
    };
  return { why: 'the connection failed', hint: retry };
}
