import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type KeyedService, startKeyedService } from './fixtures/keyed-service.ts';
import { type Ended, errorOf, newHome } from './genctl.ts';

const fox = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '-q'];

/** How a command comes to its account: its flags and its variables. */
interface Way {
  flags?: string[];
  env?: Record<string, string>;
}

/** Two profiles of their own keys, one more with the key of the first, and what variables make. */
const ways = {
  px: { flags: ['--profile', 'px'] },
  py: { flags: ['--profile', 'py'] },
  'pz, which has the key of px': { flags: ['--profile', 'pz'] },
  'the key of px in a variable': { env: { GENCTL_API_KEY: 'kx' } },
  'the key of py in a variable': { env: { GENCTL_API_KEY: 'ky' } },
  'the key of py over the profile px': { env: { GENCTL_API_KEY: 'ky', GENCTL_PROFILE: 'px' } },
} as const satisfies Record<string, Way>;

type WayName = keyof typeof ways;

/** The account behind each way: what it pays with. */
const accountOf: Record<WayName, 'kx' | 'ky'> = {
  px: 'kx',
  py: 'ky',
  'pz, which has the key of px': 'kx',
  'the key of px in a variable': 'kx',
  'the key of py in a variable': 'ky',
  'the key of py over the profile px': 'ky',
};
const wayNames = Object.keys(ways) as WayName[];

async function bench(fault: Parameters<typeof startKeyedService>[0] = 'none') {
  const { home, run } = newHome();
  const service = await startKeyedService(fault);
  onTestFinished(async () => {
    await service.close();
    rmSync(home, { recursive: true, force: true });
  });
  const config = join(home, 'genctl', 'config.json');
  mkdirSync(join(home, 'genctl'), { mode: 0o700 });
  const write = (keys: Record<string, string>): void => {
    const profiles = Object.entries(keys).map(([name, api_key]) => [
      name,
      { base_url: service.baseUrl, api_key },
    ]);
    const text = { settings: {}, profiles: Object.fromEntries(profiles), default_profile: null };
    writeFileSync(config, JSON.stringify(text), { mode: 0o600 });
  };
  write({ px: 'kx', py: 'ky', pz: 'kx' });
  const as = (name: WayName, words: readonly string[]): Promise<Ended> => {
    const way: Way = ways[name];
    const base = way.env === undefined ? {} : { GENCTL_BASE_URL: baseOf(way, service) };
    return run([...words, ...(way.flags ?? [])], { env: { ...base, ...way.env } });
  };
  return { home, run, as, service, write };
}

/** With a profile named, its base URL stands, and the variable holds the key alone. */
function baseOf({ env }: Way, service: KeyedService): string {
  return env?.GENCTL_PROFILE === undefined ? service.baseUrl : '';
}

const ownersOf = ({ jobs }: KeyedService) => [...jobs.values()].map(({ owner }) => owner).sort();

describe('a name belongs to an account', () => {
  const cases = wayNames.flatMap((first) => wayNames.map((second) => ({ first, second })));

  it.each(cases)('used by $first, then by $second', async ({ first, second }) => {
    const isSame = accountOf[first] === accountOf[second];
    const { as, service } = await bench();
    const words = [...fox, '--once', 'n1'];
    const one = await as(first, words);
    const other = await as(second, words);
    expect([one.code, other.code], one.stderr + other.stderr).toEqual([0, 0]);
    expect(one.stdout === other.stdout).toBe(isSame);
    expect(ownersOf(service)).toEqual(isSame ? [`Bearer ${accountOf[first]}`] : ['Bearer kx', 'Bearer ky']);
    // Each finds its own again, whoever came between.
    expect((await as(first, words)).stdout).toBe(one.stdout);
    expect((await as(second, words)).stdout).toBe(other.stdout);
    expect(service.submits).toBe(isSame ? 1 : 2);
  });

  it.each(cases)('and stays open for $first while $second uses it', async ({ first, second }) => {
    const isSame = accountOf[first] === accountOf[second];
    const { as, service } = await bench('no id after commit');
    const words = [...fox, '--once', 'n1'];
    service.refuseAfter(1, 401);
    const lost = await as(first, words);
    expect(lost.code, lost.stderr).toBe(13);
    service.refuseWith = undefined;
    const other = await as(second, words);
    expect(other.code, other.stderr).toBe(0);
    expect(other.stdout).toBe(isSame ? 'job_kept1\n' : 'job_kept2\n');
    const recovered = await as(first, ['recover', '-q']);
    expect(recovered.code, recovered.stderr).toBe(0);
    expect(recovered.stdout).toBe(isSame ? '' : 'job_kept1\n');
    expect(ownersOf(service)).toEqual(isSame ? [`Bearer ${accountOf[first]}`] : ['Bearer kx', 'Bearer ky']);
    expect(service.charges).toBe(isSame ? 1 : 2);
  });
});

