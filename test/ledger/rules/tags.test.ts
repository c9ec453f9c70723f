import { describe, expect, it } from 'vitest';
import { CliError } from '../../../src/errors/cli-error.ts';
import {
  areTags,
  hasTags,
  inheritedTags,
  readSoughtTag,
  readTag,
  tagsOf,
  tagsText,
} from '../../../src/ledger/rules/tags.ts';

function refusal(work: () => unknown): CliError {
  try {
    work();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}

describe('a tag', () => {
  it.each([
    ['client=acme', 'client', 'acme'],
    ['note=a=b', 'note', 'a=b'],
    ['客户=東京 支店', '客户', '東京 支店'],
    ['round.2_b-c=1', 'round.2_b-c', '1'],
  ])('%s is its name and its value', (text, name, value) => {
    expect(readTag(text)).toEqual({ name, value });
  });

  it.each([
    ['client', 'It has no value.', '--tag client=VALUE'],
    ['=acme', 'It has no name before the =.', '--tag client=acme'],
    ['client= ', 'Its value is empty.', '--tag client=acme'],
    ['a b=c', 'A name has letters, digits, and within it . _ and -.', '--tag client=acme'],
    ['-x=c', 'A name has letters, digits, and within it . _ and -.', '--tag client=acme'],
    [`${'n'.repeat(61)}=c`, 'Its name has 61 characters, and may have 60.', '--tag client=acme'],
    [`n=${'v'.repeat(201)}`, 'Its value has 201 characters, and may have 200.', '--tag client=acme'],
    ['n=a\u001b[31m', 'Its value has control characters in it.', '--tag client=acme'],
  ])('%j is refused, and why', (text, why, hint) => {
    const error = refusal(() => readTag(text));
    expect(error).toMatchObject({ exit: 'usage', code: 'invalid_flag', why, hint });
    expect(error.message.length).toBeLessThan(300);
  });

  it('may be looked for by its name alone', () => {
    expect(readSoughtTag('client')).toEqual({ name: 'client', value: undefined });
    expect(refusal(() => readSoughtTag('client=')).why).toBe('Its value is empty.');
  });
});

describe('the tags of a job', () => {
  const typed = (...texts: string[]) => tagsOf(texts.map((text) => readTag(text)));

  it('are none, or each by its name; twice the same is one', () => {
    expect(typed()).toBeUndefined();
    expect(typed('client=acme', 'round=2', 'client=acme')).toEqual({ client: 'acme', round: '2' });
    expect(tagsText({ client: 'acme', round: '2' })).toBe('client=acme round=2');
  });

  it('have one value a name, and are twenty at most, with those of the job that it comes from', () => {
    expect(refusal(() => typed('client=acme', 'client=other')).why).toBe('Once as "acme", once as "other".');
    const many = typed(...Array.from({ length: 20 }, (_, at) => `n${at}=1`));
    expect(inheritedTags(many, { n0: '0' })).toEqual({ ...many, n0: '1' });
    expect(refusal(() => inheritedTags(many, { other: '1' }))).toMatchObject({
      message: "A job can't have 21 tags",
      code: 'too_many_tags',
    });
  });

  it('are found by each name and value that is looked for', () => {
    const tags = typed('client=acme', 'round=2');
    const has = (...texts: string[]) =>
      hasTags(
        tags,
        texts.map((text) => readSoughtTag(text)),
      );
    expect(has('client')).toBe(true);
    expect(has('client=acme', 'round=2')).toBe(true);
    expect(has('client=acme', 'round=3')).toBe(false);
    expect(has('toString')).toBe(false);
    expect(hasTags(undefined, [readSoughtTag('client')])).toBe(false);
    expect(hasTags(undefined, [])).toBe(true);
  });

  it('that others wrote are taken only as they could be typed', () => {
    expect(areTags({ client: 'acme' })).toBe(true);
    for (const odd of [null, [], 'client=acme', { client: 1 }, { 'a b': 'c' }, { client: '' }])
      expect(areTags(odd), JSON.stringify(odd)).toBe(false);
  });
});
