import { describe, expect, it } from 'vitest';
import {
  draftParent,
  parentWord,
  parentWordSearch,
  wordOfParent,
} from '../../../src/batch/rules/parent-word.ts';

describe('a word for another line', () => {
  it.each([
    ['@s03', { id: 's03', takes: 'output' }],
    ['@s03.last_frame', { id: 's03', takes: 'last_frame' }],
    ['@a.b c', { id: 'a.b c', takes: 'output' }],
    ['./@x', undefined],
    ['https://example.com/@x', undefined],
  ])('%s', (word, meant) => {
    expect(parentWord(word)).toEqual(meant);
    if (meant !== undefined) expect(wordOfParent(parentWord(word) ?? { id: '', takes: 'output' })).toBe(word);
  });

  it('names a draft by all of it', () => {
    expect(draftParent('@s.last_frame')).toEqual({ id: 's.last_frame', takes: 'output' });
    expect(draftParent('job_1')).toBeUndefined();
  });

  it.each([
    ['{"first_frame":"@s1"}', true],
    ['s1,@s2,x', true],
    ['{"prompt":"mail fox@example.com, or see @fox"}', false],
    ['{"prompt":"a fox"}', false],
  ])('may stand in %s: %s', (text, isThere) => {
    expect(parentWordSearch()(Buffer.from(text))).toBe(isThere);
  });

  it('is found where a piece of the file ends before its sign', () => {
    const search = parentWordSearch();
    expect([search(Buffer.from('{"draft":"')), search(Buffer.from('@s1"}'))]).toEqual([false, true]);
  });
});
