import { isMediaName } from '../../request/fields/media-field.ts';
import { schemaField } from '../../schema/input-field.ts';
import { askedFields } from '../../service/body/asked-fields.ts';
import { inheritedOptions } from '../../service/body/inherited-request.ts';
import { withPresets } from '../../service/body/option-presets.ts';
import type { InputDescription } from '../../service/model.ts';
import { inputOptions, isFieldOf, type OptionName, options } from '../../service/options.ts';
import { absoluteUrl } from '../../text/base-url.ts';
import { objectOf } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';

/**
 * These change what is seen, and not what is charged. A job is charged by its model, resolution, length, count, sound and kind of
 * input. It is also charged by whatever else its model takes that nothing here knows of.
 * @see service document §2.7
 */
const unpriced: ReadonlySet<string> = new Set([
  ...['prompt', 'model', 'n', 'callback_url'],
  ...[...inputOptions].flatMap(([name, { isPriced }]) => (isPriced ? [] : name)),
]);

/** The fields of a request that its charge may depend on. Of a field of media the value is how many it holds. */
export function pricedFields(
  request: unknown,
  step: 'draft' | 'final' | null,
  schema: InputDescription | undefined,
): [string, unknown][] {
  return Object.entries(withPresets(askedFields(request), schema)).flatMap(([name, value]) => {
    if (unpriced.has(name)) return [];
    const media = mediaCount(name, value);
    if (media !== undefined) return [[name, media]];
    return isOfStep(name, step) && isSetting(name, value, schema) ? [[name, value]] : [];
  });
}

/** How many media a field holds, wherever they lie; undefined for a field of anything else. */
export function mediaCount(name: string, value: unknown): number | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return isMediaName(name) || values.some(isMedium) ? values.length : undefined;
}

function isMedium(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith('data:') || absoluteUrl(value) !== undefined;
  return Object.values(objectOf(value) ?? {}).some(
    (member) => typeof member === 'string' && isMedium(member),
  );
}

function isOfStep(name: string, step: 'draft' | 'final' | null): boolean {
  if (step === 'final') return inheritedOptions.some((option) => option === name);
  return step !== 'draft' || name !== 'resolution';
}

/** The names of all options that flags set, as models have them. */
const optionNames: ReadonlySet<string> = new Set(
  Object.entries(options)
    .flatMap(([name, { names }]) => [name, ...names.sure, ...names.ifListed])
    .map(plainName),
);

/**
 * Tells whether a value sets something. A text does where its field is an option or has its values listed. A field that no schema
 * names is judged by its value, since free text is hardly ever one word.
 */
function isSetting(name: string, value: unknown, schema: InputDescription | undefined): boolean {
  if (typeof value !== 'string') return typeof value !== 'object';
  if (optionNames.has(plainName(name))) return true;
  const field = schema === undefined ? undefined : schemaField(schema, name);
  return field === undefined ? /^\S+$/.test(value) : field.listed.length > 0;
}

/** A field of a request. */
export type Field = readonly [name: string, value: unknown];

/** The length that fields ask for; undefined where the model chooses it, and where none is named. Unit: s. */
export function secondsOf(fields: readonly Field[]): number | undefined {
  const seconds = Number(optionValue(fields, 'duration'));
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}

/** The value of an option, whatever the model calls its field. */
export function optionValue(fields: readonly Field[], option: OptionName): unknown {
  return fields.find(([name]) => isFieldOf(option, name))?.[1];
}
