import type { ShotEnd } from '../../batch/run/shots.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { readEnd } from '../line/line-end.ts';
import { whyAside } from '../line/set-aside.ts';
import type { QueueConnection } from '../store/connection.ts';
import { perCall, type StoredLine, storedLines, unreadable } from '../store/stored-lines.ts';

/** A line that did not succeed, and why. */
export interface FailedLine {
  /** `BATCH/ID`; its id in the store where it can't be read. */
  line: string;
  /** True if no worker is given it any more. */
  setAside: boolean;
  code: string;
  why: string;
}

/** So many lines are enough to see what is wrong. */
const shown = 10;

/**
 * The first lines that did not succeed, those that are set aside before the others. Feeders take the others out, so that those which
 * stay are the oldest.
 */
export async function firstFailed(connection: Pick<QueueConnection, 'queue'>): Promise<FailedLine[]> {
  const stored = await storedLines(connection, 'failed', { from: 0, to: perCall - 1 });
  return stored
    .map(failedLine)
    .toSorted((one, other) => Number(other.setAside) - Number(one.setAside))
    .slice(0, shown);
}

function failedLine({ id, line }: StoredLine): FailedLine {
  const strange = { setAside: false, code: 'line_unreadable' };
  if (line === unreadable) return { line: id, ...strange, why: 'no batch has put it there' };
  const end = readEnd(ownValue(objectOf(line.data), 'end'), 1);
  const name = line.name || id;
  if (end === undefined) return { line: name, ...strange, why: 'its end can’t be read' };
  return { line: name, setAside: whyAside(end) !== undefined, ...reasonOf(end) };
}

function reasonOf(end: ShotEnd): Pick<FailedLine, 'code' | 'why'> {
  if (end.kind === 'unsent') return { code: 'unsent', why: 'it was not sent' };
  const followed = end.kind === 'followed' ? end.job : undefined;
  const wait = followed?.end;
  const error = end.kind === 'refused' ? end.error : wait?.kind === 'failed' ? wait.error : followed?.failure;
  if (error !== undefined)
    return {
      code: error.code,
      why: [error.message, error.why].filter((text) => text !== undefined).join(': '),
    };
  const job = followed?.record.job;
  return { code: job?.error?.code ?? 'failed', why: job?.error?.message ?? `its job is ${job?.status}` };
}
