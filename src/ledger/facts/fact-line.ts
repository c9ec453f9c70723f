import type { Stats } from 'node:fs';
import { objectOf } from '../../text/json-object.ts';
import type { JobFacts } from './job-facts.ts';

/** Version of the lines and of the rules that the facts were drawn by. An index of another version is made anew. */
const factsVersion = 4;

/** The marks by which a record's file differs from any earlier one in its place. Every write is a new file under the old name. */
export interface FileStamp {
  inode: number;
  bytes: number;
  /** Unit: ms since 1970. */
  modifiedMs: number;
}

export interface FactLine {
  facts: JobFacts;
  /** Undefined for a file that was written moments ago: the next one may look the same, so it is read again. */
  stamp: FileStamp | undefined;
}

/** The last line of an index, without which the index is not whole. */
export interface FactsEnd {
  /** The number of lines before it. */
  lines: number;
  /** The length of those lines. Unit: bytes. */
  bytes: number;
  /** When the folder of the records last changed; undefined where that can't be relied on. Unit: ms since 1970. */
  folderMs: number | undefined;
}

/** How far apart two writes are told apart by any disk: FAT counts in steps of 2 s. Unit: ms. */
const tickMs = 3000;

/** Tells whether a time of the disk lies so far back that any later change shows another time. */
export function isSettled(modifiedMs: number, diskNowMs: number): boolean {
  return modifiedMs < diskNowMs - tickMs;
}

export function stampOf({ ino, mtimeMs, size }: Stats): FileStamp {
  return { inode: ino, bytes: size, modifiedMs: mtimeMs };
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.inode === other.inode && one.bytes === other.bytes && one.modifiedMs === other.modifiedMs;
}

/** An array and not an object, because 100,000 lines are read at a time. */
export function factText({ facts, stamp }: FactLine): string {
  const { inode, bytes, modifiedMs } = stamp ?? {};
  const { id, recordedAtMs, profile, route, model, status, isOver } = facts;
  const { chargedAtMs, costUsd, isChargeUnknown, key, account, batch } = facts;
  const charge = [chargedAtMs, costUsd, isChargeUnknown];
  const { once, mayBeDraft, tags, createdAtMs, tookMs } = facts;
  const marks = [key, account, batch, once, mayBeDraft, tags, createdAtMs, tookMs];
  const said = [id, recordedAtMs, profile, route, model, status, isOver, ...charge, ...marks];
  return `${JSON.stringify([inode ?? null, bytes ?? null, modifiedMs ?? null, ...said])}\n`;
}

/** The line of a text that this version wrote; undefined for any other. */
export function readFactLine(text: string): FactLine | undefined {
  const parsed = parsedOf(text);
  if (!Array.isArray(parsed) || parsed.length !== fieldCount) return undefined;
  const [inode, bytes, modifiedMs, id, recordedAtMs, profile, route, model, status, isOver, ...rest] =
    parsed as WrittenFacts;
  const [chargedAtMs, costUsd, isChargeUnknown, key, account, batch, ...others] = rest;
  const [once, mayBeDraft, tags, createdAtMs, tookMs] = others;
  const charge = { chargedAtMs, costUsd, isChargeUnknown };
  const marks = { key, account, batch, once, mayBeDraft, tags, createdAtMs, tookMs };
  const facts = { id, recordedAtMs, profile, route, model, status, isOver, ...charge, ...marks };
  return { facts, stamp: inode === null ? undefined : { inode, bytes, modifiedMs } };
}

type Fact<Name extends keyof JobFacts> = JobFacts[Name];
type WrittenFacts = [
  ...[inode: number | null, bytes: number, modifiedMs: number],
  ...[Fact<'id'>, Fact<'recordedAtMs'>, Fact<'profile'>, Fact<'route'>, Fact<'model'>, Fact<'status'>],
  ...[Fact<'isOver'>, Fact<'chargedAtMs'>, Fact<'costUsd'>, Fact<'isChargeUnknown'>],
  ...[Fact<'key'>, Fact<'account'>, Fact<'batch'>, Fact<'once'>, Fact<'mayBeDraft'>, Fact<'tags'>],
  ...[Fact<'createdAtMs'>, Fact<'tookMs'>],
];
const fieldCount = 21 satisfies WrittenFacts['length'];

export function endText({ lines, bytes, folderMs }: FactsEnd): string {
  return `${JSON.stringify({ facts: factsVersion, lines, bytes, folder_ms: folderMs ?? null })}\n`;
}

/** The end of an index that this version wrote; undefined for any other line. */
export function readEnd(text: string): FactsEnd | undefined {
  const { facts, lines, bytes, folder_ms } = objectOf(parsedOf(text)) ?? {};
  if (facts !== factsVersion || typeof lines !== 'number' || typeof bytes !== 'number') return undefined;
  return { lines, bytes, folderMs: typeof folder_ms === 'number' ? folder_ms : undefined };
}

/** Plain `JSON.parse`, which is twice as quick as the reader of what others wrote. */
function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
