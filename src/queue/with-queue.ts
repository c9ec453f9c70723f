import type { Job } from 'bullmq';
import type { Account } from '../account/account.ts';
import { type NamedQueue, queueLine } from '../batch/queue-flags.ts';
import { NotFoundError, UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { documentJson } from '../ledger/job-document.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { isOver } from '../service/lifecycle.ts';
import { alignRows } from '../text/aligned.ts';
import { formatDuration } from '../text/duration.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import type { Look } from '../text/look.ts';
import { formatMoney } from '../text/money.ts';
import { safeLine } from '../text/safe-text.ts';
import { counted } from '../text/shown-value.ts';
import { readLine, writtenLine } from './line/line.ts';
import { readEnd } from './line/line-end.ts';
import { openAccountQueue } from './open-account-queue.ts';
import { type QueueDocument, readQueue } from './queue-state.ts';
import type { QueueConnection } from './store/connection.ts';
import { storeRefusalOf } from './store/store-trouble.ts';
import { failedLines, perCall, queuedIn, storedLines, unreadable } from './store/stored-lines.ts';

/** Does something to the queue of the account at hand, and prints what stands in it then. */
export async function withQueue(
  context: OutputMeans,
  named: NamedQueue,
  act: (connection: QueueConnection) => Promise<unknown>,
): Promise<void> {
  const { account, connection, own } = await openAccountQueue(context, named);
  try {
    await act(connection);
    const { globals, terminal } = context;
    const document = await readQueue(connection, own.account);
    if (globals.json) terminal.out.write(documentJson('genctl.queue/v1', document, terminal.out));
    else {
      const said = {
        nowMs: connection.clock.nowMs(),
        lineFor: (...words: string[]): string => queueLine(globals, named, words),
        othersAdvice: otherKeyWords(account),
      };
      terminal.out.lines(queueLines(document, terminal.out, said));
    }
  } catch (error) {
    throw storeRefusalOf(error, connection);
  } finally {
    await connection.close();
  }
}

const limitWords = {
  sought: 'still looked for',
  found: 'found by a 429',
  given: 'set by hand',
} as const satisfies Record<QueueDocument['limit_is'], string>;

/** A command for the queue and the account that are shown. */
type QueueLine = (...words: string[]) => string;

/** The facts and words that a queue is shown with. */
interface QueueWords {
  nowMs: number;
  lineFor: QueueLine;
  /** The advice about lines of other keys. */
  othersAdvice: string;
}

/** Shows the state of a queue, in lines. */
function queueLines(
  state: QueueDocument,
  look: Look,
  { lineFor, nowMs, othersAdvice }: QueueWords,
): string[] {
  const { active, charged_usd, done, ended, limit, limit_is, next_submit_in_ms, oldest_at } = state;
  const { colors } = look;
  const age =
    oldest_at === null
      ? ''
      : `, the oldest for ${formatDuration(Math.max(0, nowMs - Date.parse(oldest_at)))}`;
  const held = state.workers
    .filter((one) => one.active > 0)
    .map((one) => `${safeLine(one.name)} ${one.active}`)
    .join(', ');
  const pause = next_submit_in_ms === null ? '' : `; next submit in ${formatDuration(next_submit_in_ms)}`;
  const rows = [
    ['queue', state.queue],
    ['account', state.account],
    ['waiting', `${state.waiting}${age}`],
    ['active', `${active}${held === '' ? '' : ` (${held})`}`],
    ['workers', workersWords(state, lineFor)],
    ...(state.put_off === 0 ? [] : [['put off', `${state.put_off}, the service could not be reached`]]),
    ['done', `${done} wait for their feeder; ${ended} ended in all`],
    ...failedRows(state, lineFor),
    ['limit', `${limit}, ${limitWords[limit_is]}; ${counted(state.refusals, 'submit')} refused${pause}`],
    ['charged', formatMoney(charged_usd)],
    ...(state.others.length === 0
      ? []
      : [
          ['others', othersWords(state.others)],
          ['', othersAdvice],
        ]),
  ];
  const paused = state.paused
    ? [{ text: `paused; workers take lines again with: ${lineFor('queue', 'resume')}`, paint: colors.warn }]
    : [];
  return [
    ...paused.map(({ paint, text }) => paint(text)),
    ...alignRows(
      rows.map(([name = '', says = '']) => [{ text: name, paint: colors.dim }, says]),
      look,
    ),
  ];
}

/** Lines that did not succeed: how many, a row for each that is named, and what brings those back that are set aside. */
function failedRows(
  { failed, failed_lines: lines }: Readonly<QueueDocument>,
  lineFor: QueueLine,
): string[][] {
  const more = failed - lines.length;
  return [
    ['failed', `${failed}`],
    ...lines.map(({ code, line, why }) => ['', safeLine(`${line}: ${why} (${code})`)]),
    ...(more > 0 ? [['', `and ${more} more`]] : []),
    ...(lines.some((line) => line.set_aside)
      ? [['', `to retry those set aside, once fixed: ${lineFor('queue', 'retry', 'BATCH/ID')}`]]
      : []),
  ];
}

/** The workers that take lines: `3, 2 of them without a line`. */
function workersWords({ workers }: Readonly<QueueDocument>, lineFor: QueueLine): string {
  const idle = workers.filter(({ active }) => active === 0).length;
  if (workers.length === 0) return `none; to start one: ${lineFor('worker')}`;
  return idle === 0 ? `${workers.length}` : `${workers.length}, ${idle} of them without a line`;
}

/** The advice about lines that wait under another key, which a program printed, or which was rotated. */
export function otherKeyWords({ keySource, profile }: Account): string {
  return keySource === 'command'
    ? `a queue goes by its key, so the credential_command of ${profile} has to print the same key for the feeder and each worker; without such a key, split the batch: genctl batch FILE --shard 1/2`
    : 'of a rotated key: feed the batch with the new key and --same-account, then drain the queue with the old one';
}

/** The lines that wait for workers with other keys: `12 lines of the account j1-0, 3 of j1-1`. */
export function othersWords(others: Readonly<QueueDocument['others']>): string {
  return others
    .map(({ account, waiting }, place) =>
      safeLine(
        place === 0 ? `${counted(waiting, 'line')} of the account ${account}` : `${waiting} of ${account}`,
      ),
    )
    .join(', ');
}

/**
 * Puts a line that did not succeed in again, by `BATCH/ID`, its key or its job. Throws NotFoundError where none is called that, and
 * UsageError for one whose job has failed: under the same key it would be the same job.
 */
export async function retryLine(connection: QueueConnection, word: string): Promise<void> {
  const job = await findFailed(connection, word);
  if (job === undefined) throw noSuchLine(word, connection);
  const end = readEnd(ownValue(objectOf(job.data), 'end'), 1);
  const record = end?.kind === 'followed' ? end.job.record : undefined;
  if (record !== undefined && isOver(record.job) && record.job.status !== 'succeeded')
    throw new UsageError({
      code: 'line_has_failed',
      message: `the job of ${job.name} is ${record.job.status}`,
      why: 'Its key would return the failed job.',
      hint: 'to try again, run its batch with --retry-failed',
      jobId: record.id,
    });
  const line = writtenLine({ ...readLine(job.data), returns: 0, ended: [] });
  try {
    // A kill before the line is put in leaves its end for its feeder to read.
    await job.updateData({ ...line, end: ownValue(objectOf(job.data), 'end') });
    await job.retry('failed');
  } catch (error) {
    const state = await job.getState();
    if (state === 'failed') throw error;
    // Its feeder took it out; or else another one put it in again, which is all that was asked for.
    if (state === 'unknown') throw noSuchLine(word, connection);
  }
}

async function findFailed(connection: QueueConnection, word: string): Promise<Job | undefined> {
  for await (const line of failedLines(connection))
    if ([line.id, line.name, ownValue(objectOf(line.data), 'job')].includes(word)) return line;
  return undefined;
}

function noSuchLine(word: string, { shown }: QueueConnection): NotFoundError {
  return new NotFoundError({
    code: 'line_not_found',
    message: `The queue has no failed line ${JSON.stringify(word)}`,
    why: 'It takes BATCH/ID, a key or a job. A feeder takes finished lines out of the queue.',
    hint: genctl`queue status --queue ${shown}`,
  });
}

/**
 * Takes out the lines that no worker holds. One that failed after its job was made stays for its feeder, which would not know of the
 * job otherwise. Resolves with how many it took out.
 */
export async function drainQueue(connection: QueueConnection): Promise<number> {
  const { queue } = connection;
  let taken = await queue.getJobCountByTypes('wait', 'delayed');
  await queue.drain(true);
  let from = 0;
  for (;;) {
    const failed = await storedLines(connection, 'failed', { from, to: from + perCall - 1 });
    if (failed.length === 0) return taken;
    const jobless = failed.filter(
      ({ line }) => line === unreadable || queuedIn(line.data)?.jobId === undefined,
    );
    await Promise.all(jobless.map(({ id }) => queue.remove(id)));
    from += failed.length - jobless.length;
    taken += jobless.length;
  }
}
