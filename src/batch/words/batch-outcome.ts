import type { CliError } from '../../errors/cli-error.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import type { Hint } from '../../errors/hint.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { type ChargedJob, chargeOf, isChargeUnknown } from '../../service/charge.ts';
import { exitOfJob, isOver, needsChange } from '../../service/lifecycle.ts';
import { createHashSet, idHash } from '../../text/id-hash.ts';
import { microUsdOf } from '../../text/money.ts';
import { alikeLines } from '../check/line-findings.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import { type HeldReason, isUnpicked } from '../rules/parents.ts';

/** How many lines without success are named at the end; the others are counted. */
const namedMost = 10;

/** A line by its number, and by its id where that can be read. */
export interface NamedLine {
  line: number;
  shot: string | undefined;
}

/** How a line came out, in this run or before it. */
export type LineResult =
  | { kind: 'done'; record?: JobRecord | undefined }
  /** Its job goes on, or its files are still to come. */
  | { kind: 'left'; record?: JobRecord | undefined }
  /** `intent` is what would have been sent; undefined where it waits for others. */
  | { kind: 'unsent'; intent?: Intent | undefined }
  /** It is not sent because of another line, or until it is picked. */
  | { kind: 'held'; reason: HeldReason }
  /** `record` is that of a job of which some files came. */
  | { kind: 'lost'; loss: Loss; record?: JobRecord | undefined };

/** Why a line has no success. */
export interface Loss {
  jobId: string | undefined;
  exit: ExitName;
  /** A word for scripts. */
  code: string;
  message: string;
  /** True if its job goes on: the looks at it failed, and nobody knows how far it is. */
  goesOn?: true | undefined;
  /** The mend of an error, such as room on a disk. */
  mend?: Hint | undefined;
  /** The command that has it sent again, once a person knows that it has no job. */
  forget?: string | undefined;
  /** The part of its request to change, where the request would fail again as it is. */
  change?: ChangedPart | undefined;
}

type LostLine = NamedLine & Loss;

/** `less` stands for a length or a size. */
export type ChangedPart = 'prompt' | 'draft' | 'less';

/** The outcome of the lines of a batch, in this run or before it. */
export type BatchOutcome = Readonly<ReturnType<typeof newOutcome>>;

function newOutcome() {
  return {
    done: 0,
    /** Lines without success, by how each ended; those whose outcome is unknown among them. */
    lost: new Map<ExitName, number>(),
    /** Those of them whose job goes on: the looks at it failed. */
    unseen: 0,
    /** The first of them. */
    named: [] as LostLine[],
    /** Lines whose request would fail again as it is: how many, and the first of them. */
    toChange: { count: 0, lines: [] as number[], parts: new Set<ChangedPart>() },
    /** The words for how all of them ended, each text once. */
    told: alikeLines(namedMost),
    /** Lines that were to be sent, and were not. */
    unsent: 0,
    /** Lines that were not sent because another one, which they wait for, was lost. */
    held: 0,
    /** The first of them, by their ids. */
    heldNames: [] as string[],
    /** Lines that were not sent because they, or what they wait for, were not picked. */
    unpicked: 0,
    /** Lines whose job a signal left as it is, or whose files are still to come. */
    left: 0,
    /** Those of them whose job is over. */
    unfetched: 0,
    /** The error that ended the sending before all lines were sent; undefined where nothing did. */
    stop: undefined as CliError | undefined,
    /** The charge, as far as it is known. Unit: millionths of a USD. */
    chargedMicroUsd: 0,
    /** The part of `chargedMicroUsd` for jobs that ended in this run. Same unit. */
    runMicroUsd: 0,
    /** Jobs that may have been charged, and of which the service does not say what: v1 tells none. */
    untold: 0,
  };
}

export type OutcomeBook = ReturnType<typeof createOutcomeBook>;

