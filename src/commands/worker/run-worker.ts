import { hostname } from 'node:os';
import { createSeenStates } from '../../flows/batch/seen-states.ts';
import { createFollow } from '../../flows/follow/follow.ts';
import type { SubmitPorts } from '../../flows/submit.ts';
import { LineLostError } from '../../queue/serve/held-line.ts';
import { serveLines } from '../../queue/serve/serve-lines.ts';
import { hasBudget } from '../../rules/budget/budgets.ts';
import { accountSpending } from '../budget/account-spending.ts';
import { budgetedLedger } from '../budget/budgeted-ledger.ts';
import type { CommandContext } from '../context/context.ts';
import { beginEvents } from '../journey/events/begin-events.ts';
import { downloadJob } from '../journey/files/download-jobs.ts';
import { followPorts } from '../journey/follow-ports.ts';
import { journeyOf } from '../journey/journey.ts';
import type { JourneyFlags } from '../journey/journey-flags.ts';
import { openPlace } from '../journey/places/open-place.ts';
import { openAccountQueue } from '../queue/open-account-queue.ts';
import type { NamedQueue } from '../queue/queue-flags.ts';
import { type AccountFacts, factsReader } from '../request/account-facts.ts';
import { submitPortsReader } from '../request/submit-ports.ts';
import { openWorkerEvents, type WorkerLog, workerLines } from './worker-log.ts';

export interface WorkerInput {
  queue: NamedQueue;
  slots: number;
  /** What the queue calls it; undefined for the host and the process. */
  name: string | undefined;
  flags: JourneyFlags;
}

/**
 * How long submits under way may still wait for the ids of their jobs once the worker is stopped. Whoever has the line next asks by
 * its key. Unit: ms.
 */
const lastWordMs = 1_000;

/** Serves lines until a signal, which is the usual end of a worker. Throws what keeps it from sending. */
export async function runWorker(context: CommandContext, input: WorkerInput): Promise<void> {
  const signal = context.interruption();
  let log: WorkerLog = workerLines(context);
  await beginEvents(context, input.flags, undefined, () => {
    const events = openWorkerEvents(context);
    log = events.log;
    return events.output;
  });
  const { account, connection, own } = await openAccountQueue(context, input.queue);
  try {
    const facts = await factsReader(context)(account);
    const journey = journeyOf(input.flags, facts.defaults);
    const place = journey.download ? await openPlace(context, journey) : undefined;
    await place?.assertReady('', 'no line was taken');
    const states = createSeenStates(context, journey);
    const name = input.name ?? `${hostname()}-${process.pid}`;
    log.begin(name, connection.shown);
    await serveLines({
      ...{ connection, own, name, signal, slots: input.slots, clock: context.clock, tell: log.tell },
      warn: (message) => context.listen({ kind: 'warning', message }),
      gate: (await context.api(account)).gate,
      submitPorts: await submitPortsOf(context, facts),
      choices: { windowMs: facts.defaults.idempotencyWindowMs },
      openFollow({ onThrough, ...hears }, heldAs) {
        const ports = followPorts(context, journey, onThrough);
        const heldOf = (key: string | undefined) => (key === undefined ? undefined : heldAs(key));
        return createFollow(journey, {
          ...ports,
          keep: states.keep,
          async lookAt(record) {
            const look = await ports.lookAt(record);
            const held = heldOf(record.intent?.idempotency_key);
            const poll: typeof look.poll = async (limits) => {
              if (held?.isLost === true) throw new LineLostError();
              return look.poll(limits);
            };
            return { ...look, poll };
          },
          async download(record, onFiles) {
            const held = heldOf(record.intent?.idempotency_key);
            if (held?.isLost === true) throw new LineLostError();
            const template = held?.template ?? journey.template;
            await downloadJob(context, record, { ...journey, template }, onFiles);
          },
          ...hears,
        });
      },
    });
  } finally {
    log.end();
    await connection.close();
  }
}

/** The ports of its submits, within the budgets of this machine. */
async function submitPortsOf(context: CommandContext, facts: AccountFacts): Promise<SubmitPorts> {
  const { account, defaults } = facts;
  const ports = await submitPortsReader(context, lastWordMs)(account);
  const { budgets } = defaults;
  if (!hasBudget(budgets)) return ports;
  const spending = await accountSpending(context, account);
  const terms = { account, budgets, assumed: undefined };
  return { ...ports, ledger: budgetedLedger(ports.ledger, spending, terms) };
}
