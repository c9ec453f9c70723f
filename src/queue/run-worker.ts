import { hostname } from 'node:os';
import type { MetricsAddress, NamedQueue } from '../batch/queue-flags.ts';
import { createSeenStates } from '../batch/run/shots.ts';
import { failureOf } from '../errors/system-trouble.ts';
import { downloadJob } from '../follow/download-jobs.ts';
import { beginEvents } from '../follow/events/begin-events.ts';
import { createFollow, followPorts } from '../follow/follow.ts';
import type { JobRecord } from '../ledger/record.ts';
import { hasBudget } from '../ledger/rules/budgets.ts';
import { budgetedLedger } from '../money/budgeted-ledger.ts';
import { accountSpending } from '../money/like-costs.ts';
import { openPlace } from '../outputs/destinations/open-place.ts';
import { type Journey, journeyOf } from '../outputs/journey.ts';
import type { JourneyFlags } from '../outputs/journey-flags.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { type AccountFacts, factsReader } from '../request/account-facts.ts';
import type { SubmitPorts } from '../submit/submit.ts';
import { submitPortsReader } from '../submit/submit-ports.ts';
import type { OpenMetrics } from './metrics/serve-metrics.ts';
import { openAccountQueue } from './open-account-queue.ts';
import { blame, type HeldLine, LineLostError } from './serve/held-line.ts';
import { type ServePorts, serveLines } from './serve/serve-lines.ts';
import type { QueueConnection } from './store/connection.ts';
import { otherKeyWords, othersWords } from './with-queue.ts';
import { openWorkerEvents, type WorkerLog, workerLines } from './worker-log.ts';

export interface WorkerInput {
  queue: NamedQueue;
  slots: number;
  /** The name of the worker in the queue; undefined for the host and the process. */
  name: string | undefined;
  /** The address where it tells how it fares; undefined for nowhere. */
  metrics: MetricsAddress | undefined;
  flags: JourneyFlags;
}

/**
 * How long submits under way may still wait for the ids of their jobs once the worker is stopped. Whoever has the line next asks by
 * its key. Unit: ms.
 */
const lastWordMs = 1_000;

/** Links of the service end, and who starts a worker may think that files come by themselves. */
const noFolder = 'no -D is given: files stay with the service';

/** Serves lines until a signal, which is the usual end of a worker. Throws what keeps it from sending. */
export async function runWorker(context: OutputMeans, input: WorkerInput): Promise<void> {
  const signal = context.interruption();
  context.leftIfKilled(() => ({ line: 'the next worker of the queue goes on with its lines' }));
  let log: WorkerLog = workerLines(context);
  await beginEvents(context, input.flags, undefined, () => {
    const events = openWorkerEvents(context);
    log = events.log;
    return events.output;
  });
  const { account, connection, own } = await openAccountQueue(context, input.queue);
  let metrics: OpenMetrics | undefined;
  try {
    const facts = await factsReader(context)(account);
    const journey = journeyOf(input.flags, facts.defaults);
    const place = journey.download ? await openPlace(context, journey) : undefined;
    await place?.assertReady('', 'no line was taken');
    if (place === undefined) context.listen({ kind: 'warning', message: noFolder });
    const { slots } = input;
    const name = input.name ?? `${hostname()}-${process.pid}`;
    metrics = await metricsOf(context, input, { connection, worker: name });
    const whose = { account: own.account, service: own.origin };
    const begun = {
      ...{ worker: name, queue: connection.shown, slots, metrics_url: metrics?.url ?? null },
      ...whose,
    };
    const heard = heardBy(context, log, metrics);
    await serveLines({
      ...{ connection, own, name, signal, slots, clock: context.clock },
      tell(event) {
        // It has begun once it takes lines, and not where it is refused that.
        if (event.kind === 'begun') log.begin(begun);
        if ('shot' in event) log.tell(event);
        metrics?.tell(event);
      },
      warn: (message) => context.listen({ kind: 'warning', message }),
      onOthers: (others) =>
        context.listen({
          kind: 'warning',
          message: `nothing waits there for this account; for workers with other keys: ${othersWords(others)}; ${otherKeyWords(account)}`,
        }),
      gate: (await context.api(account)).gate,
      submitPorts: await submitPortsOf(heard, facts),
      choices: { windowMs: facts.defaults.idempotencyWindowMs },
      openFollow: followOf(heard, journey),
    });
  } finally {
    await metrics?.close();
    log.end();
    await connection.close();
  }
}

