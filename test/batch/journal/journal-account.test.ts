import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../src/batch/journal/journal.ts';
import { journalAccount } from '../../../src/batch/journal/journal-header.ts';
import { at, begun, linesOf, opened, owner, placeOf, sent } from './fixtures/open-journal.ts';

const ofKey = (apiKey: string, home = 'aaaaaaaa', profile: string | undefined = 'px') => ({
  ...owner,
  account: journalAccount({ baseUrl: owner.origin, apiKey }),
  ...{ profile, home },
});

/** A journal of the profile px by its key `k1`, with a job or without one. */
async function journalOf(jobs: string[]) {
  const place = { ...placeOf(), owner: ofKey('k1') };
  const journal = await begun(place);
  await journal.own.append(sent('s01'));
  for (const job of jobs) await journal.own.append({ event: 'job', shot: 's01', key: 'g1-s01', job, at });
  await journal.close();
  return place;
}

const refusal = { code: 'journal_of_other_account', exitCode: 2 };

describe('a journal that another key of the profile wrote', () => {
  it('is taken where the key sees its newest job', async () => {
    const place = await journalOf(['job_1', 'job_2']);
    const seen: string[] = [];
    const sees = async (id: string) => seen.push(id) > 0;
    const next = await begun({ ...place, owner: ofKey('k2', 'bbbbbbbb'), sees });
    expect(next.find('s01')?.key).toBe('g1-s01');
    await next.close();
    expect(seen).toEqual(['job_2']);
    // Its own header stands there from now on.
    await (await opened({ ...place, owner: ofKey('k2') })).close();
    expect(linesOf(place.path).filter((line) => line.includes('"profile":"px"'))).toHaveLength(2);
  });

  it('is refused where the key does not see it', async () => {
    const place = await journalOf(['job_1']);
    const wanted = { ...refusal, why: expect.stringContaining('does not see job_1') };
    await expect(opened({ ...place, owner: ofKey('k2'), sees: async () => false })).rejects.toMatchObject(
      wanted,
    );
  });

  it('and names no job is taken by the home that wrote it alone, whose ledger knows what is open', async () => {
    const place = await journalOf([]);
    const sees = async () => true;
    await expect(opened({ ...place, owner: ofKey('k2', 'bbbbbbbb'), sees })).rejects.toMatchObject(refusal);
    await (await opened({ ...place, owner: ofKey('k2'), sees })).close();
  });

  it('and names no job is refused where another home wrote to it as well, whose ledger alone knows what is open', async () => {
    const place = await journalOf([]);
    const other = await begun({ ...place, owner: ofKey('k1', 'bbbbbbbb') });
    await other.own.append(sent('s02'));
    await other.close();
    const sees = async () => true;
    await expect(opened({ ...place, owner: ofKey('k2'), sees })).rejects.toMatchObject(refusal);
  });

  it('is looked into without a look at a job: nothing is sent by it', async () => {
    const place = await journalOf(['job_1']);
    const sees = async () => {
      throw new Error('It was looked at');
    };
    await (await openJournal({ ...place, owner: ofKey('k2'), sees })).close();
  });
});

it.each([
  ['another profile', ofKey('k2', 'aaaaaaaa', 'py')],
  ['a variable', { ...owner, account: ofKey('k2').account }],
])('the journal of a profile is refused to a key of %s', async (_, other) => {
  const place = await journalOf(['job_1']);
  await expect(opened({ ...place, owner: other, sees: async () => true })).rejects.toMatchObject(refusal);
});
