import { fixedKey } from '../../../src/account/keys/account-key.ts';
import { createApi } from '../../../src/api/transport/api.ts';
import type { Clock } from '../../../src/api/transport/clock.ts';
import type { Exchange } from '../../../src/api/transport/exchange.ts';
import { jobs } from '../../../src/api/ways/jobs.ts';
import { runBatch } from '../../../src/batch/run/batch-runner.ts';
import type { BatchPace, PlannedShot, ShotEnd } from '../../../src/batch/run/shots.ts';
import { createSpareDescriptors } from '../../../src/files/spare-descriptors.ts';
import { createFollow } from '../../../src/follow/follow.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import type { SubmitPorts } from '../../../src/submit/submit.ts';
import { plan } from '../../follow/follows.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { intent, jobRecord, workAccount } from '../../ledger/fixtures/records.ts';

const spareDescriptors = createSpareDescriptors();

/** What a batch of a test is carried with. */
interface Surroundings {
  clock: Clock;
  exchange: Exchange;
  baseUrl?: string;
  inFlight?: number;
  attempts?: number;
  /** Called as each shot is read. */
  onRead?: (shot: string) => void;
  onSent?: (shot: string) => Promise<void> | void;
  onEnd?: (shot: string, end: ShotEnd) => void;
}

/** A ledger, an account of a service, and batches that use both. */
export function openBatches(around: Surroundings) {
  const { clock, exchange } = around;
  const { ledger } = ledgerInTemp();
  const interrupt = new AbortController();
  const baseUrl = around.baseUrl ?? workAccount.base_url;
  const account = { ...workAccount, base_url: baseUrl };
  const api = createApi({
    baseUrl,
    key: fixedKey('sk_test_0123456789'),
    exchange,
    clock,
    random: () => 0.5,
    userAgent: 'genctl/0 (test)',
  });
  const warnings: string[] = [];
  const ports: SubmitPorts = {
    ledger,
    account,
    leftIfKilled: () => () => {},
    prepare: async () => spareDescriptors.hold(),
    sees: async () => true,
    send: (bytes, { idempotency_key: idempotencyKey, model: expectModel }, { waitOutPause }) =>
      jobs.submit(api, { bytes, idempotencyKey, expectModel, waitOutPause, signal: interrupt.signal }),
    nowMs: clock.nowMs,
    latestMs: async () => clock.nowMs(),
    listen: () => {},
  };
  const ends = new Map<string, ShotEnd[]>();
  const sent: string[] = [];
  const paces: BatchPace[] = [];

  function submitOf(shot: string): PlannedShot {
    return {
      ...{ shot, record: undefined, attempt: 1 },
      planned: {
        attempts: around.attempts ?? 1,
        revise: false,
        choices: { windowMs: 24 * 3_600_000, resend: false },
        intentFor: (attempt) =>
          intent({ idempotency_key: attempt === 1 ? shot : `${shot}-${attempt}`, once: shot }),
        ports,
      },
    };
  }
  async function* read(shots: Iterable<PlannedShot>): AsyncGenerator<PlannedShot> {
    for (const shot of shots) {
      around.onRead?.(shot.shot);
      yield shot;
    }
  }
  async function run(shots: Iterable<PlannedShot>): Promise<void> {
    await runBatch(read(shots), {
      clock,
      gate: api.gate,
      inFlight: around.inFlight,
      signal: interrupt.signal,
      openFollow: (hears) =>
        createFollow(
          { ...plan, timeoutMs: undefined, download: false },
          {
            clock,
            signal: interrupt.signal,
            listen: (event) => void (event.kind === 'warning' && warnings.push(event.message)),
            lookAt: async (record) => ({
              account: api.gate,
              serviceNowMs: () => undefined,
              poll: ({ tally, ...limits }) => jobs.poll(api, record, { ...limits, once: { tally } }),
            }),
            keep: async (record, { job }) => ({ ...record, job }),
            download: async (record, onFiles) => onFiles(record),
            ...hears,
          },
        ),
      async onSent({ shot }) {
        sent.push(shot);
        await around.onSent?.(shot);
      },
      onBroken() {},
      onRepeat: () => {},
      onEnd({ shot }, end) {
        ends.set(shot, [...(ends.get(shot) ?? []), end]);
        around.onEnd?.(shot, end);
      },
      onPace: (pace) => paces.push(pace),
    });
  }
  return { run, submitOf, ends, sent, paces, interrupt, ledger, api };
}

/** A job of an earlier run, which was in flight when it was last seen. */
export function followed(shot: string, status = 'running'): PlannedShot {
  const job: JobRecord = jobRecord(`job_${shot}`, { job: { id: `job_${shot}`, status } });
  return { shot, record: job, attempt: 1, planned: undefined };
}

/** How the shots ended, and how many did so. */
export function endWords(ends: ReadonlyMap<string, readonly ShotEnd[]>): Record<string, number> {
  const words: Record<string, number> = {};
  for (const end of [...ends.values()].flat()) {
    const word =
      end.kind === 'followed'
        ? `${end.job.end.kind} ${end.job.record.job.status}`
        : end.kind === 'refused'
          ? `refused ${end.error.exitCode}`
          : 'unsent';
    words[word] = (words[word] ?? 0) + 1;
  }
  return words;
}
