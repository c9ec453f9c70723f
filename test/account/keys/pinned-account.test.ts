import { describe, expect, it } from 'vitest';
import type { AccountEnvironment, AccountFlags } from '../../../src/account/account.ts';
import { pinnedAccounts } from '../../../src/account/keys/pinned-account.ts';
import type { StoredSettings } from '../../../src/account/settings/settings.ts';

const work = 'https://work.example.com/media';
const other = 'https://other.example.com';

const stored: StoredSettings = {
  settings: {},
  profiles: {
    work: { base_url: work, api_key: 'sk-work' },
    colleague: { base_url: 'https://work.example.com', api_key: 'sk-colleague' },
    elsewhere: { base_url: other, api_key: 'sk-elsewhere' },
  },
  default_profile: 'elsewhere',
};
const none: StoredSettings = { settings: {}, profiles: {}, default_profile: null };
const ofWork = { profile: 'work', base_url: work };
const ofVariables = { profile: 'environment', base_url: work };

function resolve(
  pinned: { profile: string; base_url: string },
  from: { flags?: AccountFlags; environment?: AccountEnvironment; settings?: StoredSettings } = {},
) {
  const { flags = {}, environment = {}, settings = stored } = from;
  const [account] = pinnedAccounts(pinned, { flags, environment, settings });
  return [account?.profile, account?.baseUrl, account?.keySource];
}

describe('the account of a job in the ledger', () => {
  it('is where the job was submitted, whatever the default is now', () => {
    expect(resolve(ofWork)).toEqual(['work', work, 'stored']);
    expect(resolve({ profile: 'sandbox', base_url: 'sandbox:' })).toEqual(['sandbox', 'sandbox:', 'sandbox']);
  });

  it('takes the key of the environment only where that goes with its place', () => {
    const key = { GENCTL_API_KEY: 'sk-env' };
    expect(resolve(ofWork, { environment: { ...key, GENCTL_BASE_URL: other } })).toEqual([
      'work',
      work,
      'stored',
    ]);
    expect(resolve(ofWork, { environment: key })).toEqual(['work', work, 'stored']);
    expect(resolve(ofWork, { environment: { ...key, GENCTL_PROFILE: 'work' } })).toEqual([
      'work',
      work,
      'environment',
    ]);
    expect(resolve(ofVariables, { environment: { ...key, GENCTL_BASE_URL: work } })).toEqual([
      'environment',
      work,
      'environment',
    ]);
    expect(resolve(ofVariables, { environment: key, settings: none })).toEqual([
      'environment',
      work,
      'environment',
    ]);
  });

  it('may be another one at the same origin, with the base URL of the record', () => {
    const settings = { ...stored, default_profile: 'work' };
    expect(resolve({ profile: 'removed', base_url: work }, { settings })).toEqual(['work', work, 'stored']);
    expect(resolve(ofVariables, { settings })).toEqual(['work', work, 'stored']);
    expect(resolve(ofWork, { flags: { profile: 'colleague' } })).toEqual(['colleague', work, 'stored']);
  });

  it('moves with --base-url, and with its own key', () => {
    const moved = 'https://work.example.com/new';
    const environment = { GENCTL_API_KEY: 'sk-env' };
    expect(resolve(ofWork, { flags: { baseUrl: moved } })).toEqual(['work', moved, 'stored']);
    expect(resolve(ofWork, { flags: { baseUrl: moved }, environment })).toEqual(['work', moved, 'stored']);
    expect(resolve(ofWork, { flags: { baseUrl: other, profile: 'work' } })).toEqual([
      'work',
      other,
      'stored',
    ]);
    expect(resolve(ofWork, { flags: { baseUrl: other }, environment })).toEqual([
      'environment',
      other,
      'environment',
    ]);
    const served = { profile: 'sandbox', base_url: 'http://127.0.0.1:1' };
    expect(resolve(served, { flags: { baseUrl: 'http://127.0.0.1:2' } })).toEqual([
      'sandbox',
      'http://127.0.0.1:2',
      'sandbox',
    ]);
  });

  it('is not moved to another service with the key of its own', () => {
    expect(() => resolve(ofWork, { flags: { baseUrl: other } })).toThrow(
      expect.objectContaining({ exitCode: 3, code: 'key_of_another_service' }),
    );
  });

  it.each<[string, Parameters<typeof resolve>]>([
    ['a profile that is at another place now', [{ profile: 'elsewhere', base_url: work }]],
    ['a profile that is gone', [{ profile: 'removed', base_url: work }]],
    [
      'a key that goes with the default profile',
      [ofVariables, { environment: { GENCTL_API_KEY: 'sk-elsewhere' } }],
    ],
    [
      'a key that goes with another base URL',
      [ofVariables, { environment: { GENCTL_API_KEY: 'k', GENCTL_BASE_URL: other }, settings: none }],
    ],
    ['no key at all', [ofVariables, { settings: none }]],
  ])('sends no key to it from %s', (_, [pinned, from]) => {
    expect(() => resolve(pinned, from)).toThrow(
      expect.objectContaining({ exitCode: 3, code: 'no_key', hint: expect.stringContaining(work) }),
    );
  });

  it('is not that of a profile at another place', () => {
    for (const flags of [{ profile: 'elsewhere' }, { sandbox: true }]) {
      expect(() => resolve(ofWork, { flags })).toThrow(
        expect.objectContaining({
          exitCode: 2,
          code: 'job_elsewhere',
          message: expect.stringContaining(work),
        }),
      );
    }
  });
});
