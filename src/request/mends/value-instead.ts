import type { ValueRange } from '../../errors/cli-error.ts';
import { presetOf, schemaField } from '../../schema/input-field.ts';
import { valueAt } from '../../schema/json/json-place.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { videoInputDescription } from '../../service/wire/video-input-description.ts';
import { nameSlipped, plainName } from '../../text/nearest-name.ts';
import { isFlagNumber } from '../../text/typed-value.ts';
import { placeOf, type RequestView } from './request-view.ts';

/**
 * The value to write in the place of one that is not taken: the same in another spelling, a word of which it is a slip, what the model
 * does by itself, or the same as another type. Never the nearest number, which may be the dearest; undefined where none of these is there.
 */
export function valueInstead(finding: ShownFinding, view: RequestView): unknown {
  const { allowed = [], range, types = [], where } = finding;
  const value = valueAt(view.body, placeOf(where));
  const truth = truthOf(value);
  if (truth !== undefined && allowed.includes(truth)) return truth;
  const alike = allowed.find((one) => plainName(String(one)) === plainName(String(value)));
  const meant = alike ?? (isWord(value) ? nameSlipped(value, allowed.filter(isWord)) : undefined);
  if (meant !== undefined) return meant;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined;
  const taken = [number, presetAt(where, view)].find((one) => allowed.includes(one) || isWithin(one, range));
  return taken ?? ofType(value, types);
}

/** The model's own choice where the request says nothing: by its live schema, else the `usual` of `service/options.ts`. */
function presetAt(where: string, { family, inputSchema, route }: RequestView): unknown {
  const name = where.slice(requestRoutes[route].isFlat ? 0 : 'input.'.length);
  const documented = family?.options === undefined ? undefined : videoInputDescription(family.options, route);
  const [preset] = [inputSchema, documented].flatMap((schema) => {
    const field = schema === undefined ? undefined : schemaField(schema, name);
    return field === undefined ? [] : (presetOf(field) ?? []);
  });
  return preset;
}

/** Tells whether a value may be a slip of the hand. The nearest of `17:9` was not meant. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]+$/i.test(value);
}

/** The value as a text, a number or a list, where one of these is taken; else undefined. */
function ofType(value: unknown, types: readonly string[]): unknown {
  if (types.includes('string') && value !== null && typeof value !== 'object') return String(value);
  if (types.includes('number') && typeof value === 'string' && isFlagNumber(value)) return Number(value);
  return types.includes('array') && !Array.isArray(value) ? [value] : undefined;
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
