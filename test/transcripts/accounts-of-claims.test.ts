import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startKeyedService } from './fixtures/keyed-service.ts';
import { accountOf, ownersOf, severalAccounts, type WayName } from './fixtures/several-accounts.ts';
import { errorOf } from './genctl.ts';

const fox = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '-q'];

describe('a name belongs to an account', () => {
  const cases: { first: WayName; second: WayName }[] = [
    { first: 'px', second: 'py' },
    { first: 'px', second: 'the key of px in a variable' },
    { first: 'px', second: 'the key of py over the profile px' },
    { first: 'the key of px in a variable', second: 'the key of py in a variable' },
  ];

  it.each(cases)('used by $first, then by $second', async ({ first, second }) => {
    const isSame = accountOf[first] === accountOf[second];
    const { as, service } = await severalAccounts();
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
    const { as, service } = await severalAccounts('no id after commit');
    const words = [...fox, '--once', 'n1'];
    service.refuseAfter(1, 401);
    const lost = await as(first, words);
    expect(lost.code, lost.stderr).toBe(13);
    service.takeAll();
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
    const bed = await severalAccounts('no id after commit');
    bed.service.refuseAfter(1, 401);
    expect((await bed.as(way, [...fox, '--once', name])).code).toBe(13);
    bed.service.takeAll();
    return bed;
  }

  it('is not sent by recover with another account’s key, which says both ways on', async () => {
    const { as, service } = await withOpen('px');
    const refused = await as('py', ['recover', '--json']);
    expect(refused.code).toBe(13);
    expect(errorOf(refused)).toMatchObject({ code: 'account_not_told', exit_code: 13 });
    expect(errorOf(refused).hint).toMatch(
      /log in to px .* genctl recover --same-account g1-\w+; .*--forget g1-/,
    );
    expect(ownersOf(service)).toEqual(['Bearer kx']);
    expect((await as('px', ['recover', '-q'])).stdout).toBe('job_kept1\n');
  });

  it('goes out with the profile’s own key where a variable stands over it', async () => {
    const { as, service } = await withOpen('px');
    expect((await as('the key of py over the profile px', ['recover', '-q'])).stdout).toBe('job_kept1\n');
    expect(ownersOf(service)).toEqual(['Bearer kx']);
  });

  it('of a profile whose key was changed goes on once the new key sees a job of that account', async () => {
    const { as, service, write } = await severalAccounts();
    await as('px', fox);
    service.loseNext();
    const words = [...fox, '--once', 'n1'];
    expect((await as('px', words)).code).toBe(13);
    service.takeAll();
    // The same account under another key: the service takes either for it.
    service.aliases.set('Bearer kx2', 'Bearer kx');
    write({ px: 'kx2', py: 'ky' });
    const again = await as('px', words);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toBe('job_kept2\n');
    expect(service.charges).toBe(2);
  });

  it('of a profile that was logged in to another account is not sent there', async () => {
    const { as, service, write } = await severalAccounts();
    await as('px', fox);
    service.loseNext();
    const words = [...fox, '--once', 'n1'];
    expect((await as('px', words)).code).toBe(13);
    service.takeAll();
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

  it('of a profile that was another account’s in between is not sent with the key of before', async () => {
    const { as, service, write } = await severalAccounts();
    await as('py', fox);
    write({ px: 'ky' });
    await as('px', [...fox, '--once', 'n0']);
    write({ px: 'kx' });
    service.loseNext();
    expect((await as('px', [...fox, '--once', 'n1'])).code).toBe(13);
    service.takeAll();
    // The job n0 is the profile's, too, and the key at hand sees it: it is not of the account of n1.
    write({ px: 'ky' });
    const refused = await as('px', ['recover', '--json']);
    expect(errorOf(refused)).toMatchObject({ code: 'account_not_told' });
    expect(ownersOf(service)).toEqual(['Bearer kx', 'Bearer ky', 'Bearer ky']);
  });

  it('is found by its own account, whatever another one has under the name', async () => {
    const { as, service, write } = await severalAccounts();
    await as('px', [...fox, '--once', 'n1']);
    const cat = ['submit', 'a red cat', '-m', 'vendor-a/image-1', '-q', '--once', 'n1'];
    const theirs = await as('the key of py over the profile px', cat);
    write({ px: 'ky' });
    for (const words of [cat, [...cat, '--revise']])
      expect((await as('px', words)).stdout).toBe(theirs.stdout);
    expect(service.charges).toBe(2);
  });

  it('of a changed key by which nothing can be told is sent where a person says that it may be', async () => {
    const { as, home, service, write } = await withOpen('px');
    service.aliases.set('Bearer kx2', 'Bearer kx');
    write({ px: 'kx2' });
    const refused = await as('px', ['recover', '--json']);
    expect(refused.code).toBe(13);
    expect(errorOf(refused).hint).toContain('genctl recover --same-account');
    const { idempotency_key } = openIntent(home);
    const vouched = ['recover', '--same-account', idempotency_key, '-q'];
    expect((await as('px', vouched)).stdout).toBe('job_kept1\n');
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
    service.takeAll();
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

function openIntent(home: string): { account: string; idempotency_key: string } {
  const folder = join(home, 'genctl', 'ledger', 'open');
  const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.json'));
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
