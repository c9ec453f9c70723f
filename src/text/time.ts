import { formatAge, formatDuration } from './duration.ts';
import { isoTime } from './iso-time.ts';
import { safeLine } from './safe-text.ts';

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

/** The longest runtime of a job with its unit: `30 min`, `90 s`, `1 h 30 min`. Unit: s. */
export function formatRuntime(runtimeSeconds: number): string {
  const seconds = Math.max(0, Math.round(runtimeSeconds));
  if (seconds < 120 && seconds % 60 !== 0) return `${seconds} s`;
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return said.length === 0 ? '0 s' : said.join(' ');
}
