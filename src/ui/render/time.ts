import { formatAge, formatDuration } from '../../rules/duration.ts';
import { isoTime } from '../../rules/iso-time.ts';
import { safeLine } from '../../rules/safe-text.ts';

/** A time stamp as its age: `5 min ago`. A text that is no time is shown as it is. */
export function formatWhen(stamp: string, nowMs: number): string {
  const atMs = Date.parse(stamp);
  return Number.isNaN(atMs) ? safeLine(stamp) : formatAge(nowMs - atMs);
}

/** A time stamp to the second, and how long ago it was: `2026-01-02 03:04:05 UTC (5 min ago)`. */
export function formatMoment(stamp: string, nowMs: number): string {
  const atMs = Date.parse(stamp);
  if (Number.isNaN(atMs)) return safeLine(stamp);
  const second = isoTime(atMs).slice(0, 19).replace('T', ' ');
  return `${second} UTC (${formatAge(nowMs - atMs)})`;
}

/** The time between two time stamps; undefined where one is missing or no time. */
export function formatSpan(fromIso: string | null, toMs: number): string | undefined {
  const fromMs = fromIso === null ? Number.NaN : Date.parse(fromIso);
  return Number.isNaN(fromMs) || Number.isNaN(toMs) ? undefined : formatDuration(toMs - fromMs);
}

/** A runtime limit without an empty last unit: `30m`; empty where it is not known. Unit: s. */
export function formatRuntime(runtimeSeconds: number | undefined): string {
  return runtimeSeconds === undefined ? '' : formatDuration(runtimeSeconds * 1_000).replace(/ 00[msh]$/, '');
}
