import { describe, expect, it } from 'vitest';
import type { ExchangeResponse } from '../../../src/api/transport/exchange.ts';
import { outcomeFor, refusedStatus } from '../../../src/api/trouble/trouble.ts';

function troubleOf(status: number, body: string, contentType = 'application/json') {
  const response = { status, headers: { 'content-type': contentType } } as unknown as ExchangeResponse;
  return refusedStatus(response, body, 0);
}

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
  });
});
