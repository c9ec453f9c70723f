import { describe, expect, it } from 'vitest';
import { fixedKey } from '../../../src/account/keys/account-key.ts';
import { programKey } from '../../../src/account/keys/program-key.ts';
import { AuthError } from '../../../src/errors/endings.ts';

/** A program that prints these keys in turn, the last one for ever, and how often it ran. */
function program(...printed: string[]) {
  const runs: string[] = [];
  const askAgain = async (): Promise<string> => {
    const key = printed[Math.min(runs.length, printed.length - 1)] ?? '';
    runs.push(key);
    return key;
  };
  return { runs, askAgain };
}

describe('a key that a program prints', () => {
  it('is replaced once for all requests that it was refused to', async () => {
    const { askAgain, runs } = program('b', 'c');
    const key = programKey('a', askAgain);
    expect(await Promise.all(Array.from({ length: 20 }, () => key.replace('a', 1)))).toEqual(
      Array.from({ length: 20 }, () => 'replaced'),
    );
    expect([key.current(), runs]).toEqual(['b', ['b']]);
    // An answer to a request that left with the key before.
    expect(await key.replace('a', 1)).toBe('replaced');
    expect([key.current(), runs]).toEqual(['b', ['b']]);
  });

  it('is not asked for again where the program prints one that was refused before', async () => {
    const { askAgain, runs } = program('b', 'a');
    const key = programKey('a', askAgain);
    expect(await key.replace('a', 1)).toBe('replaced');
    expect(await Promise.all([key.replace('b', 1), key.replace('b', 1)])).toEqual(['repeated', 'repeated']);
    expect(await key.replace('b', 1)).toBe('repeated');
    expect(runs).toEqual(['b', 'a']);
  });

  it('is asked for again if a key that was refused for a while ends after all', async () => {
    const { askAgain, runs } = program('a', 'b');
    const key = programKey('a', askAgain);
    expect(await key.replace('a', 1)).toBe('repeated');
    key.accept('a');
    expect(await key.replace('a', 1)).toBe('replaced');
    expect([key.current(), runs]).toEqual(['b', ['a', 'b']]);
  });

  it('is not asked for for ever where the service accepts none', async () => {
    const { askAgain, runs } = program('b', 'c', 'd', 'e', 'f');
    const key = programKey('a', askAgain);
    for (const refused of ['a', 'b', 'c']) expect(await key.replace(refused, 1)).toBe('replaced');
    expect(await key.replace('d', 1)).toBe('never accepted');
    expect(runs).toEqual(['b', 'c', 'd']);
  });

  it('is not asked for for ever by a request that the service refuses with every key', async () => {
    const { askAgain, runs } = program('b', 'c', 'd', 'e', 'f');
    const key = programKey('a', askAgain);
    for (const [at, refused] of ['a', 'b', 'c'].entries()) {
      key.accept(refused);
      expect(await key.replace(refused, at + 1)).toBe('replaced');
    }
    key.accept('d');
    expect(await key.replace('d', 4)).toBe('never accepted');
    expect(await key.replace('d', 1)).toBe('replaced');
    expect(runs).toEqual(['b', 'c', 'd', 'e']);
  });

  it('is asked for as often as keys end that were accepted', async () => {
    const { askAgain } = program(...Array.from({ length: 200 }, (_, at) => `k${at}`));
    const key = programKey('a', askAgain);
    for (let at = 0; at < 200; at += 1) {
      key.accept(key.current());
      expect(await key.replace(key.current(), 1)).toBe('replaced');
    }
    expect(key.current()).toBe('k199');
    // A worker may see thousands.
    expect(key.all()).toHaveLength(50);
    expect(key.all().slice(-2)).toEqual(['k198', 'k199']);
  });

  it('stays as it is where the program fails, which all requests hear of', async () => {
    let runs = 0;
    const key = programKey('a', () => {
      runs += 1;
      return Promise.reject(new AuthError({ code: 'credential_command_failed', message: 'no key' }));
    });
    const ends = await Promise.allSettled([key.replace('a', 1), key.replace('a', 1)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([key.current(), runs]).toEqual(['a', 1]);
  });
});

it('a key of a variable or of the settings is not replaced', async () => {
  const key = fixedKey('a');
  expect([await key.replace('a', 1), key.current(), key.all()]).toEqual(['fixed', 'a', ['a']]);
});
