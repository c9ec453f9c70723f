import { describe, expect, it } from 'vitest';
import { heldMicrousd } from '../../../src/sandbox/life/new-job.ts';
import { resetSandbox } from '../../../src/sandbox/reset.ts';
import { createAccountStore } from '../../../src/sandbox/state/accounts.ts';
import { stateFolder } from '../fixtures/service.ts';

const id = 'a'.repeat(32);
const start = 1_000_000_000;

function storeIn(folder: string) {
  const warnings: string[] = [];
  const store = createAccountStore(
    folder,
    Date.now,
    (message) => warnings.push(message),
    () => start,
  );
  const open = (opened: string, holdMicrousd = 10) =>
    store.locked(id, (account, save) => {
      account.open[opened] = { holdMicrousd, endsAtMs: 1_000 };
      save();
    });
  const close = (closed: string, chargedMicrousd = 10) =>
    store.locked(id, (account, save) => {
      delete account.open[closed];
      account.balanceMicrousd -= chargedMicrousd;
      save();
    });
  const shown = () => {
    const account = store.read(id);
    return {
      spent: start - account.balanceMicrousd,
      heldMicrousd: heldMicrousd(account),
      jobs: Object.keys(account.open),
    };
  };
  return { ...store, close, open, shown, warnings };
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

  it('takes the changes that one process has at once one after another', async () => {
    const store = storeIn(stateFolder());
    await Promise.all(Array.from({ length: 700 }, (_, n) => store.open(`job_${n}`, 1)));
    expect(store.shown()).toMatchObject({ heldMicrousd: 700 });
  });

  it('keeps nothing of work that throws', async () => {
    const store = storeIn(stateFolder());
    const work = store.locked(id, (account) => {
      account.balanceMicrousd = 0;
      throw new RangeError('no');
    });
    await expect(work).rejects.toThrow(RangeError);
    expect(store.shown().spent).toBe(0);
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
