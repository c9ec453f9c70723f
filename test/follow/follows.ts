import { NotFoundError } from '../../src/errors/endings.ts';
import {
  createFollow,
  type FollowedJob,
  type FollowPlan,
  type FollowPorts,
} from '../../src/follow/follow.ts';
import type { SeenState } from '../../src/ledger/keep-state.ts';
import type { JobRecord } from '../../src/ledger/record.ts';
import type { Job } from '../../src/service/job.ts';
import { createFakeClock } from './wait/fake-clock.ts';
import { newAccount } from './wait/waits.ts';

/** A service, a ledger and a folder in memory. */
export interface World {
  clock: ReturnType<typeof createFakeClock>;
  interrupt: AbortController;
  /** What each job answers, one a look; the last one stays. */
  states: Map<string, (Partial<Job> | Error)[]>;
  /** What the ledger holds. */
  kept: Map<string, JobRecord>;
  through: FollowedJob[];
  ports: FollowPorts;
}

export function newWorld(changes: Partial<FollowPorts> = {}): World {
  const clock = createFakeClock();
  const interrupt = new AbortController();
  const states: World['states'] = new Map();
  const kept = new Map<string, JobRecord>();
  const through: FollowedJob[] = [];
  const account = newAccount();
  const ports: FollowPorts = {
    clock,
    signal: interrupt.signal,
    listen: () => {},
    lookAt: async ({ id }) => ({
      account,
      serviceNowMs: () => undefined,
      async poll() {
        await clock.sleep(10);
        const left = states.get(id);
        const state = left !== undefined && left.length > 1 ? left.shift() : left?.[0];
        if (state === undefined) throw new NotFoundError({ code: 'job_not_found', message: 'No job' });
        if (state instanceof Error) throw state;
        return { job: { id, status: 'running', ...state }, retryAfterMs: undefined };
      },
    }),
    async keep(record: JobRecord, { job }: SeenState) {
      const whole = { ...record, job };
      kept.set(record.id, whole);
      return whole;
    },
    async download(record, onFiles) {
      await clock.sleep(1_000);
      onFiles({ ...record, files: [{ index: 0, path: `/out/${record.id}.png`, bytes: 3, sha256: 'x' }] });
    },
    onThrough: (job) => through.push(job),
    ...changes,
  };
  return { clock, interrupt, states, kept, through, ports };
}

export function recordOf(id: string): JobRecord {
  return {
    schema: 1,
    id,
    route: 'jobs',
    profile: 'default',
    base_url: 'https://api.example.com',
    recorded_at: '2026-03-04T05:06:07Z',
    intent: null,
    job: { id, status: 'queued' },
    seen_at: '2026-03-04T05:06:07Z',
    replayed: false,
    finals: [],
    files: [],
  };
}

export const plan: FollowPlan = {
  timeoutMs: 600_000,
  floorMs: 0,
  any: false,
  failFast: false,
  download: true,
  concurrency: 2,
};

/** Follows these jobs, and no others, to the end. */
export async function followAll(
  ids: readonly string[],
  { through, ports }: World,
  changes: Partial<FollowPlan> = {},
): Promise<Map<string, FollowedJob>> {
  const follow = createFollow({ ...plan, ...changes }, ports);
  for (const id of ids) await follow.add(recordOf(id));
  follow.close();
  await follow.run();
  return new Map(through.map((job) => [job.end.id, job]));
}
