import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAccounts } from '../../../src/cli/sandbox/accounts-file.ts';
import { limitsAsked } from '../../../src/cli/sandbox/trouble-flags.ts';
import type { CliError } from '../../../src/errors/cli-error.ts';

const noLimits = limitsAsked({
  forgetKeysAfter: undefined,
  inFlight: [],
  lookLimit: [],
  rateLimit: [],
  retryAfter: true,
});

function fileOf(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'accounts-')), 'accounts.json');
  writeFileSync(path, text);
  return path;
}

it('takes an account by its name, and by the beginning of its keys', () => {
  const read = readAccounts(
    fileOf('{"sbx_studio": {"balance_usd": 5}, "other": {"in_flight": 2}}'),
    noLimits,
  );
  expect(read.balances).toEqual({ studio: 5 });
  expect(read.limits.inFlight.own).toEqual({ other: 2 });
});

it.each([fileOf('{broken'), fileOf('[]'), 'missing.json'])(
  'says of %s what a file of accounts is',
  (path) => {
    const wrong = (): unknown => {
      try {
        return readAccounts(path, noLimits);
      } catch (error) {
        return error;
      }
    };
    expect(wrong()).toMatchObject({ message: expect.stringContaining(path) });
    expect(String((wrong() as CliError).hint)).not.toContain('@');
  },
);

it.each([
  ['{"studio": {"balance": 5}}', 'studio has balance'],
  ['{"studio": {"in_flight": 0}}', 'in_flight of studio is 0'],
  ['{"a.b": {}}', 'a.b is no account'],
])('refuses %s', (text, message) => {
  expect(() => readAccounts(fileOf(text), noLimits)).toThrow(message);
});
