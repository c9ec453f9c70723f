import { parseDurationMs } from '../../text/duration.ts';
import { likelyDuration } from '../../text/typed-value.ts';
import { fittingFlag, switchFlag, type ValueFlag } from '../flag.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { flagConflict } from './flag-conflict.ts';

/** A moment as a person types it; an age counts back from now. Unit: ms since 1970. */
export type Moment = (nowMs: number) => number;

/** Words for days, by how many ago they are. A day begins at midnight in UTC, as a date does. */
const days: readonly string[] = ['today', 'yesterday'];
const dayMs = 24 * 60 * 60 * 1000;

/** The flag `--since`, which takes an age or a date. */
export function sinceFlag(says: string): ValueFlag<Moment> {
  const shown = `${says}: 90m, 2h, 7d, today, yesterday, or a date (UTC)`;
  return momentFlag('--since <when>', shown);
}

/** The flag `--until`, which reads as `--since` does. A day as its value is the moment at which that day begins. */
export function untilFlag(says: string): ValueFlag<Moment> {
  return momentFlag('--until <when>', `${says}, as --since`);
}

function momentFlag(syntax: string, says: string): ValueFlag<Moment> {
  return fittingFlag(syntax, says, readMoment, {
    why: 'It takes an age such as 90m, 2h or 7d, today, yesterday, or a date such as 2026-03-04.',
    meant: (text) => (text.includes('-') ? undefined : likelyDuration(text.replace(/ ago\s*$/i, ''), 'd')),
  });
}

function readMoment(text: string): Moment | undefined {
  const ageMs = parseDurationMs(text);
  if (ageMs !== undefined) return (nowMs) => nowMs - ageMs;
  const daysAgo = days.indexOf(text.trim().toLowerCase());
  if (daysAgo !== -1) return (nowMs) => (Math.floor(nowMs / dayMs) - daysAgo) * dayMs;
  const momentMs = dateMs(text.trim());
  return momentMs === undefined ? undefined : () => momentMs;
}

/** A date, or a time of it, in UTC unless it names a zone; undefined for any other text and for a day that no month has. Unit: ms. */
function dateMs(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text) ??
    [];
  const midnight = new Date(`${day}T00:00Z`);
  // The parser takes the thirtieth of February for a day of March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(`${day}`)) return undefined;
  const ms = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** On a terminal a table has its titles. In a pipe scripts rely on a table that has none. */
export const headerFlag = switchFlag('--header', 'in a pipe, name the columns in a first row');

/** Refuses a flag of a table where none is printed. Throws UsageError. */
export function assertTable(
  flag: '--columns' | '--header',
  { json, quiet }: Pick<GlobalFlags, 'json' | 'quiet'>,
): void {
  if (!json && !quiet) return;
  const whole = json ? '--json' : '--quiet';
  const why = json ? '--json prints every field.' : 'It prints no table.';
  throw flagConflict(`${flag} and ${whole}`, why, `leave ${flag} out`);
}
