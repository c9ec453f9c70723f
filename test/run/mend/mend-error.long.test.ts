import { describe, expect, it } from 'vitest';
import { isKeyFlag } from '../../../src/run/mend/mend-error.ts';
import { errorOf, newHome, type RunOptions } from '../../transcripts/genctl.ts';

interface Told {
  hint: string;
  why: string;
  fix?: { argv?: string[] };
}

const key = 'sk-live-123';

async function toldOf(words: readonly string[], options: RunOptions = {}): Promise<Told & { said: string }> {
  const refused = await newHome().run([...words, '--json'], {
    ...options,
    env: { GENCTL_PROFILE: 'sandbox', ...options.env },
  });
  expect(refused.code, refused.stderr).toBe(2);
  return { ...(errorOf(refused) as unknown as Told), said: refused.stderr };
}

describe('a key that stands on a line', () => {
  it.each([
    '--access-token',
    '--x-api-key',
    '--genctl-api-key',
    '--access-key',
    '--client-secret',
    '--apikeys',
    '--accessToken',
    '--auth',
    '--authorization',
    '--bearer',
    '--credentials',
    '--passwd',
    '--api_key',
    '-key',
  ])('behind %s is not repeated, and auth login is named', async (flag) => {
    for (const typed of [[flag, key], [`${flag}=${key}`]]) {
      const told = await toldOf(['generate', 'a cat', ...typed, '-m', 'vendor-a/image-1']);
      expect(told.said).not.toContain(key);
      expect(told.fix?.argv).toEqual(['genctl', 'auth', 'login']);
    }
  });

  it.each(['--name', '--profile-name', '--account'])(
    'behind %s, where a name would be a profile, is not repeated',
    async (flag) => {
      expect((await toldOf(['auth', 'login', flag, key])).said).not.toContain(key);
      expect((await toldOf(['auth', 'login', flag, 'studio'])).fix?.argv).toContain('--profile');
    },
  );

  it.each([
    [['-H', `x-api-key: ${key}`]],
    [['--header', `Authorization: Bearer ${key}`]],
    [[`-Hx-api-key: ${key}`]],
    [[`--header=x-api-key: ${key}`]],
  ])('in a header, as in %j, is not repeated', async (typed) => {
    for (const command of ['submit', 'generate'])
      expect((await toldOf([command, 'a cat', ...typed])).said).not.toContain(key);
  });

  it.each([[['a cat', key, '--max-bill', '1']], [['a cat', key, '--silly-flag']], [[`a cat, ${key}`]]])(
    'and is the one of the environment is not repeated: %j',
    async (typed) => {
      const env = { GENCTL_API_KEY: key, GENCTL_BASE_URL: 'http://127.0.0.1:9' };
      const told = await toldOf(['generate', ...typed], { env });
      expect(told.said).not.toContain(key);
      expect(told.fix?.argv).toEqual(['genctl', 'auth', 'login']);
    },
  );

  it('in the place of a command is not repeated where it is the one of the environment', async () => {
    const env = { GENCTL_API_KEY: key, GENCTL_BASE_URL: 'http://127.0.0.1:9' };
    expect((await toldOf([key], { env })).said).not.toContain(key);
  });

  it.each([
    [['auth', 'login', key]],
    [['login', key]],
    [['auth', 'logni', key]],
    [['auth', 'login', '--', key]],
  ])('%j is told where a key goes, without it', async (words) => {
    const told = await toldOf(words);
    expect(told.said).not.toContain(key);
    expect(told.fix?.argv).toBeUndefined();
    expect(told.why).toMatch(/takes no key on a command line/);
    expect(told.hint).toMatch(/^genctl auth login, .*stdin/);
  });

  it.each([
    [['submit', 'a cat', '-m', 'vendor-a/image-1', `-k${key}`], '-k'],
    [['submit', 'a cat', `-wk${key}`], '-k'],
    [['submit', 'a cat', `-k${key}`, '--durration', '5'], '-k'],
    [['jobs', `-k${key}`], '-k'],
    [['auth', 'login', `-k${key}`], '-k'],
    [['auth', `-k${key}`], '-k'],
    [[`-qk${key}`, 'jobs'], '-k'],
    [[`-k${key}`], '-k'],
    [['generate', 'a cat', `-k${key}`], ''],
    [['auth', key], ''],
  ])('in one word with a flag, or behind auth, is not repeated: %j', async (words, flag) => {
    const told = await toldOf(words);
    expect(told.said).not.toContain(key);
    expect(told.said).toContain(flag);
    expect(told.fix?.argv ?? []).not.toContain(expect.stringContaining(key));
  });

  it('is no name of an account', async () => {
    for (const command of ['status', 'list']) {
      const told = await toldOf(['auth', command, key]);
      expect([told.said.includes(key), told.fix?.argv]).toEqual([false, undefined]);
    }
  });

  it.each(['--idempotency-key', '--keyframe', '--author', '--same-account', '--no-cdn'])(
    'is not what %s is for',
    (flag) => {
      expect(isKeyFlag(flag)).toBe(false);
    },
  );
});

