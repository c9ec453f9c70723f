import type { ValueRange } from '../../errors/cli-error.ts';
import { plainName } from '../../text/nearest-name.ts';

/** The values that are taken at a place. */
export interface TakenValues {
  allowed?: readonly unknown[] | undefined;
  range?: ValueRange | undefined;
  /** The model's own choice, where the request says nothing. */
  preset?: unknown;
}

/**
 * The value to write in the place of one that is not taken: the same in another spelling, else what the model does by itself.
 * Never the nearest, which may be the dearest; undefined where neither is known.
 */
export function meantValue(value: unknown, { allowed = [], preset, range }: TakenValues): unknown {
  const truth = truthOf(value);
  if (truth !== undefined && allowed.includes(truth)) return truth;
  const alike = allowed.find((one) => plainName(String(one)) === plainName(String(value)));
  if (alike !== undefined) return alike;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined;
  return [number, preset].find((one) => allowed.includes(one) || isWithin(one, range));
}

function truthOf(value: unknown): boolean | undefined {
  if (/^(true|yes|on)$/i.test(String(value))) return true;
  return /^(false|no|off)$/i.test(String(value)) ? false : undefined;
}

function isWithin(value: unknown, range: ValueRange | undefined): boolean {
  if (typeof value !== 'number' || range === undefined) return false;
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = range;
  return value >= least && value <= most;
}
