import type { ShotEnd } from '../../batch/run/shots.ts';
import { CliError } from '../../errors/cli-error.ts';
import { OutcomeUnknownError } from '../../errors/endings.ts';
import { type ExitName, exitCodes } from '../../errors/exit-codes.ts';
import { genctl, say } from '../../errors/hint.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { parseJobRecord, recordBytes } from '../../ledger/records/parse.ts';
import { withAllOutputs } from '../../ledger/rules/all-outputs.ts';
import { readJob } from '../../service/job.ts';
import { idObjection } from '../../service/sendable.ts';
import { isObject, objectOf, ownText, ownValue } from '../../text/json-object.ts';

/** The end of a line as it stands in a queue until its feeder has it. */
export interface WrittenEnd {
  /** The record of its job, as the ledger writes it; null where it has none. */
  record: string | null;
  /** How far its job was waited for; null where it has none. */
  wait: 'over' | 'timed-out' | 'failed' | null;
  /** True if files that were to be brought home are not there. */
  missing: boolean;
  error: WrittenError | null;
}

interface WrittenError {
  exit: ExitName;
  code: string;
  message: string;
  why: string | null;
  hint: string | null;
}

/** The end of a line; undefined where it has none yet, and is to go on elsewhere. */
export function writtenEnd(end: ShotEnd): WrittenEnd | undefined {
  if (end.kind === 'unsent') return undefined;
  if (end.kind === 'refused') return refusedEnd(end.error);
  const { end: wait, exec, failure, isMissing, record } = end.job;
  if (wait.kind === 'left') return undefined;
  const error =
    wait.kind === 'failed' ? wait.error : (failure ?? (exec?.kind === 'failed' ? exec.error : undefined));
  return {
    record: `${recordBytes(record)}`,
    wait: wait.kind,
    missing: isMissing,
    error: error === undefined ? null : writtenError(error),
  };
}

/** The end of a line that has no job. */
export function refusedEnd(error: CliError): WrittenEnd {
  return { record: null, wait: null, missing: false, error: writtenError(error) };
}

function writtenError({ code, exit, hint, message, why }: CliError): WrittenError {
  return { exit, code, message, why: why ?? null, hint: hint ?? null };
}

/** The end that a worker told, with the record as its own machine has it; undefined for what no worker of genctl wrote. */
export function readEnd(value: unknown, attempt: number): ShotEnd | undefined {
  const told = objectOf(value);
  const error = errorIn(ownValue(told, 'error'));
  const record = recordIn(ownText(told, 'record'));
  if (record === undefined)
    return error === undefined ? undefined : { kind: 'refused', error, attempt, failed: undefined };
  const { id, job } = record;
  const isMissing = ownValue(told, 'missing') === true;
  const wait = ownText(told, 'wait');
  if (wait === 'failed' && error !== undefined)
    return {
      kind: 'followed',
      job: { end: { kind: 'failed', id, job, error }, record, failure: undefined, isMissing },
    };
  const kind = wait === 'timed-out' ? 'timed-out' : 'over';
  return { kind: 'followed', job: { end: { kind, id, job }, record, failure: error, isMissing } };
}

/** The record of a job; undefined for one that no worker wrote, which something else may have put there. */
function recordIn(text: string | undefined): JobRecord | undefined {
  const parsed = text === undefined ? undefined : parseJobRecord(Buffer.from(text));
  if (parsed?.kind !== 'whole') return undefined;
  const { execs = [], files, finals, id, recorded_at, seen_at } = parsed.value;
  const job = readJob(parsed.value.job);
  const areTimes = [recorded_at, seen_at].every((time) => !Number.isNaN(Date.parse(time)));
  const areLists = files.every(isFile) && finals.every(isText) && execs.every(isObject);
  const isWhole = job !== undefined && areTimes && areLists && idObjection(id) === undefined;
  return isWhole ? withAllOutputs({ ...parsed.value, job }) : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isFile(value: unknown): boolean {
  const file = objectOf(value);
  const [bytes, index, findings = []] = ['bytes', 'index', 'findings'].map((name) => ownValue(file, name));
  const areNumbers = Number.isSafeInteger(bytes) && Number.isSafeInteger(index);
  const areWords = isText(ownValue(file, 'path')) && /^[0-9a-f]{64}$/.test(`${ownValue(file, 'sha256')}`);
  return areNumbers && areWords && Array.isArray(findings) && findings.every(isObject);
}

function errorIn(value: unknown): CliError | undefined {
  const told = objectOf(value);
  const [exit, code, message] = [ownText(told, 'exit'), ownText(told, 'code'), ownText(told, 'message')];
  if (exit === undefined || code === undefined || message === undefined || !isExit(exit)) return undefined;
  return new CliError(exit, { code, message, why: ownText(told, 'why'), hint: ownText(told, 'hint') });
}

function isExit(word: string): word is ExitName {
  return Object.hasOwn(exitCodes, word);
}

/** A line that ended so many workers is given to no further one. */
export const endedMost = 3;

const code = 'line_set_aside';

/** The end of a line that no worker is given any more; `ended`: what of it ended workers; `record`: its job, where that is known. */
export function asideEnd(
  ended: readonly string[],
  { attempt, record }: { attempt: number; record: JobRecord | undefined },
): ShotEnd {
  const parts = {
    code,
    message: `it ended ${ended.length} workers, and is set aside`,
    why: `The last time: ${ended.at(-1)}.`,
    hint: say`fix that, then: ${genctl`queue retry ID`}`,
    ofOne: true,
  };
  if (record === undefined)
    return { kind: 'refused', error: new OutcomeUnknownError(parts), attempt, failed: undefined };
  const { id, job } = record;
  const end = { kind: 'failed', id, job, error: new CliError('machine', parts) } as const;
  return { kind: 'followed', job: { end, record, failure: undefined, isMissing: true } };
}

/** Why a line was set aside; undefined of one that was not. It stays in the queue, whoever has read its end. */
export function whyAside(end: ShotEnd | undefined): string | undefined {
  const error =
    end?.kind === 'refused'
      ? end.error
      : end?.kind === 'followed' && end.job.end.kind === 'failed'
        ? end.job.end.error
        : undefined;
  return error?.code === code ? (error.why ?? error.message) : undefined;
}
