import type { Hint } from '../../errors/hint.ts';
import type { ExchangeError } from '../transport/exchange.ts';

/** The words for a host that was not reached or gave no whole answer: what happened, and what mends it. */
export interface ReachWords {
  why: string;
  hint: Hint;
}

const trustMend =
  'If a company signs certificates, set NODE_EXTRA_CA_CERTS to the file of its root; else ask who runs the host';

/** By the code that Node gives, the first that fits. */
const tlsTroubles: readonly (readonly [codes: RegExp, words: ReachWords])[] = [
  [
    /^CERT_HAS_EXPIRED$/,
    {
      why: 'its certificate has expired',
      hint: 'Ask who runs the host to renew it; if it is valid, set the clock of this machine',
    },
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    {
      why: 'its certificate is not valid yet',
      hint: 'Set the clock of this machine; if it is right, ask who runs the host',
    },
  ],
  [
    /ALTNAME|HOSTNAME_MISMATCH/,
    {
      why: 'its certificate is for other hosts',
      hint: 'Use a name of the host that its certificate has, or ask who runs it for one with this name',
    },
  ],
  [/^CERT_REVOKED$/, { why: 'its certificate was revoked', hint: 'Ask who runs the host for another one' }],
  [
    /^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/,
    {
      why: 'this machine does not trust its certificate, which came without that of who signed it',
      hint: `Ask who runs the host to send the whole chain. ${trustMend}`,
    },
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECODE|DECRYPT)|^INVALID_(CA|PURPOSE)$/,
    { why: 'this machine does not trust who signed its certificate', hint: trustMend },
  ],
  [
    /^EPROTO$|WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|RECORD_/,
    {
      why: 'it does not speak TLS',
      hint: 'Check the port: at this one it may speak http, or something between may answer in its place',
    },
  ],
  [
    /TLS|SSL/,
    {
      why: 'it and this machine agree on no kind of TLS',
      hint: 'Ask who runs the host whether it takes TLS 1.2 or newer',
    },
  ],
];

/** Explains an error of TLS to a person; undefined for another kind of error. */
export function tlsWords({ code, message }: Pick<ExchangeError, 'code' | 'message'>): ReachWords | undefined {
  const words = tlsTroubles.find(([codes]) => codes.test(code))?.[1];
  const names = code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? certificateNames(message) : '';
  return words === undefined || names === '' ? words : { ...words, why: `${words.why}: ${names}` };
}

/** How many names of a certificate are shown. */
const namesMost = 3;

/** The names of a certificate, of which Node's message has a list: `… altnames: DNS:a.example, DNS:b.example`. */
function certificateNames(message: string): string {
  const [, list = ''] = /altnames: ((?:DNS:|IP Address:).*)$/s.exec(message) ?? [];
  const names = list.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, ''));
  const more = names.length > namesMost ? `, and ${names.length - namesMost} more` : '';
  return names.slice(0, namesMost).join(', ') + more;
}