describe('an open submit', () => {
  async function withOpen(way: WayName, name = 'n1') {
    const bed = await bench('no id after commit');
    bed.service.refuseAfter(1, 401);
    expect((await bed.as(way, [...fox, '--once', name])).code).toBe(13);
    bed.service.refuseWith = undefined;
    return bed;
  }

  it('is not sent by recover with another account’s key, which says both ways on', async () => {
    const { as, service } = await withOpen('px');
    const refused = await as('py', ['recover', '--json']);
    expect(refused.code).toBe(13);
    expect(errorOf(refused)).toMatchObject({ code: 'account_not_told', exit_code: 13 });
    expect(errorOf(refused).hint).toMatch(/log in to px .* genctl recover --same-account; .*--forget g1-/);
    expect(ownersOf(service)).toEqual(['Bearer kx']);
    expect((await as('px', ['recover', '-q'])).stdout).toBe('job_kept1\n');
  });

  it('goes out with the profile’s own key where a variable stands over it', async () => {
    const { as, service } = await withOpen('px');
    expect((await as('the key of py over the profile px', ['recover', '-q'])).stdout).toBe('job_kept1\n');
    expect(ownersOf(service)).toEqual(['Bearer kx']);
  });

  it('of a profile whose key was changed goes on once the new key sees a job of that account', async () => {
    const { as, service, write } = await bench();
    await as('px', fox);
    service.loseNext();
    const words = [...fox, '--once', 'n1'];
    expect((await as('px', words)).code).toBe(13);
    service.refuseWith = undefined;
    // The same account under another key: the service takes either for it.
    service.aliases.set('Bearer kx2', 'Bearer kx');
    write({ px: 'kx2', py: 'ky' });
    const again = await as('px', words);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toBe('job_kept2\n');
    expect(service.charges).toBe(2);
  });

  it('of a profile that was logged in to another account is not sent there', async () => {
    const { as, service, write } = await bench();
    await as('px', fox);
    service.loseNext();
    const words = [...fox, '--once', 'n1'];
    expect((await as('px', words)).code).toBe(13);
    service.refuseWith = undefined;
    write({ px: 'kq', py: 'ky' });
    for (const line of [words, ['recover']]) {
      const refused = await as('px', [...line, '--json']);
      expect(refused.code, refused.stderr).toBe(13);
      expect(errorOf(refused)).toMatchObject({ code: 'account_not_told' });
      expect(errorOf(refused).hint).toContain('--forget');
    }
    expect(ownersOf(service)).toEqual(['Bearer kx', 'Bearer kx']);
    // With the key of before it is found.
    write({ px: 'kx' });
    expect((await as('px', ['recover', '-q'])).stdout).toBe('job_kept2\n');
  });

  it('of a changed key by which nothing can be told is sent where a person says that it may be', async () => {
    const { as, service, write } = await withOpen('px');
    service.aliases.set('Bearer kx2', 'Bearer kx');
    write({ px: 'kx2' });
    const refused = await as('px', ['recover', '--json']);
    expect(refused.code).toBe(13);
    expect(errorOf(refused).hint).toContain('genctl recover --same-account');
    expect((await as('px', ['recover', '--same-account', '-q'])).stdout).toBe('job_kept1\n');
    expect(service.charges).toBe(1);
  });

  it('with a key set by hand is not gone on with at another origin', async () => {
    const { run, service } = await withOpen('py', 'other');
    const elsewhere = await startKeyedService('none');
    onTestFinished(() => elsewhere.close());
    const words = [...fox, '--idempotency-key', 'order-7'];
    const env = { GENCTL_API_KEY: 'kx' };
    service.loseNext();
    expect((await run(words, { env: { ...env, GENCTL_BASE_URL: service.baseUrl } })).code).toBe(13);
    service.refuseWith = undefined;
    const there = await run(words, { env: { ...env, GENCTL_BASE_URL: elsewhere.baseUrl } });
    expect(there.code, there.stderr).toBe(0);
    const back = await run(words, { env: { ...env, GENCTL_BASE_URL: service.baseUrl } });
    expect(back.stdout).toBe('job_kept2\n');
    expect([service.charges, elsewhere.charges]).toEqual([2, 1]);
    expect(elsewhere.jobs.size).toBe(1);
  });

  it('never has the API key written down, nor anything that it could be tried against', async () => {
    const { home } = await withOpen('px');
    const secret = readFileSync(join(home, 'genctl', 'ledger', 'account-secret'), 'utf8');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const { account } = openIntent(home);
    expect(account).toMatch(/^f1-[0-9a-f]{8}-[0-9a-f]{32}$/);
    expect(account).not.toContain(secret.slice(0, 8));
  });
});

function openIntent(home: string): { account: string } {
  const folder = join(home, 'genctl', 'ledger', 'open');
  const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.json'));
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
