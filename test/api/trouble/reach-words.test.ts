import { describe, expect, it } from 'vitest';
import { reachWords } from '../../../src/api/trouble/reach-words.ts';

describe('the words for TLS that failed', () => {
  it.each([
    ['CERT_HAS_EXPIRED', /certificate has expired$/, /renew/],
    ['CERT_NOT_YET_VALID', /not valid yet$/, /clock/],
    ['CERT_REVOKED', /was revoked$/, /another one/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /does not trust who signed/, /NODE_EXTRA_CA_CERTS/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /does not trust who signed/, /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /does not trust who signed/, /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /came without that of who signed it/, /whole chain/],
    ['EPROTO', /does not speak TLS/, /port/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS/, /port/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /agree on no kind of TLS/, /TLS 1\.2/],
  ])('%s says what it is', (code, why, hint) => {
    const words = reachWords({ code, message: code, proxy: undefined });
    expect(words.why).toMatch(why);
    expect(words.hint).toMatch(hint);
  });

  it('name the hosts of a certificate for others, three at most', () => {
    const whyOf = (names: string) =>
      reachWords({
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
        message: `Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: ${names}`,
        proxy: undefined,
      }).why;
    expect(whyOf('DNS:a.test, DNS:*.b.test')).toBe('its certificate is for other hosts: a.test, *.b.test');
    expect(whyOf('DNS:a, DNS:b, DNS:c, IP Address:127.0.0.1, DNS:e')).toMatch(/: a, b, c, and 2 more$/);
    expect(whyOf('')).toBe('its certificate is for other hosts');
  });
});
