import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resetSandbox } from '../../../src/sandbox/reset.ts';
import { createAccountStore } from '../../../src/sandbox/state/accounts.ts';
import { stateFolder } from '../fixtures/service.ts';

const id = 'a'.repeat(32);

function storeIn(folder: string) {
  const warnings: string[] = [];
  const store = createAccountStore(folder, Date.now, (message) => warnings.push(message));
  const open = (opened: string, holdMicrousd = 10) =>
    store.locked(id, ({ change }) => change([{ opened, holdMicrousd, endsAtMs: 1_000 }]));
  const close = (closed: string, chargedMicrousd = 10) =>
    store.locked(id, ({ change }) => change([{ closed, chargedMicrousd }]));
  const shown = () => {
    const { balanceMicrousd, heldMicrousd, open: jobs } = store.read(id);
    return { spent: 1_000_000_000 - balanceMicrousd, heldMicrousd, jobs: [...jobs.keys()] };
  };
  return { ...store, close, open, shown, warnings };
}

/** The log of the account, among the files of a state folder. */
function logIn(folder: string): string {
  const [name = ''] = readdirSync(join(folder, 'accounts')).filter((file) => file.includes('.log-'));
  return join(folder, 'accounts', name);
}

describe('an account', () => {
  it('is the same for every process, whichever changed it', async () => {
    const folder = stateFolder();
    const [one, other] = [storeIn(folder), storeIn(folder)];
    await one.open('job_1');
    await other.open('job_2', 5);
    await one.close('job_1', 7);
    const expected = { spent: 7, heldMicrousd: 5, jobs: ['job_2'] };
    for (const store of [one, other, storeIn(folder)]) expect(store.shown()).toEqual(expected);
  });

  it('is folded into its record now and then, so that a long life is a short log', async () => {
    const folder = stateFolder();
    const [one, other] = [storeIn(folder), storeIn(folder)];
    await other.open('job_first');
    for (let n = 0; n < 400; n += 1) {
      await one.locked(id, ({ change }) => {
        change([{ opened: `job_${n}`, holdMicrousd: 3, endsAtMs: 1 }]);
        change([{ closed: `job_${n}`, chargedMicrousd: 1 }]);
      });
    }
    expect(logIn(folder)).toMatch(/\.log-2$/);
    expect(readFileSync(logIn(folder), 'utf8').split('\n').length).toBeLessThan(500);
    for (const store of [one, other, storeIn(folder)])
      expect(store.shown()).toEqual({ spent: 400, heldMicrousd: 10, jobs: ['job_first'] });
  });

  it('takes the changes that one process has at once one after another', async () => {
    const store = storeIn(stateFolder());
    await Promise.all(Array.from({ length: 700 }, (_, n) => store.open(`job_${n}`, 1)));
    expect(store.shown()).toMatchObject({ heldMicrousd: 700 });
  });

  it('whose record is lost is new, whatever its log says', async () => {
    const folder = stateFolder();
    const one = storeIn(folder);
    await one.open('job_1');
    await one.close('job_1', 7);
    rmSync(join(folder, 'accounts', id));
    for (const store of [one, storeIn(folder)]) {
      await store.open('job_2');
      expect(store.shown().spent).toBe(0);
    }
  });

  it('does without the line in the middle of which a process died', async () => {
    const folder = stateFolder();
    const one = storeIn(folder);
    await one.open('job_1');
    appendFileSync(logIn(folder), '{"opened":"job_2","holdMi');
    const other = storeIn(folder);
    await other.open('job_3');
    for (const store of [one, other, storeIn(folder)]) {
      expect(store.shown().jobs).toEqual(['job_1', 'job_3']);
      expect(store.warnings).toEqual([]);
    }
  });

  it('goes on from its record where a line of its log makes no sense, and says so', async () => {
    const folder = stateFolder();
    await storeIn(folder).open('job_1');
    const log = logIn(folder);
    appendFileSync(log, '{"closed":"job_1"}\n');
    const one = storeIn(folder);
    await one.open('job_2');
    expect(one.shown().jobs).toEqual(['job_2']);
    expect(one.warnings).toEqual([expect.stringContaining(`genctl set it aside as ${log}.torn-1`)]);
  });

  it('is new after a reset, for a process that knew it before', async () => {
    const folder = stateFolder();
    const [one, other] = [storeIn(folder), storeIn(folder)];
    await one.open('job_1');
    await one.close('job_1');
    resetSandbox(folder);
    for (const name of ['job_2', 'job_3', 'job_4', 'job_5']) await other.open(name);
    expect(one.shown()).toEqual({ spent: 0, heldMicrousd: 40, jobs: ['job_2', 'job_3', 'job_4', 'job_5'] });
  });
});
