import type { ValueRange } from '../../errors/cli-error.ts';
import { nearestName } from '../nearest-name.ts';

/** What is taken at a place. */
export interface TakenValues {
  allowed?: readonly unknown[] | undefined;
  range?: ValueRange | undefined;
}

/**
 * The value that is taken and was most probably meant by one that is not: the nearest in number (`4k` is 2160 lines, `16:9` a
 * shape), else the nearest in letters, else the first. Undefined where nothing says what is taken.
 */
export function nearestValue(value: unknown, { allowed, range }: TakenValues): unknown {
  if (allowed !== undefined && allowed.length > 0) return nearestOf(value, allowed);
  if (range === undefined) return undefined;
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = range;
  const wanted = Math.round(numberIn(value) ?? Number.NaN);
  const nearest = Number.isNaN(wanted) ? least : Math.min(Math.max(wanted, least), most);
  return Number.isFinite(nearest) ? nearest : undefined;
}

function nearestOf(value: unknown, allowed: readonly unknown[]): unknown {
  const truth = truthOf(value);
  if (truth !== undefined && allowed.includes(truth)) return truth;
  const named = allowed.filter((one): one is string => typeof one === 'string');
  const near =
    typeof value === 'string'
      ? (nearestName(value, named) ?? named.find((one) => value !== '' && one.startsWith(value)))
      : undefined;
  const wanted = numberIn(value);
  if (wanted === undefined) return near ?? allowed[0];
  const apart = (one: unknown): number => {
    const number = numberIn(one);
    if (number === undefined) return Number.POSITIVE_INFINITY;
    return wanted > 0 && number > 0 ? Math.abs(Math.log(number / wanted)) : Math.abs(number - wanted);
  };
  return allowed.reduce((best, one) => (apart(one) < apart(best) ? one : best), near ?? allowed[0]);
}

function truthOf(value: unknown): boolean | undefined {
  if (/^(true|yes|on|1)$/i.test(String(value))) return true;
  return /^(false|no|off|0)$/i.test(String(value)) ? false : undefined;
}

/** The number that a value stands for, so far as two such values can be compared. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const [, wide, high] = /^(\d+(?:\.\d+)?)\s*[:x×/]\s*(\d+(?:\.\d+)?)$/i.exec(value.trim()) ?? [];
  if (wide !== undefined && high !== undefined) return Number(wide) / Number(high);
  const [, number, unit] = /^(-?\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value.trim()) ?? [];
  // `4k` has 2160 lines, `2k` 1080.
  return number === undefined ? undefined : Number(number) * (unit?.toLowerCase() === 'k' ? 540 : 1);
}
