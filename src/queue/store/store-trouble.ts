import type { QueueAddress } from '../../batch/queue-flags.ts';
import { UnreachableError } from '../../errors/endings.ts';

/** The trouble that keeps a connection to the store of a queue from coming about, and its mend. */
export interface StoreTrouble {
  /** True if the store refuses the password. */
  isRefused: boolean;
  why: string;
  /** The mend, as an instruction. */
  mend: string;
}

/** Codes of a certificate that nobody on this machine vouches for. */
const untrusted = /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;

/** The mend for a refusal of rights, by the store's own word for it; undefined for any other text. */
function rightsMend(text: string): string | undefined {
  return text.startsWith('NOPERM')
    ? 'give its user every right: ACL SETUSER USER +@all allkeys allchannels'
    : undefined;
}

/** The code of a store that takes clients with a certificate alone. */
const asksForCertificate = /CERTIFICATE_REQUIRED/;

/** Names what went wrong: the text and the code of an error. The text may quote a password. */
export function storeTrouble(
  { code = '', text }: { code: string | undefined; text: string },
  address: Pick<QueueAddress, 'isEncrypted' | 'shown'>,
): StoreTrouble {
  const why = text.replace(/\.$/, '');
  if (/^(?:NOAUTH|WRONGPASS)|invalid password|invalid username/i.test(text))
    return {
      isRefused: true,
      why,
      mend: 'start again with its current password, in the URL of the queue if it has one, else in GENCTL_QUEUE_PASSWORD',
    };
  return { isRefused: false, why: whyOf(why, code), mend: mendOf(code, text, address) };
}

function whyOf(why: string, code: string): string {
  if (untrusted.test(code)) return `This machine does not trust its certificate: ${why}`;
  if (asksForCertificate.test(code))
    return 'It asks for a certificate of this machine, and genctl sends none';
  return /:SSL routines:[^:]*:([^:]+):/.exec(why)?.[1] ?? why;
}

function mendOf(
  code: string,
  text: string,
  { isEncrypted, shown }: Pick<QueueAddress, 'isEncrypted' | 'shown'>,
): string {
  if (untrusted.test(code))
    return 'start again with NODE_EXTRA_CA_CERTS=FILE, where FILE has the certificate that signed it';
  if (/ALTNAME/.test(code)) return 'give it in --queue the name that its certificate has';
  if (asksForCertificate.test(code)) return 'have it ask for none (redis.conf: tls-auth-clients no)';
  if (/^CERT_/.test(code)) return 'renew its certificate; if that is valid, set the clock of this machine';
  const rights = rightsMend(text);
  if (rights !== undefined) return rights;
  if (/DB index/.test(text)) return 'give it in --queue the number of a database that it has, or none';
  const ping = `start it, or fix the address: redis-cli -u ${shown} ping`;
  if (isEncrypted && (code.startsWith('ERR_SSL') || isSilence(text)))
    return `${ping}; if it does not speak TLS: ${shown.replace(/^rediss/, 'redis')}`;
  if (!isEncrypted && /ECONNRESET|EPIPE|Connection is closed/.test(code + text))
    return `${ping}; if it speaks TLS only: ${shown.replace(/^redis/, 'rediss')}`;
  return ping;
}

function isSilence(text: string): boolean {
  return text.startsWith('It did not answer');
}

/** The store answers, and does not do what it was asked for: its memory is full, it is a replica, its disk fails. */
export class StoreRefusalError extends UnreachableError {
  constructor(shown: string, cause: Error) {
    super({
      code: 'queue_store_refuses',
      message: `The store of the queue at ${shown} refuses requests`,
      why: cause.message,
      hint: rightsMend(cause.message) ?? `check it: redis-cli -u ${shown} INFO`,
      cause,
    });
  }
}

/** An answer of the store that refuses something as a {@link StoreRefusalError}; any other error as it is. */
export function storeRefusalOf(error: unknown, { shown }: { shown: string }): unknown {
  return error instanceof Error && error.name === 'ReplyError' ? new StoreRefusalError(shown, error) : error;
}
