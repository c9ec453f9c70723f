import { describe, expect, it } from 'vitest';
import type { ExchangeResponse } from '../../../src/api/transport/exchange.ts';
import { outcomeFor, refusedStatus } from '../../../src/api/trouble/trouble.ts';
import type { RetryRoute } from '../../../src/service/retries/retry.ts';

function troubleOf(
  status: number,
  text: string,
  contentType = 'application/json',
  { body, retryRoute = 'poll', ...headers }: TroubleOptions = {},
) {
  const all = { 'content-type': contentType, ...headers };
  const response = { status, headers: all } as unknown as ExchangeResponse;
  return refusedStatus({ body, retryRoute }, response, { text, nowMs: 0 });
}

type TroubleOptions = { body?: Uint8Array | undefined; retryRoute?: RetryRoute } & Record<string, unknown>;

const enveloped = '{"error":{"code":"some_code","message":"no"}}';

describe('a 503', () => {
  it('is harmless in the words of the service alone', () => {
    expect(troubleOf(503, enveloped).outcome).toBe('unavailable');
    expect(troubleOf(503, '<title>Bad gateway</title>', 'text/html').outcome).toBe('server-error');
    expect(troubleOf(503, '').outcome).toBe('server-error');
  });
});

describe('a 409 to a submit', () => {
  const conflict = troubleOf(409, enveloped);

  it.each([
    ['by another body', false, 'other'],
    ['by another body', true, 'in-progress'],
    ['by this submit', false, 'in-progress'],
    ['perhaps for a moment', false, 'key-in-use'],
    ['perhaps for a moment', true, 'in-progress'],
  ] as const)('whose key is in use %s, with an open send %s, is %s', (keyInUse, isOpen, outcome) => {
    expect(outcomeFor(conflict, keyInUse, isOpen)).toBe(outcome);
    const alien = troubleOf(409, '<title>Conflict</title>', 'text/html');
    expect(outcomeFor(alien, keyInUse, isOpen)).toBe('page');
  });
});

describe('a refusal', () => {
  const page = '<!doctype html><title>Access denied</title>';

  const statuses = [
    400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 414, 415, 418, 421, 422, 423, 424, 426, 428, 431, 451,
  ];

  it.each(statuses)('of %i is the word of the service in each of its shapes', (status) => {
    const shapes = [
      enveloped,
      '{"error":{"message":"no"}}',
      '{"error":"no"}',
      '{"code":"no","message":"no"}',
      '{"code":7,"message":"no"}',
      '{"detail":"no"}',
      '{"type":"about:blank","title":"Forbidden","status":403,"detail":"no"}',
    ];
    for (const body of shapes) expect(troubleOf(status, body, 'text/html').outcome, body).toBe('other');
  });

  it.each(statuses)('of %i may come from something between without such words', (status) => {
    for (const type of ['text/html', 'application/json', 'text/plain', ''])
      expect(troubleOf(status, `  ${page}`, type).outcome, type).toBe('page');
    const xhtml = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head/></html>';
    for (const body of [xhtml, '<!-- 7 --><p>no</p>', `Blocked. ${page}`])
      expect(troubleOf(status, body, 'application/json').outcome, body).toBe('page');
    expect(troubleOf(status, 'Forbidden', 'application/xhtml+xml').outcome).toBe('page');
    for (const body of ['', ' ', 'Forbidden', 'null', '[]', '"no"', '{}', '{"error":{'])
      expect(troubleOf(status, body, 'application/json').outcome, body).toBe('bare');
    for (const body of ['{"message":"Forbidden"}', '{"title":"no","status":403}', '{"errors":["no"]}'])
      expect(troubleOf(status, body, 'application/json').outcome, body).toBe('other-json');
  });

  it('is the word of the service where it asks for a key', () => {
    const outcomeOf = (status: number, challenge: string) =>
      troubleOf(status, page, 'text/html', { 'www-authenticate': challenge }).outcome;
    for (const status of [401, 403])
      for (const challenge of ['Bearer', 'bearer realm="x"', 'Basic realm="x", Bearer error="invalid_token"'])
        expect(outcomeOf(status, challenge), challenge).toBe('other');
    expect(outcomeOf(404, 'Bearer')).toBe('page');
    for (const challenge of ['Basic realm="x"', 'Basic realm="a, Bearer b"', 'BearerToken', 'Negotiate'])
      expect(outcomeOf(401, challenge), challenge).toBe('page');
  });

  it('of a proxy that asks for a password, and of a body that is too large, counts whoever wrote it', () => {
    const body = new Uint8Array([1]);
    for (const text of [page, '', '{"message":"no"}']) {
      expect(troubleOf(407, text, 'text/html').outcome, text).toBe('other');
      expect(troubleOf(413, text, 'text/html', { body }).outcome, text).toBe('other');
    }
    expect(troubleOf(413, page, 'text/html').outcome).toBe('page');
  });

  it('by a failure or for a pause needs no words of the service', () => {
    for (const status of [408, 425, 500, 502, 503, 504, 530])
      expect(troubleOf(status, page, 'text/html').outcome).toBe('server-error');
    expect(troubleOf(429, page, 'text/html').outcome).toBe('rate-limited');
  });
});