describe('a flag that nobody knows', () => {
  it.each([
    [['generate', 'a cat', '--max-bill', '1'], '"generate" is "submit" here.', '--max-bill'],
    [['generate', 'a cat', '--max-bill=1'], '"generate" is "submit" here.', '--max-bill'],
    [['generate', 'a cat', '--no-submit'], '"generate" is "submit" here.', '--no-submit'],
    [['-p', 'a cat', '--max-bill', '5'], 'Put the flags of a request after its command.', '--max-bill'],
    [['submit', 'a cat', '--dry', '--max-bill', '5'], '"--dry" is "--dry-run" here.', '--max-bill'],
    [['generate', 'a cat', '--max-bill', '1', '-m'], '"generate" is "submit" here.', '--max-bill'],
  ])('%j is told by its name, with the command, and no line', async (words, meant, flag) => {
    const told = await toldOf(words);
    expect(told.fix?.argv).toBeUndefined();
    expect(told.hint).toBe('genctl submit --help');
    expect(told.why.split('\n')).toEqual([meant, `There is no flag ${flag} on genctl submit.`]);
  });
});

describe('a flag of auth login that nobody knows', () => {
  it.each([
    ['auth login --silly Studio-2'],
    ['auth login --silly studio'],
    ['auth login --silly'],
    ['auth login studio --silly Studio-2'],
    ['auth login Studio-2 --silly'],
  ])('%s is told as a flag of any command is', async (line) => {
    const told = await toldOf(line.split(' '));
    expect(told).toMatchObject({
      message: "Unknown option '--silly'",
      why: 'The command has no such flag, and no similar one.',
      hint: 'genctl auth login --help',
    });
    expect(told.fix?.argv).toBeUndefined();
  });
});

describe('a flag beside another slip', () => {
  it('is named with the one that it is nearly called', async () => {
    const { why } = await toldOf(['draft', 'fox', '--take', '3', '--durration', '4']);
    expect(why.split('\n')).toEqual([
      'The nearest is --takes.',
      'There is no flag --durration on genctl draft. The nearest is --duration.',
    ]);
    const other = await toldOf(['draft', 'fox', '--take', '3', '--max-bill', '1', '--durration', '4']);
    expect(other.why).toMatch(/--max-bill on genctl draft\.$/);
  });
});

describe('a flag that genctl had once', () => {
  it.each([
    ['submit fox -w --cancel-on-timeout', 'genctl cancel ID'],
    ['wait @last --cancel-on-timeout', 'genctl cancel ID'],
    ['batch m.jsonl --fail-fast', 'genctl help batch'],
    ['batch m.jsonl --id-hash', 'genctl batch --help'],
    ['batch m.jsonl --pick --finals f.jsonl', 'genctl batch --help'],
    ['batch m.jsonl --window 5', 'genctl batch --help'],
  ])('%s has a reason, a hint, and no line that leaves it out', async (line, hint) => {
    const told = await toldOf(line.split(' '));
    expect([told.hint, told.fix?.argv]).toEqual([hint, undefined]);
    expect(told.why.split('\n')).toHaveLength(2);
  });

  it('is how a batch works without it: it always waits', async () => {
    const told = await toldOf(['batch', 'm.jsonl', '-w']);
    expect(told.why).toBe('-w is the default.');
  });
});
