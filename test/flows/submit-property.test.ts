import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CliError } from '../../src/errors/cli-error.ts';
import {
  AuthError,
  OutcomeUnknownError,
  RateLimitError,
  RefusedError,
  UnreachableError,
} from '../../src/errors/endings.ts';
import { InterruptedError } from '../../src/errors/interrupted-error.ts';
import { recoverIntents } from '../../src/flows/recover.ts';
import { type SubmitPorts, submitIntent } from '../../src/flows/submit.ts';
import { type Ledger, openLedger } from '../../src/store/ledger/ledger.ts';
import type { Intent } from '../../src/store/ledger/record.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { intent, startMs, workAccount } from '../store/fixtures/records.ts';
import { arrive, badBody, type ModelledService } from './fixtures/modelled-service.ts';
import { numbersFrom, type Steps, startSteps } from './fixtures/steps.ts';

const choices = { windowMs: 24 * 3_600_000, resend: false };
const bodies = [intent().body, '{"model":"vendor-a/image","input":{"prompt":"a harbour"}}', badBody];

/** What may become of a request beside being answered. `lost` ones may have arrived. */
const troubles = {
  never: () => new UnreachableError({ code: 'unreachable', message: 'refused' }),
  unauthorized: () => new AuthError({ code: 'unauthorized', message: '401', status: 401 }),
  limited: () => new RateLimitError({ code: 'rate_limited', message: '429', status: 429 }),
  lost: () => new OutcomeUnknownError({ code: 'outcome_unknown', message: 'reset' }),
  interrupted: () => new InterruptedError('SIGINT', { code: 'interrupted', message: 'Stopped by SIGINT' }),
} as const;

class Walk {
  readonly random: () => number;
  readonly ledger: Ledger;
  readonly service: ModelledService = { jobs: new Map(), conflicts: 0 };
  readonly printed: string[] = [];
  /** What is no outcome of a submit: a defect that the walk found. */
  readonly defects: unknown[] = [];
  readonly steps: Steps[] = [];
  nowMs = startMs;

