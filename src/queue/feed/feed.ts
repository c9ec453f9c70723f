import { queueFault } from '../../batch/feed/feed-input.ts';
import { changedLine } from '../../batch/run/shot-state.ts';
import type { ShotEnd } from '../../batch/run/shots.ts';
import { CliError } from '../../errors/cli-error.ts';
import { BudgetError } from '../../errors/endings.ts';
import { inTurn, type TaskGroup } from '../../files/task-group.ts';
import { createAlarm } from '../../follow/wait/alarm.ts';
import { isOver } from '../../service/lifecycle.ts';
import { intentOf } from '../../submit/submit-attempt.ts';
import { isoTime } from '../../text/iso-time.ts';
import { type QueueLine, writtenLine } from '../line/line.ts';
import { fieldsApart, queuedLine } from '../store/stored-lines.ts';
import { type Fed, type FedShot, type FeedPorts, nextAttemptAfter, toldEnd } from './fed-line.ts';

export type Feed<Shot extends FedShot> = ReturnType<typeof createFeed<Shot>>;

/** Lines that are put in, or taken out, side by side. */
const atOnce = 64;

/** The shots of a batch between their manifest and their ends. */
export function createFeed<Shot extends FedShot>(ports: FeedPorts<Shot>, tasks: Pick<TaskGroup, 'start'>) {
  const [fed, taking] = [new Map<string, Fed<Shot>>(), new Set<string>()];
  const [puts, takes] = [tellingTurns(tasks, put), inTurn(tasks, atOnce)];
  const [room, news] = [createAlarm(ports.clock), createAlarm(ports.clock)];
  const state = { open: 0, isRead: false, isStopped: false };
  let reachedBudget: BudgetError | undefined;

  function changed(): void {
    for (const alarm of [room, news]) alarm.ring();
  }
  async function put(one: Fed<Shot>): Promise<void> {
    // A line that is not admitted is not noted as sent either.
    const error = reachedBudget ?? (state.isStopped ? undefined : await admissionFault(one, ports));
    if (error instanceof BudgetError) reachedBudget = error;
    if (error !== undefined || state.isStopped) {
      await ports.onEnd(one.shot, endBefore(state.isStopped ? undefined : error, one));
      state.open -= 1;
      return changed();
    }
    fed.set(one.intent.idempotency_key, one);
    await addLine(ports, one.line);
    changed();
  }
  async function take(key: string, one: Fed<Shot>): Promise<void> {
    const found = await toldEnd(key, one, ports);
    if (found !== undefined) {
      const next = state.isStopped ? undefined : nextAttemptAfter(found.end, one);
      if (next === undefined) await ports.onEnd(one.shot, found.end);
      else await ports.onRepeat(one.shot, next.failed, next.attempt);
      // Only now that its end is written down.
      await found.remove();
      fed.delete(key);
      if (next === undefined) state.open -= 1;
      else puts.start(fedLine(one.shot, next.attempt, ports));
      changed();
    }
    taking.delete(key);
  }
  return {
    /** True if all lines have ended, or nothing more is done. */
    get isOver() {
      const { isRead, isStopped, open } = state;
      return isStopped || (isRead && (open === 0 || (ports.detach && fed.size === open)));
    },
    get isStopped() {
      return state.isStopped;
    },
    /** Resolves once there is room for one more, or it is stopped. One caller at a time. */
    async room() {
      while (state.open >= ports.window && !state.isStopped) await room.sleepUntil(undefined);
    },
    begin(shot: Shot): void {
      state.open += 1;
      puts.start(fedLine(shot, shot.attempt, ports));
    },
    /** Says that all shots were read. */
    close(): void {
      state.isRead = true;
      changed();
    },
    stop(): void {
      state.isStopped = true;
      for (const { shot } of fed.values()) ports.onUnheard(shot);
      changed();
    },
    /** The keys of the lines that are in the queue. */
    keys: () => [...fed.keys()].filter((key) => !taking.has(key)),
    /** Takes a line out that has its end. */
    take(key: string): void {
      const one = fed.get(key);
      if (one === undefined || taking.has(key)) return;
      taking.add(key);
      takes.start(() => take(key, one));
    },
    /** Puts a line in again that is gone from the queue. */
    async putAgain(key: string): Promise<void> {
      const one = fed.get(key);
      if (one !== undefined && !taking.has(key)) await addLine(ports, maybeSent(one));
    },
    /** Resolves at a time on the monotonic clock, or earlier where it may be over. One caller at a time. */
    pauseUntil: news.sleepUntil,
    /** The shots that are still in the queue, or may be: a store that is away has not said so. */
    left: () => [...fed.values()].map(({ shot }) => shot),
    /** Gives up the shots that have begun and never were in the queue: none of them is put in any more. */
    giveUp: () => puts.giveUp().map(({ shot }) => shot),
  };
}

