import { parseDurationMs } from '../../rules/duration.ts';
import { gaps } from '../../rules/gaps.ts';
import { likelyDuration } from '../../rules/request/likely-value.ts';
import { invalidFlag, type ValueFlag, valueFlag } from './flag.ts';

/** A moment as a person types it; an age counts back from now. Unit: ms since 1970. */
export type Moment = (nowMs: number) => number;

/** The flag `--since`, which takes an age or a date. */
export function sinceFlag(says: string): ValueFlag<Moment> {
  return valueFlag('--since <when>', `${says}: 90m, 2h, 7d, or a date`, readMoment);
}

function readMoment(text: string): Moment {
  const ageMs = parseDurationMs(text);
  if (ageMs !== undefined) return (nowMs) => nowMs - ageMs;
  const momentMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(momentMs)) return () => momentMs;
  const likely = text.includes('-') ? undefined : likelyDuration(text, 'd');
  const why = 'It takes an age such as 90m, 2h or 7d, or a date such as 2026-03-04.';
  throw invalidFlag('--since', text, why, `--since ${likely ?? gaps.value}`);
}
