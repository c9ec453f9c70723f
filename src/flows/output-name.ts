import { inlineExtensions } from '../contract/file-extensions.ts';
import type { Output } from '../contract/output.ts';
import { fileName, type NameFields } from '../rules/file-name.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import { askedOf, requestOf, seedOf } from './asked.ts';

/** Which of a job's outputs is named, and what its request was when it was rendered: that of a final with its draft's seed. */
interface NamedOutput {
  output: Output;
  index: number;
  /** The job's own request unless given. */
  rendered?: unknown;
}

/** The name that a template gives an output; `v` is what it counts up. */
export function outputName(template: string, record: JobRecord, of: NamedOutput, v: number): string {
  return fileName(template, nameFields(record, of, v));
}

/**
 * Whether a file has the name that is wanted now: with the number that a taken name was given, or with any that a template
 * counts up to. Under another name, or in another folder, the file is wanted once more.
 */
export function isNamedBy(path: string, nameOf: (v: number) => string, counts: boolean): boolean {
  const numbers = counts ? [...path.matchAll(/\d{1,9}/g)].map(([digits]) => Number(digits)) : [1];
  return numbers.some((v) => isNumbered(path, nameOf(v)));
}

/** `hero-2.png` is what `hero.png` becomes where that name is taken. */
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
    seed: seedOf(rendered ?? request),
    once: intent?.once ?? undefined,
    v,
    ext: extensionOf(output, askedOf(request).output_format),
  };
}

/** Extensions by MIME type; a name is made from what the service says the file is, never from its link's own name. */
const extensions: Record<string, string> = {
  ...inlineExtensions,
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
};

/** `asked`: the format of clips in the request, where the service does not say what the file is. */
function extensionOf({ content_type, type }: Output, asked: unknown): string {
  const mime = content_type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const usual = type === 'image' ? 'png' : type !== 'video' ? 'bin' : asked === 'mov' ? 'mov' : 'mp4';
  return extensions[mime] ?? usual;
}