/** Work on items in their turn, which may give up those whose turn has not come. */
function tellingTurns<Item>(tasks: Pick<TaskGroup, 'start'>, work: (item: Item) => Promise<void>) {
  const waiting = new Set<Item>();
  const turns = inTurn(tasks, atOnce);
  return {
    start(item: Item): void {
      waiting.add(item);
      turns.start(async () => {
        if (waiting.delete(item)) await work(item);
      });
    },
    giveUp(): Item[] {
      const left = [...waiting];
      waiting.clear();
      return left;
    },
  };
}

/**
 * A line that may have been sent: whoever sends it again has to know since when. Only the line that is gone told that, so it is the
 * earliest time that it can have been; a later one would have a key sent again that the service has forgotten.
 */
function maybeSent({ intent, line, since }: Fed<FedShot>): QueueLine {
  return { ...line, intent: { ...intent, first_sent_at: intent.first_sent_at ?? since } };
}

/** Why a line is not let in; undefined where it is. Rejects for what is wrong with this machine. */
async function admissionFault(
  { intent, line }: Fed<FedShot>,
  { admit, connection }: Pick<FeedPorts<FedShot>, 'admit' | 'connection'>,
): Promise<CliError | undefined> {
  const queued = await queuedLine(connection, intent.idempotency_key);
  const fields = fieldsApart(queued, intent);
  const fault = fields.length > 0 ? changedLine({ fields, jobId: queued?.jobId }) : queueFault(intent);
  // Nothing is sent for a job that is there: what it costs is charged already, or held since the line was planned.
  if (fault !== undefined || line.job !== undefined) return fault;
  try {
    await admit(intent);
    return undefined;
  } catch (error) {
    if (error instanceof CliError && error.exit !== 'machine') return error;
    throw error;
  }
}

/** The end of a line that never was in the queue. */
function endBefore(error: CliError | undefined, { attempt }: Fed<FedShot>): ShotEnd {
  return error === undefined ? { kind: 'unsent' } : { kind: 'refused', error, attempt, failed: undefined };
}

/** The line of a shot's attempt, or of the job that the shot has already. */
function fedLine<Shot extends FedShot>(
  shot: Shot,
  attempt: number,
  { clock, own }: Pick<FeedPorts<Shot>, 'clock' | 'own'>,
): Fed<Shot> {
  const { planned } = shot;
  const known = shot.attempt === attempt ? shot.record : undefined;
  const intent = known?.intent ?? (planned === undefined ? undefined : intentOf(planned, attempt));
  if (intent === undefined) throw new Error(`${shot.shot} has nothing that could be sent`);
  const resend = planned?.choices.resend === true;
  const wasOver = known !== undefined && isOver(known.job);
  const fresh = { wasOver, resend, returns: 0, ended: [] };
  const line = { ...own, intent, template: shot.template, job: known?.id, ...fresh };
  return { shot, attempt, intent, line, since: isoTime(clock.nowMs()) };
}

/** Puts a line into the queue; one that is there already stays as it is. */
async function addLine(
  { connection: { clock, queue } }: Pick<FeedPorts<FedShot>, 'connection'>,
  line: QueueLine,
): Promise<void> {
  const { batch, idempotency_key: jobId } = line.intent;
  await queue.add(`${batch?.name}/${batch?.shot}`, writtenLine(line), {
    ...{ jobId, timestamp: Math.trunc(clock.nowMs()) },
  });
}
