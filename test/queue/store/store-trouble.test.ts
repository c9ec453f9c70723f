import { describe, expect, it } from 'vitest';
import { readQueueAddress } from '../../../src/batch/queue-flags.ts';
import { storeTrouble } from '../../../src/queue/store/store-trouble.ts';

const plain = readQueueAddress('redis://queue.example.com');
const encrypted = readQueueAddress('rediss://queue.example.com');

describe('what a store says is told with what mends it', () => {
  it.each([
    ['NOAUTH Authentication required.', plain],
    ['WRONGPASS invalid username-password pair or user is disabled.', encrypted],
    ['ERR invalid password', plain],
  ])('%s', (text, address) => {
    const trouble = storeTrouble({ code: undefined, text }, address);
    expect(trouble).toMatchObject({ isRefused: true, why: text.replace(/\.$/, '') });
    expect(trouble.mend).toContain('in the URL of the queue if it has one, else in GENCTL_QUEUE_PASSWORD');
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /with NODE_EXTRA_CA_CERTS=FILE/],
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'self-signed certificate in certificate chain',
      /with NODE_EXTRA_CA_CERTS=FILE/,
    ],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'unable to verify the first certificate',
      /with NODE_EXTRA_CA_CERTS=FILE/,
    ],
    [
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'unable to get local issuer certificate',
      /with NODE_EXTRA_CA_CERTS=FILE/,
    ],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      "Hostname/IP does not match certificate's altnames",
      /the name that its certificate has/,
    ],
    ['CERT_HAS_EXPIRED', 'certificate has expired', /^renew its certificate/],
    ['CERT_NOT_YET_VALID', 'certificate is not yet valid', /the clock of this machine/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number', /not speak TLS: redis:\/\/queue\.example\.com$/],
    [undefined, 'It did not answer within 10 s.', /not speak TLS: redis:\/\/queue\.example\.com$/],
    [
      'ECONNREFUSED',
      'connect ECONNREFUSED 10.0.0.1:6379',
      /redis-cli -u rediss:\/\/queue\.example\.com ping$/,
    ],
  ])('an encrypted connection: %s', (code, text, mend) => {
    const trouble = storeTrouble({ code, text }, encrypted);
    expect(trouble.isRefused).toBe(false);
    expect(trouble.mend).toMatch(mend);
  });

  it('a store that asks for a certificate is not said to lack TLS', () => {
    const text =
      '80DCF09CA87F0000:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert certificate required:../ssl/record/rec_layer_s3.c:1601:SSL alert number 116\n';
    const trouble = storeTrouble({ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', text }, encrypted);
    expect(trouble.why).toBe('It asks for a certificate of this machine, and genctl sends none');
    expect(trouble.mend).toMatch(/tls-auth-clients no/);
  });

  it.each([
    ["NOPERM this user has no permissions to run the 'time' command", /ACL SETUSER/],
    ['ERR DB index is out of range', /the number of a database/],
  ])('a store that is up is not said to be down: %s', (text, mend) => {
    expect(storeTrouble({ code: undefined, text }, plain).mend).toMatch(mend);
  });

  it('words of OpenSSL are cut to what they say', () => {
    const text = '80DC:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:../x.c:1:\n';
    const { why } = storeTrouble({ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', text }, encrypted);
    expect(why).toBe('tlsv1 alert protocol version');
  });

  it.each([
    ['ECONNRESET', 'read ECONNRESET'],
    [undefined, 'Connection is closed.'],
  ])('a plain connection that is cut may be for a store that speaks TLS only: %s', (code, text) => {
    const { mend } = storeTrouble({ code, text }, plain);
    expect(mend).toMatch(/TLS only: rediss:\/\/queue\.example\.com$/);
  });
});