  constructor(seed: number) {
    this.random = numbersFrom(seed);
    this.ledger = openLedger({
      folder: join(tempFolder(), 'ledger'),
      nowMs: () => this.nowMs,
      warn: (message) => this.defects.push(message),
    });
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  ports(pause: () => Promise<void>, calm: boolean): SubmitPorts {
    const { ledger } = this;
    return {
      ledger: {
        findClaim: (wanted) => ledger.findClaim(wanted),
        claimIntent: (wanted) => pause().then(() => ledger.claimIntent(wanted)),
        markSent: (...words) => pause().then(() => ledger.markSent(...words)),
        recordRefusal: (...words) => pause().then(() => ledger.recordRefusal(...words)),
        recordJob: (record) => pause().then(() => ledger.recordJob(record)),
        find: (id) => ledger.find(id),
        list: (query) => ledger.list(query),
        updateJob: (...words) => pause().then(() => ledger.updateJob(...words)),
      },
      account: workAccount,
      sees: async () => true,
      send: (bytes, sent) => this.send(new TextDecoder().decode(bytes), sent, pause, calm),
      nowMs: () => {
        this.nowMs += 1000;
        return this.nowMs;
      },
      listen: () => {},
    };
  }

  async send(
    body: string,
    { idempotency_key: key, model }: Intent,
    pause: () => Promise<void>,
    calm: boolean,
  ) {
    await pause();
    const trouble = calm || this.random() < 0.5 ? undefined : this.oneOf(Object.values(troubles))();
    const mayArrive =
      trouble === undefined || trouble instanceof OutcomeUnknownError || trouble instanceof InterruptedError;
    if (!mayArrive) throw trouble;
    if (trouble !== undefined) {
      const fate = this.random();
      // Arrives now, never, or late: after whatever the others do meanwhile.
      if (fate < 0.4) this.arriveUnheard(key, body);
      else if (fate < 0.7) this.steps.push(startSteps(async () => this.arriveUnheard(key, body)));
      await pause();
      throw trouble;
    }
    const { id, replayed } = arrive(this.service, key, body);
    await pause();
    return { job: { id, status: 'queued', model }, replayed };
  }

  /** The answer goes nowhere. */
  arriveUnheard(key: string, body: string): void {
    try {
      arrive(this.service, key, body);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
    }
  }

  submit(wanted: Intent): Steps {
    return startSteps(async (pause) => {
      try {
        const { record } = await submitIntent(wanted, choices, this.ports(pause, false));
        this.printed.push(record.id);
      } catch (error) {
        if (!(error instanceof CliError)) this.defects.push(error);
      }
    });
  }

  recover(calm: boolean): Steps {
    return startSteps(async (pause) => {
      try {
        const ports = this.ports(pause, calm);
        for (const outcome of await recoverIntents(
          await this.ledger.unsettled(),
          choices,
          async () => ports,
        )) {
          if (outcome.kind === 'settled') this.printed.push(outcome.record.id);
        }
      } catch (error) {
        if (!(error instanceof CliError)) this.defects.push(error);
      }
    });
  }

  randomProcess(): Steps {
    const kind = this.random();
    if (kind < 0.3) return this.recover(false);
    const body = this.random() < 0.6 ? bodies[0] : this.oneOf(bodies);
    const name = kind < 0.85 ? this.oneOf(['hero', 'hero', 'harbour']) : null;
    const idempotency_key = name === null ? this.randomUuid() : `g1-${name}`;
    return this.submit(intent({ idempotency_key, once: name, body: body ?? badBody }));
  }

  randomUuid(): string {
    const digits = Array.from({ length: 12 }, () => Math.floor(this.random() * 16).toString(16)).join('');
    return `6f1f7a2e-38a5-4b59-9c0a-${digits}`;
  }

  /** Every job that exists is written down, or an intent stands open that leads to it. */
  async lostJobs(): Promise<string[]> {
    const known = new Set((await this.ledger.list()).map(({ id }) => id));
    const open = new Set((await this.ledger.unsettled()).map((one) => one.idempotency_key));
    return [...this.service.jobs].flatMap(([key, { id }]) => (known.has(id) || open.has(key) ? [] : [id]));
  }
}

/** Two to four processes at once, more as they end or are killed, in an order and with faults that the seed decides. */
async function walk(seed: number): Promise<Walk> {
  const walked = new Walk(seed);
  const { random, steps } = walked;
  const total = 3 + Math.floor(random() * 4);
  let started = 0;
  for (let turn = 0; turn < 200; turn += 1) {
    while (started < total && steps.length < 2 + Math.floor(random() * 3)) {
      steps.push(walked.randomProcess());
      started += 1;
    }
    if (steps.length === 0) break;
    const place = Math.floor(random() * steps.length);
    if (random() < 0.06) {
      steps.splice(place, 1);
    } else {
      const step = steps[place];
      await step?.resume();
      if (step?.isOver()) steps.splice(steps.indexOf(step), 1);
    }
    expect(await walked.lostJobs(), `seed ${seed}, turn ${turn}`).toEqual([]);
  }
  for (let round = 0; round < 3 && (await walked.ledger.unsettledCount()) > 0; round += 1) {
    const recovery = walked.recover(true);
    for (let turn = 0; turn < 200 && !recovery.isOver(); turn += 1) await recovery.resume();
  }
  return walked;
}

/** What dies here are processes, never the machine, so nothing needs to reach the disk: 320 walks in seconds. */
const { fsyncSync, fdatasyncSync } = fs;
beforeAll(() => {
  Object.assign(fs, { fsyncSync: () => {}, fdatasyncSync: () => {} });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fs, { fsyncSync, fdatasyncSync });
  syncBuiltinESMExports();
});

const batches = 8;
const walksEach = 40;

describe('processes that submit, recover, are killed and meet faults, in any order', () => {
  const jobsOfBatch: number[] = [];
  afterEach(() => expect(jobsOfBatch.at(-1), 'the walks made jobs').toBeGreaterThan(walksEach));

  it.each(Array.from({ length: batches }, (_, batch) => batch * walksEach + 1))(
    `from seed %i on, ${walksEach} times: one job a key, every job written down`,
    async (firstSeed) => {
      let jobs = 0;
      for (let seed = firstSeed; seed < firstSeed + walksEach; seed += 1) {
        const { service, ledger, printed, defects } = await walk(seed);
        const where = `seed ${seed}`;
        const recorded = (await ledger.list()).map(({ id }) => id).sort();
        expect(defects, where).toEqual([]);
        expect(await ledger.unsettled(), where).toEqual([]);
        // As many keys as jobs, by the service's own making: what counts is that each is known here, and no other.
        expect(recorded, where).toEqual([...service.jobs.values()].map(({ id }) => id).sort());
        expect(new Set([...printed, ...recorded]), where).toEqual(new Set(recorded));
        expect(service.conflicts, `${where}: a key was sent with a second body`).toBe(0);
        expect(
          [...service.jobs.values()].map(({ body }) => body),
          where,
        ).not.toContain(badBody);
        jobs += service.jobs.size;
      }
      jobsOfBatch.push(jobs);
    },
  );
});
