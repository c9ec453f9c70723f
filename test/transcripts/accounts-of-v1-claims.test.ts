import { describe, expect, it } from 'vitest';
import { ownersOf, severalAccounts } from './fixtures/several-accounts.ts';
import { errorOf } from './genctl.ts';

const clip = ['submit', 'a red fox', '-m', 'vendor-b/video-2.5', '--api', 'v1', '-q', '--once', 'n1'];
const draft = ['draft', 'a red fox', '-q', '--once', 'n1'];

describe('a name on v1, which knows no key', () => {
  it('belongs to an account: another one has its own job under it', async () => {
    const { as, service } = await severalAccounts();
    const ids = new Map<string, string>();
    for (const name of [
      'px',
      'py',
      'the key of py in a variable',
      'pz, which has the key of px',
      'px',
    ] as const) {
      const ended = await as(name, clip);
      expect(ended.code, ended.stderr).toBe(0);
      ids.set(name, ended.stdout);
    }
    expect(ids.get('px')).toBe(ids.get('pz, which has the key of px'));
    expect(ids.get('py')).toBe(ids.get('the key of py in a variable'));
    expect(ownersOf(service)).toEqual(['Bearer kx', 'Bearer ky']);
  });

  it('that is open for one account is not in the way of another, and is never sent again', async () => {
    const { as, service } = await severalAccounts();
    service.loseNext();
    expect((await as('px', clip)).code).toBe(13);
    service.takeAll();
    expect((await as('py', clip)).stdout).toBe('job_kept2\n');
    const again = await as('px', [...clip, '--json']);
    expect(again.code).toBe(13);
    expect(errorOf(again)).toMatchObject({ code: 'sent_without_key' });
    expect(ownersOf(service)).toEqual(['Bearer kx', 'Bearer ky']);
  });
});

describe('a draft and its final', () => {
  it('belong to the account of their name, and a final goes to that of its draft', async () => {
    const { as, service } = await severalAccounts();
    const mine = (await as('px', draft)).stdout.trim();
    const theirs = (await as('py', draft)).stdout.trim();
    expect(mine).not.toBe(theirs);
    service.status = 'succeeded';
    const finalOf = (id: string) => ['finalize', id, '--once', `${id}-final`, '-q'];
    for (const id of [mine, theirs]) {
      const ended = await as('the key of py over the profile px', finalOf(id));
      expect(ended.code, ended.stderr).toBe(0);
    }
    expect(ownersOf(service)).toEqual(['Bearer kx', 'Bearer kx', 'Bearer ky', 'Bearer ky']);
    const refused = await as('py', [...finalOf(mine), '--json']);
    expect(refused.code).toBe(2);
    expect(errorOf(refused)).toMatchObject({ code: 'draft_of_another_account', job_id: mine });
    expect(service.charges).toBe(4);
  });
});
