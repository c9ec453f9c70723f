import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derivedKey } from '../../../src/submit/request-key.ts';
import {
  checkedIdempotencyKey,
  onceKeyPrefix,
  onceKeyText,
  onceName,
} from '../../../src/submit/rules/once-key.ts';

const parts = { origin: 'https://api.example.com', route: 'POST /v2/jobs', name: 'shot-07', attempt: 1 };

/** What the world has relied on since version 1: a change here is a second charge somewhere. */
const golden = [
  [parts, 'g1-3b859fe30ac32a7b2a12b9ed1a913a3b0ef14c9f48366150c1a83c81171dec33'],
  [{ ...parts, attempt: 2 }, 'g1-e4851ed1446a5361b0be2968a18cf0b440ffab44b7b0edca11f368abf5a9d0b5'],
] as const;

describe('a derived key', () => {
  it('is the SHA-256 of each part with its length before it', () => {
    const text = '6:origin23:https://api.example.com5:route13:POST /v2/jobs4:name7:shot-07';
    expect(onceKeyText(parts)).toBe(text);
    expect(derivedKey(onceKeyPrefix, text)).toBe(`g1-${createHash('sha256').update(text).digest('hex')}`);
  });

  it('has the attempt in it from the second on, and the body with --revise', () => {
    expect(onceKeyText({ ...parts, attempt: 2 })).toBe(`${onceKeyText(parts)}7:attempt1:2`);
    expect(onceKeyText({ ...parts, body: '{}' })).toBe(`${onceKeyText(parts)}4:body2:{}`);
  });

  it('counts lengths in UTF-8, so that no two names read the same', () => {
    expect(onceKeyText({ ...parts, name: '狐' })).toContain('4:name3:狐');
    expect(onceKeyText({ ...parts, name: 'a7:attempt1:2' })).not.toBe(
      onceKeyText({ ...parts, name: 'a', attempt: 2 }),
    );
  });

  it('is the one that the world relies on since version 1', () => {
    expect(golden.map(([one]) => derivedKey(onceKeyPrefix, onceKeyText(one)))).toEqual(
      golden.map(([, key]) => key),
    );
  });
});

describe('the name of --once', () => {
  it('has the CI run’s id in place of @ci', () => {
    expect(onceName('@ci/hero', '4711')).toBe('ci/4711/hero');
    expect(onceName('hero', '4711')).toBe('hero');
  });

  it.each([
    ['@ci/hero', undefined],
    ['', '1'],
    ['@ci/', '1'],
    ['a\nb', '1'],
  ])('is refused when it is %j in run %s', (text, runId) => {
    expect(() => onceName(text, runId)).toThrow(/--once/);
  });
});

describe('a key set by hand', () => {
  it.each(['', 'a b', 'schlüssel', 'x'.repeat(256)])('is refused when it is %j', (text) => {
    expect(() => checkedIdempotencyKey(text)).toThrow(/--idempotency-key/);
  });

  it('is taken as it is', () => {
    expect(checkedIdempotencyKey('order:42/clip')).toBe('order:42/clip');
  });
});