/** Adds up what becomes of lines. */
export function createOutcomeBook() {
  const outcome = newOutcome();
  const { heldNames, lost, named, toChange, told } = outcome;
  const charged = createHashSet();
  function addLost(one: LostLine): void {
    countLost(lost, one.exit);
    if (one.goesOn === true) outcome.unseen += 1;
    if (named.length < namedMost) named.push(one);
    told.take(lostWord(one), one.message);
    if (one.change === undefined) return;
    toChange.count += 1;
    toChange.parts.add(one.change);
    if (toChange.lines.length < namedMost) toChange.lines.push(one.line);
  }
  /** Adds what a job was charged, where it is over and that is known. Of one job it counts once, whatever tells of it. */
  function addCharge(id: string, job: ChargedJob, when?: 'in this run'): void {
    if (!isOver(job) || !charged.add(idHash(id))) return;
    if (isChargeUnknown(job)) outcome.untold += 1;
    const microUsd = microUsdOf(chargeOf(job) ?? 0);
    outcome.chargedMicroUsd += microUsd;
    if (when === 'in this run') outcome.runMicroUsd += microUsd;
  }
  function addHeld(shot = ''): void {
    outcome.held += 1;
    if (heldNames.length < namedMost) heldNames.push(shot);
  }
  return {
    outcome: outcome as BatchOutcome,
    take({ line, shot }: NamedLine, result: LineResult): void {
      if (result.kind === 'lost') addLost({ line, shot, ...result.loss });
      else if (result.kind !== 'held') outcome[result.kind] += 1;
      else if (isUnpicked(result.reason)) outcome.unpicked += 1;
      else addHeld(shot);
      if (result.kind === 'left' && result.record !== undefined && isOver(result.record.job))
        outcome.unfetched += 1;
    },
    addCharge,
    /** Adds the charges that the journal knows of a shot. */
    addNoted(memory: ShotMemory | undefined, followed?: string): void {
      for (const { id, job } of notedJobs(memory, followed)) addCharge(id, job);
    },
    /** One that counts as unpicked is held, because what it waits for was lost. */
    loseUnpicked(shot: string): void {
      outcome.unpicked -= 1;
      addHeld(shot);
    },
    /** Counts one of those that are `left` anew: its job is over since, by a cancel after a signal or by itself. */
    settleLeft(job: JobRecord['job']): void {
      const exit = exitOfJob(job);
      // One that succeeded has files to come, and so is still left.
      if (exit === 'done') outcome.unfetched += 1;
      else {
        outcome.left -= 1;
        countLost(lost, exit);
      }
    },
    /** Counts the lines of `total` that have no end as unsent: after a signal no more are read. */
    addUnread(total: number): void {
      outcome.unsent = Math.max(outcome.unsent, total - sentOrHeld(outcome));
    },
    stop(error: CliError): void {
      outcome.stop ??= error;
    },
    /** Replaces the error of `stop` by one for that reason as it is at the end. */
    restateStop(error: CliError): void {
      outcome.stop = error;
    },
  };
}

/**
 * The jobs of a shot that are over as the journal has them. A followed job is among them only where its charge is told: else its end may
 * tell it.
 */
function* notedJobs(memory: ShotMemory | undefined, followed: string | undefined) {
  for (let one = memory; one !== undefined; one = one.before) {
    const { job: id, over } = one;
    if (id === undefined || over === undefined) continue;
    const job = { status: over.status, cost_usd: over.cost_usd ?? undefined };
    if (id !== followed || !isChargeUnknown(job)) yield { id, job };
  }
}

function countLost(lost: Map<ExitName, number>, exit: ExitName): void {
  lost.set(exit, (lost.get(exit) ?? 0) + 1);
}

/** The counts of lines that are not done. */
export interface LostCounts {
  failed: number;
  /** Lines of which it is not known whether there is a job. */
  uncertain: number;
  /** The job goes on, or its files are still to come: the time to wait was over, looks at it failed, or a signal came. */
  left: number;
}

export function lostCounts({
  left,
  lost,
  unseen,
}: Pick<BatchOutcome, 'left' | 'lost' | 'unseen'>): LostCounts {
  const { outcomeUnknown: uncertain = 0, waitTimedOut: late = 0, ...others } = Object.fromEntries(lost);
  const ended = Object.values(others).reduce((sum, count) => sum + count, 0);
  return { failed: ended - unseen, uncertain, left: left + late + unseen };
}

/** The counts of a run for programs: in its document, and in its last event. */
export function outcomeFields(outcome: BatchOutcome) {
  const { done, held, unpicked, unsent } = outcome;
  return { done, ...lostCounts(outcome), unsent, held: held + unpicked, unpicked };
}

/** A line by its number, its id and its job. */
function lostWord({ jobId, line, message, shot }: LostLine): string {
  const job = jobId === undefined || message.includes(jobId) ? '' : ` (${jobId})`;
  return `line ${line}${shot === undefined ? '' : `, ${shot}`}${job}`;
}

/** How many lines are known to be something else than unsent. */
export function sentOrHeld(outcome: BatchOutcome): number {
  const { failed, left, uncertain } = lostCounts(outcome);
  return outcome.done + failed + left + uncertain + outcome.held + outcome.unpicked;
}

/** A job that ended without success, as a line without success. */
export function failedJob({ id, intent, job }: JobRecord): Loss {
  const code = job.error?.code ?? job.status;
  const why = code === job.status ? '' : `, ${code}`;
  const said = job.error?.message === undefined ? '' : `: ${job.error.message}`;
  const part = intent?.draft_of != null ? 'draft' : code === 'provider_rejected' ? 'prompt' : 'less';
  const change = needsChange(code) ? part : undefined;
  return { jobId: id, exit: exitOfJob(job), code, message: `${job.status}${why}${said}`, change };
}
