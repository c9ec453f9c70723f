import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { DocumentFields } from '../../cli/documents/index.ts';
import { invalidFlag } from '../../cli/flag.ts';
import { NotFoundError, UsageError } from '../../errors/endings.ts';
import { genctl, typedWith } from '../../errors/hint.ts';
import { readBySpans } from '../../files/read-span.ts';
import { areOneFile } from '../../files/same-file.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { encodePng } from '../../media/drawing/canvas.ts';
import { headBytes, mediaKindOf, mediaKinds } from '../../media/rules/media-kind.ts';
import { filesHere } from '../../outputs/files-here.ts';
import { assertNotTaken, writeNamed } from '../../outputs/named-file.ts';
import { besideFile } from '../../outputs/names/sidecar-place.ts';
import { ffmpegPorts, type OutputMeans } from '../../outputs/output-means.ts';
import { methodOn } from '../../outputs/preview.ts';
import { sidecarFieldsAt } from '../../outputs/read-sidecar.ts';
import { drawnSheet, paintSheet, pictureRoom, roomOn } from '../../outputs/sheet/draw.ts';
import { type SheetFile, type SheetItem, sheetParts } from '../../outputs/sheet/parts.ts';
import { findKnownJobs } from '../find-jobs.ts';
import { printedPath } from '../words/print-jobs.ts';
import { isLacking, notHere, notOfHere } from './open-files.ts';

interface SheetInput {
  ids: readonly string[];
  /** A PNG as it was typed; `-` for the terminal. */
  sheet: string;
  overwrite: boolean;
}

/** A sheet of more files is larger than anybody looks at. */
const filesMost = 20;
const exampleName = 'sheet.png';

/**
 * Draws a contact sheet of jobs and of files named by their paths: into a PNG, or on the terminal. Asks the service nothing. Throws
 * CliError where a file is not here or can't be read, and where the sheet can't be put there.
 */
export async function showSheet(context: OutputMeans, { sheet, ...input }: SheetInput): Promise<void> {
  if (sheet === '-') await drawSheet(context, input.ids);
  else await writeSheet(context, { ...input, path: sheetPlace(context, sheet) });
}

async function drawSheet(context: OutputMeans, ids: readonly string[]): Promise<void> {
  const { globals, terminal } = context;
  const { out } = terminal;
  const method = methodOn(out, context);
  if (globals.json) throw undrawable('--json prints one document.');
  if (method === 'none') throw undrawable(out.isTerminal ? plainTerminal : 'stdout is no terminal.');
  const room = roomOn(method, out.columns);
  const { parts } = await sheetParts(await filesOf(context, ids), room, await ffmpegPorts(context));
  out.writeAsIs(drawnSheet(parts, room, { columns: out.columns, method }));
}

async function writeSheet(
  context: OutputMeans,
  { ids, overwrite, path }: Omit<SheetInput, 'sheet'> & { path: string },
): Promise<void> {
  const { clock, globals, terminal } = context;
  const file = { path, what: 'sheet', flag: '--sheet FILE.png' };
  if (!overwrite) assertNotTaken(file);
  const found = await filesOf(context, ids);
  if (found.some((shown) => areOneFile(shown.path, path))) throw keptFile(path, 'a picture that it shows');
  if (sidecarFieldsAt(besideFile(path)) !== undefined) throw keptFile(path, 'the file of a job');
  const { items, parts } = await sheetParts(found, pictureRoom, await ffmpegPorts(context));
  const png = encodePng(paintSheet(parts, pictureRoom));
  writeNamed(file, png, { mayReplace: () => overwrite, nowMs: clock.nowMs() });
  if (!globals.json) return terminal.out.values([printedPath(context, path, { dir: '.' })]);
  const document = { path, items: items.map(documentItem) };
  terminal.out.write(documentJson('genctl.sheet/v1', document, terminal.out));
}

function documentItem({
  form,
  jobId,
  moments,
  path,
}: SheetItem): DocumentFields<'genctl.sheet/v1'>['items'][number] {
  return {
    job_id: jobId ?? null,
    path,
    media: form === 'clip' ? 'video' : 'image',
    frames_at: moments ?? null,
  };
}

/** The place of a sheet. Throws UsageError for a name that says anything but a PNG: it may be a clip that was meant to be looked at. */
function sheetPlace({ around }: OutputMeans, name: string): string {
  if (extname(name).toLowerCase() === '.png') return resolve(around.workingFolder, name);
  const why = 'The sheet is a PNG, so its name ends in .png; - draws it on the terminal.';
  throw invalidFlag('--sheet', name, why, typedWith('--sheet', exampleName));
}

/** The pictures and clips that words name: files by their paths, and the files of jobs. */
async function filesOf(context: OutputMeans, words: readonly string[]): Promise<SheetFile[]> {
  const files = new Map<string, SheetFile>();
  const add = (path: string, jobId?: string): void => {
    const form = formOf(path);
    if (form !== undefined) files.set(path, { path, jobId, form });
  };
  for (const word of words) {
    const path = resolve(context.around.workingFolder, word);
    const isPath = /[\\/.]/.test(word);
    if (isPath && isFile(path) && formOf(path) !== undefined) {
      add(path);
      continue;
    }
    for (const record of await findKnownJobs(context, [word], isPath ? noFile : notOfHere)) {
      const paths = filesHere(record);
      if (isLacking({ record, paths })) throw notHere(context, [{ record, paths }], { opens: false });
      for (const one of paths) add(one, record.id);
    }
  }
  if (files.size > 0 && files.size <= filesMost) return [...files.values()];
  throw misfit(files.size, words);
}

/** The error for a sheet that would replace a file that it shows, or that a job made, which no flag allows. */
function keptFile(path: string, what: string): UsageError {
  return new UsageError({
    code: 'sheet_exists',
    message: `the sheet can't be ${path}`,
    why: `It would replace ${what}, which was not touched.`,
    hint: typedWith('--sheet', path.endsWith(exampleName) ? 'other.png' : exampleName),
  });
}

function noFile(word: string): NotFoundError {
  return new NotFoundError({
    code: 'job_not_found',
    message: `There is no picture or clip ${word}`,
    why: 'No job of this machine has made a file of that name, either.',
    hint: genctl`jobs`,
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Undefined for a file that shows nothing. */
function formOf(path: string): SheetFile['form'] | undefined {
  const kind = readBySpans(path, (read) => mediaKindOf(read(0, headBytes)));
  const form = kind === undefined ? undefined : mediaKinds[kind].form;
  return form === 'sound' ? undefined : form;
}

function misfit(count: number, words: readonly string[]): UsageError {
  return new UsageError({
    code: 'sheet_misfit',
    message:
      count === 0
        ? `${words.join(', ')}: there is nothing to see`
        : `${count} files are too many for a sheet`,
    why: count === 0 ? 'A sheet shows pictures and clips.' : `A sheet has ${filesMost} at the most.`,
    hint: `name 1 to ${filesMost} pictures and clips; a gallery shows more of them`,
  });
}

const plainTerminal = 'This terminal has no colours, or no letters but ASCII.';

/** The error for where no picture can be drawn. */
function undrawable(why: string): UsageError {
  return new UsageError({
    code: 'not_drawn',
    message: "the sheet can't be drawn here",
    why,
    hint: typedWith('--sheet', exampleName),
  });
}
