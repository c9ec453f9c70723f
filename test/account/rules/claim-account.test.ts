import { describe, expect, it } from 'vitest';
import {
  type AccountRelation,
  accountRelation,
  type ClaimAccount,
} from '../../../src/account/rules/claim-account.ts';

const here = 'https://api.example.com/media';
const there = 'https://other.example.com/media';

/** A fingerprint of a key at an origin, under this home's secret or another's. */
const print = (key: string, origin = 'here', secret = '0a1b2c3d') => `f1-${secret}-${origin}${key}`;

function by(profile: string, key: string, changes: Partial<ClaimAccount> = {}): ClaimAccount {
  const key_source = profile === 'environment' ? 'environment' : 'stored';
  return { profile, base_url: here, key_source, account: print(key), ...changes };
}

const rows: {
  what: string;
  standing: ClaimAccount;
  comer: ClaimAccount;
  relation: AccountRelation;
}[] = [
  {
    what: 'the same profile',
    standing: by('px', 'k1'),
    comer: by('px', 'k1'),
    relation: 'same',
  },
  {
    what: 'another profile with the same key',
    standing: by('px', 'k1'),
    comer: by('pz', 'k1'),
    relation: 'same',
  },
  {
    what: 'the same key in a variable',
    standing: by('px', 'k1'),
    comer: by('environment', 'k1'),
    relation: 'same',
  },
  {
    what: 'the same key, stored since',
    standing: by('environment', 'k1'),
    comer: by('px', 'k1'),
    relation: 'same',
  },
  {
    what: 'another profile and key',
    standing: by('px', 'k1'),
    comer: by('py', 'k2'),
    relation: 'other',
  },
  {
    what: 'the profile with a new key',
    standing: by('px', 'k1'),
    comer: by('px', 'k2'),
    relation: 'rotated',
  },
  {
    what: 'the profile with a new key by its command',
    standing: by('px', 'k1', { key_source: 'command' }),
    comer: by('px', 'k2', { key_source: 'command' }),
    relation: 'rotated',
  },
  {
    what: 'a variable over the profile',
    standing: by('px', 'k1'),
    comer: by('px', 'k2', { key_source: 'environment' }),
    relation: 'other',
  },
  {
    what: 'the profile where a variable stood over it',
    standing: by('px', 'k2', { key_source: 'environment' }),
    comer: by('px', 'k1'),
    relation: 'other',
  },
  {
    what: 'another variable',
    standing: by('environment', 'k1'),
    comer: by('environment', 'k2'),
    relation: 'other',
  },
  {
    what: 'the same key at another origin',
    standing: by('environment', 'k1'),
    comer: by('environment', 'k1', { base_url: there, account: print('k1', 'there') }),
    relation: 'other',
  },
  {
    what: 'the same profile at another origin',
    standing: by('px', 'k1'),
    comer: by('px', 'k1', { base_url: there, account: print('k1', 'there') }),
    relation: 'other',
  },
  {
    what: 'another path of the origin',
    standing: by('px', 'k1'),
    comer: by('px', 'k1', { base_url: 'https://api.example.com' }),
    relation: 'same',
  },
  {
    what: 'a key in a variable, after the secret was lost',
    standing: by('environment', 'k1'),
    comer: by('environment', 'k1', { account: print('k1', 'here', 'ffffffff') }),
    relation: 'untold',
  },
  {
    what: 'the profile, after the secret was lost',
    standing: by('px', 'k1'),
    comer: by('px', 'k1', { account: print('k1', 'here', 'ffffffff') }),
    relation: 'rotated',
  },
  {
    what: 'a claim that no account has made yet',
    standing: { profile: 'px', base_url: here },
    comer: { profile: 'px', base_url: here },
    relation: 'untold',
  },
];

describe('whose a claim of a key is', () => {
  it.each(rows)('to $what: $relation', ({ standing, comer, relation }) => {
    expect(accountRelation(standing, comer)).toBe(relation);
  });
});
