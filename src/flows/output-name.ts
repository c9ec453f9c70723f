import { inlineExtensions } from '../contract/file-extensions.ts';
import type { Output } from '../contract/job.ts';
import { fileName, type NameFields } from '../rules/file-name.ts';
import { askedFields, promptText } from '../rules/request/asked-fields.ts';
import { slugOf } from '../rules/slug.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import { requestOf, seedOf } from './asked.ts';

/** The output to name, and the request that rendered it: a final is rendered with its draft's seed. */
interface NamedOutput {
  output: Output;
  index: number;
  rendered: unknown;
}

/** The name that a template gives an output; `v` is the number that its `{v}` counts up. */
export function outputName(template: string, record: JobRecord, of: NamedOutput, v: number): string {
  return fileName(template, nameFields(record, of, v));
}

/**
 * Whether a file has the name that is wanted now. It may have a number that was added because the name was taken, or any number
 * that the template counts up to. A file under another name or in another folder does not count, so the output is fetched once
 * more.
 */
export function isNamedBy(path: string, nameOf: (v: number) => string, counts: boolean): boolean {
  const numbers = counts ? [...path.matchAll(/\d{1,9}/g)].map(([digits]) => Number(digits)) : [1];
  return numbers.some((v) => isNumbered(path, nameOf(v)));
}

/** Whether a path is the wanted one, or that with a number: `hero-2.png` is `hero.png` where that name was taken. */
function isNumbered(path: string, wanted: string): boolean {
  if (path === wanted) return true;
  const extension = /\.[^./\\]+$/.exec(wanted)?.[0] ?? '';
  const stem = wanted.slice(0, wanted.length - extension.length);
  if (!path.startsWith(`${stem}-`) || !path.endsWith(extension)) return false;
  return /^-\d{1,4}$/.test(path.slice(stem.length, path.length - extension.length));
}

function nameFields(record: JobRecord, { output, index, rendered }: NamedOutput, v: number): NameFields {
  const { job, intent } = record;
  const request = requestOf(record);
  return {
    id: record.id,
    n: index + 1,
    model: job.model ?? intent?.model,
    date: (job.created_at ?? record.recorded_at).slice(0, 10),
    seed: seedOf(rendered),
    once: intent?.once ?? undefined,
    // Few templates name it, and the prompt of a batch's shot may be long.
    get slug() {
      return slugOf(promptText(rendered) ?? '');
    },
    v,
    ext: extensionOf(output, askedFields(request).output_format),
  };
}

/** Extensions by MIME type. A name is made from the type that the service gives, never from the name in the link. */
const extensions: Record<string, string> = {
  ...inlineExtensions,
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
};

/** `asked` is the format that the request asks for, which decides for a clip where the service gives no type. */
function extensionOf({ content_type, type }: Output, asked: unknown): string {
  const mime = content_type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const usual = type === 'image' ? 'png' : type !== 'video' ? 'bin' : asked === 'mov' ? 'mov' : 'mp4';
  return extensions[mime] ?? usual;
}