describe('a 429 to a submit', () => {
  const outcomeOf = (body: object, headers: Record<string, string> = {}) =>
    troubleOf(429, JSON.stringify(body), 'application/json', { retryRoute: 'submitJob', ...headers }).outcome;

  it.each<[body: object, headers: Record<string, string>, outcome: string]>([
    [{ code: 'insufficient_balance', message: 'no' }, { 'retry-after': '5' }, 'balance'],
    [{ error: { code: 'payment_required' } }, {}, 'balance'],
    [{ error: 'The organisation is out of balance' }, {}, 'balance'],
    [{ error: 'Insufficient credits.' }, {}, 'balance'],
    [{ error: 'The organisation is out of balance' }, { 'retry-after': '5' }, 'rate-limited'],
    [{ error: 'The organisation is out of balance', retry_after: 5 }, {}, 'rate-limited'],
    [{ code: 'rate_limited', message: 'insufficient funds of patience' }, {}, 'rate-limited'],
    [{ error: 'Too many jobs; your balance is fine' }, {}, 'rate-limited'],
    [{ error: 'white_balance is a number' }, {}, 'rate-limited'],
    [{ code: 'white_balance', message: 'no' }, {}, 'rate-limited'],
    [{ error: 'top up your coffee, and balance your polling' }, {}, 'rate-limited'],
    [{ code: 'insufficientBalance', message: 'no' }, { 'retry-after': '5' }, 'balance'],
    [{ code: 'ACCOUNT_OUT_OF_CREDITS', message: 'no' }, {}, 'balance'],
    [{ code: 'too_many_requests', message: 'out of balance' }, {}, 'rate-limited'],
    [{ code: 'separate_queue', message: 'out of balance' }, {}, 'balance'],
    [{ code: 'x', message: 'out of balance' }, { 'retry-after': '1.5' }, 'rate-limited'],
  ])('with %j and %j is %s', (body, headers, outcome) => {
    expect(outcomeOf(body, headers)).toBe(outcome);
  });

  it('with a page is about no balance', () => {
    const page = '<title>You are out of balance</title>';
    const trouble = troubleOf(429, page, 'text/html', { retryRoute: 'submitTask' });
    expect(trouble.outcome).toBe('rate-limited');
    expect(troubleOf(429, 'out of balance', 'text/plain', { retryRoute: 'submitTask' }).outcome).toBe(
      'balance',
    );
  });

  it('names no balance on any other route', () => {
    for (const retryRoute of ['poll', 'models', 'cancel'] as const) {
      expect(troubleOf(429, '{"code":"insufficient_balance"}', undefined, { retryRoute }).outcome).toBe(
        'rate-limited',
      );
      expect(troubleOf(402, enveloped, undefined, { retryRoute }).outcome).toBe('other');
    }
  });
});