async function metricsOf(
  context: OutputMeans,
  { metrics, slots }: WorkerInput,
  { connection, worker }: { connection: QueueConnection; worker: string },
): Promise<OpenMetrics | undefined> {
  if (metrics === undefined) return undefined;
  const { openMetrics } = await import('./metrics/serve-metrics.ts');
  const facts = { worker, slots, queue: connection.shown, version: context.around.version };
  return openMetrics(context, metrics, { connection, facts });
}

/** A context whose events are counted, and told as the log of a worker has them. */
function heardBy(
  context: OutputMeans,
  log: Pick<WorkerLog, 'told'>,
  metrics: OpenMetrics | undefined,
): OutputMeans {
  return {
    ...context,
    listen(event) {
      metrics?.listen(event);
      context.listen(log.told(event));
    },
  };
}

/** Follows the jobs of the lines that are held, and goes no further with those that another worker may have. */
function followOf(context: OutputMeans, journey: Journey): ServePorts['openFollow'] {
  const states = createSeenStates(context, journey);
  return ({ onThrough, ...hears }, heldAs) => {
    const ports = followPorts(context, journey, onThrough);
    const heldIn = ({ intent }: JobRecord) => (intent === null ? undefined : heldAs(intent.idempotency_key));
    const { exec } = ports;
    return createFollow(journey, {
      ...ports,
      keep: (record, seen) => blamed(heldIn(record), () => states.keep(record, seen)),
      async lookAt(record) {
        const look = await ports.lookAt(record);
        const held = heldIn(record);
        const poll: typeof look.poll = async (limits) => {
          if (held?.isLost === true) throw new LineLostError();
          return look.poll(limits);
        };
        return { ...look, poll };
      },
      async download(record, onFiles) {
        const held = heldIn(record);
        if (held?.isLost === true) throw new LineLostError();
        const template = held?.template ?? journey.template;
        await blamed(held, () => downloadJob(context, record, { ...journey, template }, onFiles));
      },
      exec:
        exec &&
        (async (record) => {
          const held = heldIn(record);
          // Before it begins: a command that kills this worker leaves nobody who could note it.
          if (held !== undefined) await blame(held, 'its --exec was running');
          return held?.isLost === true ? { kind: 'interrupted' } : exec(record);
        }),
      ...hears,
    });
  };
}

/** Does a part of the work on a line. Where that fails as nobody expects, and so ends this worker, the line has it noted. */
async function blamed<Result>(held: HeldLine | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (held !== undefined && failureOf(error) === undefined) await blame(held, String(error));
    throw error;
  }
}

/** The ports of its submits, within the budgets of this machine. */
async function submitPortsOf(context: OutputMeans, facts: AccountFacts): Promise<SubmitPorts> {
  const { account, defaults } = facts;
  // There is nothing to recover here: the next holder of a line sends it under its key.
  const ofOthers = { ...context, leftIfKilled: () => () => {} };
  const made = await submitPortsReader(ofOthers, lastWordMs)(account);
  // It would hand back each line that it takes.
  if (made.claimError !== undefined) throw made.claimError;
  // A line may have been noted by any machine: what the clock of this one says of its age would stop it for all.
  const ports = { ...made, latestMs: async () => made.nowMs() };
  const { budgets } = defaults;
  if (!hasBudget(budgets)) return ports;
  const spending = await accountSpending(context, account, made.account);
  const terms = { account, budgets, assumed: undefined };
  return { ...ports, ledger: budgetedLedger(ports.ledger, spending, terms) };
}
