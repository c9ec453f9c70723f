import { expect, it } from 'vitest';
import { bringHome } from '../../src/follow/bring-home.ts';
import { keepState } from '../../src/ledger/keep-state.ts';
import { newWorld, recordOf } from './follows.ts';

const found = { ...recordOf('job_a'), replayed: true };

it('a job that a submit found is still one that was found when its files are here', async () => {
  const { ports } = newWorld({
    download: async (record, onFiles) => onFiles({ ...record, replayed: false }),
  });
  expect((await bringHome(found, ports)).record.replayed).toBe(true);
});

it('and when its state is kept in the ledger, which does not know that', async () => {
  const { clock } = newWorld();
  const ledger = { updateJob: async () => recordOf('job_a') };
  const ports = { clock, listen: () => {}, ledger: async () => ledger };
  const kept = await keepState(ports, found, { job: { id: 'job_a', status: 'running' } });
  expect(kept.replayed).toBe(true);
});
