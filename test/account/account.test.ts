import { describe, expect, it } from 'vitest';
import { type AccountEnvironment, type AccountFlags, resolveAccount } from '../../src/account/account.ts';
import type { StoredSettings } from '../../src/account/settings/settings.ts';

const work = 'https://work.example.com';
const home = 'https://home.example.com';
const other = 'https://other.example.com';

const profiles = {
  work: { base_url: work, api_key: 'sk-work' },
  home: { base_url: home, credential_command: ['op', 'read'], api_key: 'sk-home' },
  keyless: { base_url: home },
};
const stored: StoredSettings = { settings: {}, profiles, default_profile: 'work' };
const none: StoredSettings = { settings: {}, profiles: {}, default_profile: null };

function resolve(flags: AccountFlags, environment: AccountEnvironment, settings = stored) {
  const account = resolveAccount({ flags, environment, settings });
  return [account.profile, account.baseUrl, account.keySource];
}

const bothVariables = { GENCTL_BASE_URL: other, GENCTL_API_KEY: 'sk-env' };

describe('the account of a command', () => {
  it.each<[string, AccountFlags, AccountEnvironment, string[]]>([
    ['the default profile', {}, {}, ['work', work, 'stored']],
    ['the profile that GENCTL_PROFILE names', {}, { GENCTL_PROFILE: 'home' }, ['home', home, 'command']],
    [
      'an empty variable counts for nothing',
      {},
      { GENCTL_PROFILE: '', GENCTL_BASE_URL: '' },
      ['work', work, 'stored'],
    ],
    ['a key over that of a profile', {}, { GENCTL_API_KEY: 'k' }, ['work', work, 'environment']],
    [
      'another path at the service of a profile',
      {},
      { GENCTL_BASE_URL: `${work}/media` },
      ['work', `${work}/media`, 'stored'],
    ],
    ['key and base URL make an account', {}, bothVariables, ['environment', other, 'environment']],
    [
      'key and base URL outdo GENCTL_PROFILE',
      {},
      { ...bothVariables, GENCTL_PROFILE: 'home' },
      ['environment', other, 'environment'],
    ],
    ['--profile outdoes all variables', { profile: 'home' }, bothVariables, ['home', home, 'command']],
    ['--sandbox outdoes all variables', { sandbox: true }, bothVariables, ['sandbox', 'sandbox:', 'sandbox']],
    [
      '--sandbox is --profile sandbox',
      { sandbox: true, profile: 'sandbox' },
      {},
      ['sandbox', 'sandbox:', 'sandbox'],
    ],
    [
      '--base-url moves a named profile',
      { profile: 'home', baseUrl: other },
      bothVariables,
      ['home', other, 'command'],
    ],
    [
      '--base-url outdoes GENCTL_BASE_URL',
      { baseUrl: home },
      bothVariables,
      ['environment', home, 'environment'],
    ],
    [
      '--base-url moves the default profile to another path',
      { baseUrl: `${work}/v2` },
      {},
      ['work', `${work}/v2`, 'stored'],
    ],
    [
      'a sandbox that is served here, where the sandbox is the usual account',
      {},
      { GENCTL_PROFILE: 'sandbox', GENCTL_BASE_URL: 'http://127.0.0.1:8080' },
      ['sandbox', 'http://127.0.0.1:8080', 'sandbox'],
    ],
    [
      'a sandbox on loopback',
      { sandbox: true, baseUrl: 'http://127.0.0.1:8080/' },
      {},
      ['sandbox', 'http://127.0.0.1:8080', 'sandbox'],
    ],
    [
      'GENCTL_PROFILE=sandbox',
      {},
      { GENCTL_PROFILE: 'sandbox', GENCTL_API_KEY: 'sk' },
      ['sandbox', 'sandbox:', 'sandbox'],
    ],
    [
      'the sandbox never gets a real key',
      { baseUrl: 'sandbox:' },
      { GENCTL_API_KEY: 'sk' },
      ['sandbox', 'sandbox:', 'sandbox'],
    ],
  ])('%s', (_, flags, environment, expected) => {
    expect(resolve(flags, environment)).toEqual(expected);
  });

  it.each<[string, AccountFlags, AccountEnvironment]>([
    ['GENCTL_BASE_URL over the default profile', {}, { GENCTL_BASE_URL: other }],
    [
      'GENCTL_BASE_URL over a profile of GENCTL_PROFILE',
      {},
      { GENCTL_BASE_URL: other, GENCTL_PROFILE: 'home' },
    ],
    ['--base-url over the default profile', { baseUrl: other }, {}],
    ['--base-url over a profile of GENCTL_PROFILE', { baseUrl: other }, { GENCTL_PROFILE: 'home' }],
    ['another port', { baseUrl: `${work}:8443` }, {}],
    ['a host below', { baseUrl: 'https://eu.work.example.com' }, {}],
    ["the sandbox's account at a service", { baseUrl: other }, { GENCTL_PROFILE: 'sandbox' }],
  ])('takes no key of one service to another: %s', (_, flags, environment) => {
    const { GENCTL_BASE_URL = '' } = environment;
    expect(() => resolve(flags, environment)).toThrow(
      expect.objectContaining({
        exitCode: 3,
        code: 'key_of_another_service',
        message: expect.stringContaining(flags.baseUrl ?? GENCTL_BASE_URL),
        hint: expect.stringMatching(/GENCTL_API_KEY.*genctl auth login --profile NAME --base-url https:/),
      }),
    );
  });

  it('needs no profile where key and base URL are in the environment', () => {
    expect(resolve({}, bothVariables, none)).toEqual(['environment', other, 'environment']);
    expect(resolve({ baseUrl: work }, { GENCTL_API_KEY: 'k' }, none)).toEqual([
      'environment',
      work,
      'environment',
    ]);
  });

  it('is the embedded service only where the base URL says so', () => {
    const embedded = (flags: AccountFlags) =>
      resolveAccount({ flags, environment: {}, settings: none }).embedded;
    expect(embedded({ sandbox: true })).toBe(true);
    expect(embedded({ baseUrl: 'sandbox:' })).toBe(true);
    expect(embedded({ sandbox: true, baseUrl: 'http://localhost:1' })).toBe(false);
  });

  it.each<[string, AccountFlags, AccountEnvironment, StoredSettings, Record<string, unknown>]>([
    [
      'without an account: both ways on',
      {},
      {},
      none,
      { exitCode: 3, code: 'no_account', hint: expect.stringMatching(/genctl auth login.*--sandbox/) },
    ],
    [
      'a key without a base URL',
      {},
      { GENCTL_API_KEY: 'sk-env' },
      none,
      { exitCode: 2, code: 'no_base_url' },
    ],
    ['a base URL without a key', { baseUrl: other }, {}, none, { exitCode: 3, code: 'no_key' }],
    [
      'a profile without a key',
      { profile: 'keyless' },
      bothVariables,
      stored,
      { exitCode: 3, code: 'no_key' },
    ],
    ['an unknown profile', { profile: 'wrok' }, {}, stored, { exitCode: 2, code: 'unknown_profile' }],
    [
      'an unknown GENCTL_PROFILE',
      {},
      { GENCTL_PROFILE: 'wrok' },
      stored,
      { exitCode: 2, code: 'unknown_profile' },
    ],
    [
      'a default that is gone',
      {},
      {},
      { ...none, default_profile: 'gone' },
      { exitCode: 2, code: 'unknown_profile' },
    ],
    [
      'two accounts at once',
      { sandbox: true, profile: 'work' },
      {},
      stored,
      { exitCode: 2, code: 'account_conflict' },
    ],
    [
      'plain http elsewhere',
      { baseUrl: 'http://api.example.com' },
      {},
      stored,
      { exitCode: 2, code: 'base_url_invalid', message: "the base URL from --base-url can't be used" },
    ],
    [
      'a password in GENCTL_BASE_URL, which is not shown',
      {},
      { GENCTL_BASE_URL: 'https://me:hunter2@api.example.com' },
      stored,
      {
        exitCode: 2,
        message: expect.not.stringContaining('hunter2'),
        why: expect.not.stringContaining('hunter2'),
        hint: expect.not.stringContaining('hunter2'),
      },
    ],
  ])('refuses %s', (_, flags, environment, settings, expected) => {
    expect(() => resolve(flags, environment, settings)).toThrow(expect.objectContaining(expected));
  });
});
