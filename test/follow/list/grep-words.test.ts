import { describe, expect, it } from 'vitest';
import { mayHaveWords } from '../../../src/follow/list/job-filters.ts';
import type { Intent } from '../../../src/ledger/record.ts';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { at, intent, jobRecord } from '../../ledger/fixtures/records.ts';

/** The record of a job as it stands on the disk. */
function bytesOf(body: string, more: Partial<Intent> = {}): Uint8Array {
  return recordBytes(jobRecord('job_1', { recorded_at: at(1), intent: intent({ body, ...more }) }));
}
const ofPrompt = (prompt: string) => bytesOf(JSON.stringify({ input: { prompt } }));

describe('the words of --grep in the bytes of a record', () => {
  it.each([
    ['a red FOX', ['fox', 'red']],
    ['one\nfox', ['fox']],
    ['\u212Aite', ['kite']],
    ['FÜCHSIN', ['füchsin']],
    ['a "fox"', ['"fox"']],
  ])('%j may have %j', (prompt, words) => expect(mayHaveWords(words)(ofPrompt(prompt))).toBe(true));

  it('are passed over only where that is certain', () => {
    const isFox = mayHaveWords(['fox']);
    expect(isFox(ofPrompt('a hare'))).toBe(false);
    expect(isFox(bytesOf(String.raw`{"input":{"prompt":"\u0066ox"}}`))).toBe(true);
    expect(isFox(bytesOf('{}', { draft_of: 'job_0' }))).toBe(true);
  });
});
