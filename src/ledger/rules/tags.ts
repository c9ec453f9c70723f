import { gapLeft, UsageError } from '../../errors/endings.ts';
import { type Hint, typedWith } from '../../errors/hint.ts';
import { gaps, isGap } from '../../text/gaps.ts';
import { objectOf } from '../../text/json-object.ts';

/** The words that a person marks a job with, by their names. They are no part of its request. */
export type Tags = Readonly<Record<string, string>>;

/** One tag, as it is typed: `client=acme`. */
export interface Tag {
  name: string;
  value: string;
}

/** A tag to look for; without a value, any value of that name. */
export interface SoughtTag {
  name: string;
  value: string | undefined;
}

/** Unit: characters. */
const nameMost = 60;
/** Unit: characters. */
const valueMost = 200;
/** How many tags a job may have. */
const tagsMost = 20;

/** Reads `name=value`; only the first `=` parts the two. Throws UsageError. */
export function readTag(text: string, called = '--tag'): Tag {
  const { name, value } = readSoughtTag(text, called);
  if (value !== undefined) return { name, value };
  throw unfit(called, text, 'It has no value.', typedWith(called, `${name}=${gaps.value}`));
}

/** Reads `name=value`, or a name alone. Throws UsageError. */
export function readSoughtTag(text: string, called = '--tag'): SoughtTag {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const value = at === -1 ? undefined : text.slice(at + 1);
  const why = whyNotName(name) ?? (value === undefined ? undefined : whyNotValue(value));
  if (why === undefined) return { name, value };
  throw unfit(called, text, why, typedWith(called, 'client=acme'));
}

/** Tells whether tags were read as they are typed. It is asked of tags that others wrote. */
export function areTags(value: unknown): value is Tags {
  const tags = objectOf(value);
  return (
    tags !== undefined &&
    Object.entries(tags).every(
      ([name, said]) =>
        typeof said === 'string' && whyNotName(name) === undefined && whyNotValue(said) === undefined,
    )
  );
}

export function tagText({ name, value }: SoughtTag): string {
  return value === undefined ? name : `${name}=${value}`;
}

/**
 * The tags that were typed; undefined where there are none. Throws UsageError where one is typed twice, or is still to be filled
 * in, or they are too many.
 */
export function tagsOf(typed: readonly Tag[], called = '--tag'): Tags | undefined {
  const own = new Map<string, string>();
  for (const { name, value } of typed) {
    if (isGap(value)) throw gapLeft(value);
    const before = own.get(name);
    if (before !== undefined && before !== value) throw givenTwice(called, name, [before, value]);
    own.set(name, value);
  }
  return counted([...own], called);
}

/** The tags of a job that comes from another: that one's, but for those that were typed. Throws UsageError for too many. */
export function inheritedTags(typed: Tags | undefined, inherited: Tags | undefined): Tags | undefined {
  return counted(Object.entries({ ...inherited, ...typed }), '--tag');
}

function counted(tags: readonly (readonly [string, string])[], called: string): Tags | undefined {
  if (tags.length > tagsMost) throw tooMany(called, tags.length);
  return tags.length === 0 ? undefined : Object.fromEntries(tags);
}

/** Tells whether a job has each of these tags. */
export function hasTags(tags: Tags | undefined, sought: readonly SoughtTag[]): boolean {
  return sought.every(({ name, value }) => {
    const own = tagValue(tags, name);
    return own !== undefined && (value === undefined || own === value);
  });
}

/** The value of a tag; undefined for a job without it. */
export function tagValue(tags: Tags | undefined, name: string): string | undefined {
  return tags !== undefined && Object.hasOwn(tags, name) ? tags[name] : undefined;
}

/** Tags in one line, as they are typed: `client=acme round=2`. */
export function tagsText(tags: Tags): string {
  return Object.entries(tags)
    .map(([name, value]) => tagText({ name, value }))
    .join(' ');
}

/** Says why a text can't name a tag; undefined for a name. */
export function whyNotName(name: string): string | undefined {
  if (name === '') return 'It has no name before the =.';
  if (name.length > nameMost) return `Its name has ${name.length} characters, and may have ${nameMost}.`;
  if (/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u.test(name)) return undefined;
  return 'A name has letters, digits, and within it . _ and -.';
}

function whyNotValue(value: string): string | undefined {
  if (value.trim() === '') return 'Its value is empty.';
  if (value.length > valueMost) return `Its value has ${value.length} characters, and may have ${valueMost}.`;
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value) ? 'Its value has control characters in it.' : undefined;
}

function unfit(called: string, text: string, why: string, hint: Hint): UsageError {
  const shown = text.length > valueMost ? `${text.slice(0, valueMost)}…` : text;
  const message = `${called} does not take ${JSON.stringify(shown)}`;
  return new UsageError({ code: 'invalid_flag', message, why, hint });
}

function givenTwice(called: string, name: string, values: readonly string[]): UsageError {
  return new UsageError({
    code: 'flag_conflict',
    message: `The tag ${name} is given twice`,
    why: `Once as ${values.map((value) => JSON.stringify(value)).join(', once as ')}.`,
    hint: `${called} ${name}=${gaps.value}, once`,
  });
}

function tooMany(called: string, count: number): UsageError {
  return new UsageError({
    code: 'too_many_tags',
    message: `A job can't have ${count} tags`,
    why: `It may have ${tagsMost}, including those of the job it is made from.`,
    hint: `fewer of ${called}`,
  });
}
