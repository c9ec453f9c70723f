import { describe, expect, it } from 'vitest';
import {
  type AccountRelation,
  accountRelation,
  type ClaimAccount,
} from '../../../src/rules/intent/claim-account.ts';

const here = 'https://api.example.com/media';
const there = 'https://other.example.com/media';

/** A fingerprint of a key at an origin, under this home's secret or another's. */
const print = (key: string, origin = 'here', secret = '0a1b2c3d') => `f1-${secret}-${origin}${key}`;

function by(profile: string, key: string, changes: Partial<ClaimAccount> = {}): ClaimAccount {
  const key_source = profile === 'environment' ? 'environment' : 'stored';
  return { profile, base_url: here, key_source, account: print(key), ...changes };
}

/** What 0.1 wrote down of an account. */
const old = (profile: string, base_url = here): ClaimAccount => ({ profile, base_url });

const rows: {
  what: string;
  standing: ClaimAccount;
  comer: ClaimAccount;
  open: AccountRelation;
  settled: AccountRelation;
}[] = [
  {
    what: 'the same profile',
    standing: by('px', 'k1'),
    comer: by('px', 'k1'),
    open: 'same',
    settled: 'same',
  },
  {
    what: 'another profile with the same key',
    standing: by('px', 'k1'),
    comer: by('pz', 'k1'),
    open: 'same',
    settled: 'same',
  },
  {
    what: 'the same key in a variable',
    standing: by('px', 'k1'),
    comer: by('environment', 'k1'),
    open: 'same',
    settled: 'same',
  },
  {
    what: 'the same key, stored since',
    standing: by('environment', 'k1'),
    comer: by('px', 'k1'),
    open: 'same',
    settled: 'same',
  },
  {
    what: 'another profile and key',
    standing: by('px', 'k1'),
    comer: by('py', 'k2'),
    open: 'other',
    settled: 'other',
  },
  {
    what: 'the profile with a new key',
    standing: by('px', 'k1'),
    comer: by('px', 'k2'),
    open: 'rotated',
    settled: 'rotated',
  },
  {
    what: 'the profile with a new key by its command',
    standing: by('px', 'k1', { key_source: 'command' }),
    comer: by('px', 'k2', { key_source: 'command' }),
    open: 'rotated',
    settled: 'rotated',
  },
  {
    what: 'a variable over the profile',
    standing: by('px', 'k1'),
    comer: by('px', 'k2', { key_source: 'environment' }),
    open: 'other',
    settled: 'other',
  },
  {
    what: 'the profile where a variable stood over it',
    standing: by('px', 'k2', { key_source: 'environment' }),
    comer: by('px', 'k1'),
    open: 'other',
    settled: 'other',
  },
  {
    what: 'another variable',
    standing: by('environment', 'k1'),
    comer: by('environment', 'k2'),
    open: 'other',
    settled: 'other',
  },
  {
    what: 'the same key at another origin',
    standing: by('environment', 'k1'),
    comer: by('environment', 'k1', { base_url: there, account: print('k1', 'there') }),
    open: 'other',
    settled: 'other',
  },
  {
    what: 'the same profile at another origin',
    standing: by('px', 'k1'),
    comer: by('px', 'k1', { base_url: there, account: print('k1', 'there') }),
    open: 'other',
    settled: 'other',
  },
  {
    what: 'another path of the origin',
    standing: by('px', 'k1'),
    comer: by('px', 'k1', { base_url: 'https://api.example.com' }),
    open: 'same',
    settled: 'same',
  },
  {
    what: 'a key in a variable, after the secret was lost',
    standing: by('environment', 'k1'),
    comer: by('environment', 'k1', { account: print('k1', 'here', 'ffffffff') }),
    open: 'untold',
    settled: 'untold',
  },
  {
    what: 'the profile, after the secret was lost',
    standing: by('px', 'k1'),
    comer: by('px', 'k1', { account: print('k1', 'here', 'ffffffff') }),
    open: 'rotated',
    settled: 'rotated',
  },
  {
    what: 'a variable after 0.1',
    standing: old('environment'),
    comer: by('environment', 'k1'),
    open: 'untold',
    settled: 'same',
  },
  {
    what: 'a profile after a variable of 0.1',
    standing: old('environment'),
    comer: by('px', 'k1'),
    open: 'untold',
    settled: 'same',
  },
  {
    what: 'the profile of 0.1',
    standing: old('px'),
    comer: by('px', 'k1'),
    open: 'untold',
    settled: 'same',
  },
  {
    what: 'another profile than that of 0.1',
    standing: old('px'),
    comer: by('py', 'k2'),
    open: 'untold',
    settled: 'untold',
  },
  {
    what: 'a variable after a profile of 0.1',
    standing: old('px'),
    comer: by('environment', 'k1'),
    open: 'untold',
    settled: 'untold',
  },
  {
    what: 'another origin than that of 0.1',
    standing: old('environment', there),
    comer: by('environment', 'k1'),
    open: 'other',
    settled: 'other',
  },
  {
    what: 'the sandbox of 0.1',
    standing: old('sandbox', 'sandbox:'),
    comer: by('sandbox', 'k', { base_url: 'sandbox:', key_source: 'sandbox' }),
    open: 'same',
    settled: 'same',
  },
];

describe('whose a claim of a key is', () => {
  it.each(rows)('to $what: $open while it is open, $settled once settled', (row) => {
    const { standing, comer, open, settled } = row;
    expect(accountRelation(standing, comer, { settled: false })).toBe(open);
    expect(accountRelation(standing, comer, { settled: true })).toBe(settled);
  });
});
