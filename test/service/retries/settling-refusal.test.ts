import { describe, expect, it } from 'vitest';
import { provesNoJob } from '../../../src/service/retries/settling-refusal.ts';

const refusal = { status: 400, enveloped: true, wire: { code: 'invalid_input', message: 'no' } };

describe('a 400 for the content of a body', () => {
  it.each([
    ['a fox', true],
    ['1.2://3', true],
    ['data:image/png;base64,AA==', true],
    ['https://example.com/a.png', false],
    ['as in git+ssh2.0://host', false],
  ])('of a prompt %s proves that there is no job: %s', (prompt, proves) => {
    expect(provesNoJob(refusal, { input: { prompt } })).toBe(proves);
  });

  it.each(['x', 'x1', 'x-', '1'])('is judged at once, however long the prompt of %s is', (part) => {
    // Read again from each letter, such a prompt would take longer than a test may.
    expect(provesNoJob(refusal, { input: { prompt: part.repeat(200_000) } })).toBe(true);
  });
});

describe('a refusal of a body without a draft or a link', () => {
  const proves = (changes: Partial<typeof refusal> = {}, code = 'invalid_input', message = 'no') =>
    provesNoJob({ ...refusal, ...changes, wire: { code, message } }, { input: { prompt: 'a fox' } });

  it('proves that there is no job where the service says so of the body', () => {
    expect([400, 413, 422].map((status) => proves({ status }))).toEqual([true, true, true]);
    expect([401, 402, 403, 404, 409, 429, 500].some((status) => proves({ status }))).toBe(false);
  });

  it('proves nothing where another than the service may have written it', () => {
    expect(proves({ enveloped: false })).toBe(false);
  });

  it.each([
    ['insufficient_balance', 'no'],
    ['invalid_input', 'Out of funds, please top up'],
    ['too_many_jobs', 'no'],
    ['idempotency_key_in_use', 'no'],
    ['model_not_found', 'no'],
  ])('proves nothing where it may pass: %s, %s', (code, message) => {
    expect(proves({}, code, message)).toBe(false);
  });
});
