import { UsageError } from '../errors/endings.ts';
import { typedWith } from '../errors/hint.ts';
import { ownText } from '../text/json-object.ts';
import { nearestName } from '../text/nearest-name.ts';

/** The name a file gets where no template is given: what it shows, and whose it is. */
export const defaultNameTemplate = '{slug}-{id8}-{n}.{ext}';

/** As `defaultNameTemplate`, for a job whose prompt has no words, or is not known here. */
const wordlessNameTemplate = '{id8}-{n}.{ext}';

/** The fields that a template may name. Absent values become `none`, so that a name keeps its shape. */
export interface NameFields {
  id: string;
  /** The shortest beginning of the id that is unique in the ledger, of eight signs at least, without `job_`. */
  id8: string;
  /** Position among the job's outputs, from 1. */
  n: number;
  model: string | undefined;
  /** YYYY-MM-DD, of the job's creation. */
  date: string | undefined;
  seed: number | undefined;
  once: string | undefined;
  /** The first words of the prompt; the id stands for a prompt without any. */
  slug: string | undefined;
  /** Counts up until the name is free, from 1. */
  v: number;
  /** Without its dot. */
  ext: string;
}

const fieldNames = [
  'id',
  'id8',
  'slug',
  'n',
  'model',
  'date',
  'seed',
  'once',
  'v',
  'ext',
] as const satisfies (keyof NameFields)[];

/** `{{` is a brace that stands for itself, which only templates of a batch have. */
const placeholder = /\{\{|\{([a-z]+\d?)(?::(0\d{1,2}))?\}/gi;

/** Longest name of one path segment, in UTF-8 bytes, leaving room for `-2` and `.part` under the usual 255. */
const segmentBytesMost = 200;

/** Names that Windows keeps for devices, with any extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

/**
 * Checks a template once, before anything is paid for. A template is a relative path: its own slashes make folders, but
 * slashes in a value do not.
 *
 * @throws UsageError
 */
export function checkNameTemplate(template: string): string {
  const unknown = template.match(/\{[^}]*\}/g)?.find((text) => !isPlaceholder(text));
  const segments = template.split(/[\\/]/);
  if (template.trim() === '') throw refusal(template, 'It is empty.');
  if (unknown !== undefined) throw unknownField(template, unknown);
  if (/^([\\/]|[a-z]:)/i.test(template))
    throw refusal(template, 'It is absolute; --dir says where files go.');
  if (segments.some((segment) => segment === '..' || segment === ''))
    throw refusal(template, 'A part of it is empty or `..`.');
  return template;
}

/** The relative path that a template gives for an output; safe to create on Linux, macOS and Windows. */
export function fileName(given: string, fields: NameFields): string {
  const isWordless = given === defaultNameTemplate && fields.slug === undefined;
  const template = isWordless ? wordlessNameTemplate : given;
  const named = template.includes('{ext}') || endsWithExtension(template, fields.ext);
  const withExtension = named ? template : `${template}.{ext}`;
  return withExtension
    .split(/[\\/]/)
    .map((segment) => segmentName(segment, fields))
    .join('/');
}

/** The folders of a template that are the same for every job, which stand before its first field. A relative path; empty for none. */
export function fixedFolder(template: string): string {
  const folders = template.split(/[\\/]/).slice(0, -1);
  const first = folders.findIndex((segment) => segment.includes('{'));
  const fixed = first < 0 ? folders : folders.slice(0, first);
  return fixed.map(safeSegment).join('/');
}

/** Extensions that people spell in two ways. */
const spellings: Record<string, readonly string[]> = { jpg: ['jpg', 'jpeg'], jpeg: ['jpg', 'jpeg'] };

/** Tells whether a template already ends in the file's extension: `hero.png` needs no second `.png`, but for a clip it lacks `.mp4`. */
function endsWithExtension(template: string, ext: string): boolean {
  const name = template.toLowerCase();
  return (spellings[ext] ?? [ext]).some((one) => name.endsWith(`.${one.toLowerCase()}`));
}

/** The path that is tried next where a name is taken: `hero.png`, `hero-2.png`, `hero-3.png`. `number` counts from 1. */
export function numberedPath(path: string, number: number): string {
  if (number === 1) return path;
  const extension = /(?<=[^/\\])\.[^./\\]+$/.exec(path)?.[0] ?? '';
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

/** Tells whether a template names a beginning of the id. */
export function namesBeginning(template: string): boolean {
  return /\{id8\}/i.test(template);
}

/** Tells whether a template counts up by itself to a free name. */
export function countsUp(template: string): boolean {
  return /\{v(:0\d{1,2})?\}/i.test(template);
}

function segmentName(segment: string, fields: NameFields): string {
  const expanded = segment.replace(placeholder, (_, name: string | undefined, padding?: string) =>
    name === undefined ? '{' : safeValue(fieldValue(fields, name.toLowerCase()), padding),
  );
  return safeSegment(expanded);
}

function fieldValue(fields: NameFields, name: string): string | number | undefined {
  const known = fieldNames.find((candidate) => candidate === name);
  if (known === 'slug') return fields.slug ?? fields.id;
  return known === undefined ? undefined : fields[known];
}

/** A value as a part of a name: it makes no folders, and does not hide the file. */
export function safeValue(value: string | number | undefined, padding?: string): string {
  const text = value === undefined || value === '' ? 'none' : String(value);
  return text
    .replaceAll(/[\\/]/g, '-')
    .replace(/^\.+/, dashes)
    .padStart(padding === undefined ? 0 : Number(padding), '0');
}

/** Leading dots would hide a file or climb a folder. */
function dashes(dots: string): string {
  return '-'.repeat(dots.length);
}

/** Replaces what a file system or a terminal would trip over, and keeps the extension when it cuts. */
function safeSegment(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '-')
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, dashes);
  const named = plain === '' ? 'none' : plain;
  return cut(deviceName.test(named) ? `-${named}` : named);
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= segmentBytesMost) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(stem + character + extension) > segmentBytesMost) break;
    stem += character;
  }
  return stem + extension;
}

/** The fields as a template names them, for help. */
export const nameFieldsTold = fieldNames.map((name) => (name === 'v' ? '{v:03}' : `{${name}}`)).join(' ');

/** Tells whether a text is a field of a template, such as `{n}` or `{v:03}`. */
export function isPlaceholder(text: string): boolean {
  const name = /^\{([a-z]+\d?)(?::0\d{1,2})?\}$/i.exec(text)?.[1]?.toLowerCase();
  return fieldNames.some((field) => field === name);
}

/** The names that other programs have for a field. */
const fieldSynonyms: Readonly<Record<string, keyof NameFields>> = {
  title: 'slug',
  prompt: 'slug',
  name: 'slug',
  job: 'id',
  index: 'n',
  number: 'n',
  extension: 'ext',
  format: 'ext',
  time: 'date',
};

function unknownField(template: string, field: string): UsageError {
  const word = field.slice(1, -1).toLowerCase();
  const nearest = ownText(fieldSynonyms, word) ?? nearestName(word, fieldNames);
  const all = `${field} is not one of ${fieldNames.length} fields: {${fieldNames.join('} {')}}.`;
  if (nearest === undefined) return refusal(template, all);
  return refusal(template, `${all} The nearest is {${nearest}}.`, template.replaceAll(field, `{${nearest}}`));
}

function refusal(template: string, why: string, mended: string = defaultNameTemplate): UsageError {
  return new UsageError({
    code: 'invalid_flag',
    message: `--name does not take ${JSON.stringify(template)}`,
    why,
    hint: typedWith('--name', mended.includes("'") ? defaultNameTemplate : mended),
  });
}
