import { describe, expect, it } from 'vitest';
import { provesNoJob } from '../../../src/rules/intent/settling-refusal.ts';

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
