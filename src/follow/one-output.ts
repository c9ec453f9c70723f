import { createReadStream, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { homePlaces } from '../account/home.ts';
import { type FlagValues, invalidFlag } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { ensurePrivateFolder } from '../files/folder.ts';
import { checkNameTemplate } from '../files/name-template.ts';
import { discard, uniquePathBeside } from '../files/temp-file.ts';
import type { JobRecord } from '../ledger/record.ts';
import { fileDigest } from '../media/local-file.ts';
import { standsHere } from '../outputs/files-here.ts';
import type { FileFlags, outputFlags, StrictFlag } from '../outputs/journey-flags.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { isObjectUri } from '../outputs/rules/place-address.ts';
import { counted } from '../text/shown-value.ts';
import { type BroughtHome, bringHome } from './bring-home.ts';

type OutputFlags = FlagValues<typeof outputFlags>;
type DownloadFlags = FileFlags & StrictFlag & OutputFlags & { open: boolean; preview: boolean };

/** Tells whether the bytes of an output go to stdout. */
export function isPiped({ output }: Pick<OutputFlags, 'output'>): boolean {
  return output === '-';
}

/** Throws UsageError where `--output` stands beside several jobs, or flags that it makes void. */
export function assertOneFile(flags: DownloadFlags, jobs: number): void {
  const { output } = flags;
  if (output === undefined) return;
  const hint = genctl`download ID --output ${output}`;
  if (jobs > 1) throw flagConflict('--output and several jobs', 'It takes one file of one job.', hint);
  const placing = ['dir', 'name'] as const;
  const ofFiles = ['verify', 'open', 'preview', 'overwrite'] as const;
  for (const flag of isPiped(flags) ? [...placing, ...ofFiles] : placing) {
    if (flags[flag] === undefined || flags[flag] === false) continue;
    const why = isPiped(flags) ? 'The bytes go to stdout, and no file is kept.' : '--output names the file.';
    throw flagConflict(`--output and --${flag}`, why, hint);
  }
}

/** Throws UsageError where bytes would go to a terminal, or into a JSON document. */
export function assertPipe({ globals, terminal }: Pick<OutputMeans, 'globals' | 'terminal'>): void {
  if (globals.json) {
    const why = 'Both would be on stdout.';
    throw flagConflict('--output - and --json', why, genctl`download ID --output -`);
  }
  if (!terminal.out.isTerminal) return;
  throw new UsageError({
    code: 'stdout_is_terminal',
    message: 'The bytes of a file are not for a terminal',
    why: 'With --output - they go to stdout, which is no pipe and no file here.',
    hint: genctl`download ID --output FILE`,
  });
}

/** Throws UsageError where `--output` names a folder. */
export function assertFileNamed({ around }: Pick<OutputMeans, 'around'>, { output }: OutputFlags): void {
  if (output === undefined) return;
  const path = resolve(around.workingFolder, output);
  const isThere = !isObjectUri(output) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isThere && !output.endsWith('/')) return;
  const why = `It names a file, and ${isThere ? 'a folder of that name is there' : 'a slash at the end says a folder'}.`;
  const hint = { change: [{ leaveOut: '--output' }, { set: '--dir', to: output }] };
  throw invalidFlag('--output', output, why, hint);
}

/** The flags of the place and the name that `--output FILE` stands for. */
export function placedBy(flags: DownloadFlags): Pick<FileFlags, 'dir' | 'name'> {
  const { dir, name, output } = flags;
  if (output === undefined || isPiped(flags)) return { dir, name };
  return { dir: dirname(output), name: checkNameTemplate(basename(output)) };
}

/** The place of the chosen output in its job, from 0; undefined for all. Throws UsageError where that is not one output. */
export function chosenOutput({ id, job }: JobRecord, { number, output }: OutputFlags): number | undefined {
  const most = job.outputs?.length ?? 0;
  // A job without outputs ends in an error of its own.
  if (most > 0 && number !== undefined && number > most) {
    throw new UsageError({
      code: 'no_such_output',
      message: `${id} has no output ${number}`,
      why: `It has ${counted(most, 'output')}.`,
      hint: genctl`show ${id}`,
      jobId: id,
    });
  }
  if (number !== undefined) return number - 1;
  if (output === undefined) return undefined;
  if (most <= 1) return 0;
  throw new UsageError({
    code: 'several_outputs',
    message: `${id} has ${most} outputs, and --output takes one`,
    why: `--number chooses it, from 1 to ${most}.`,
    hint: genctl`download ${id} --output ${output} --number 1`,
    jobId: id,
  });
}

/** Writes the bytes of one output of a job to stdout. Rejects for a defect only. */
export function pipeOutput(context: OutputMeans, record: JobRecord, index: number): Promise<BroughtHome> {
  const download = () => writeOut(context, record, index);
  return bringHome(record, { signal: context.interruption(), download });
}

/** Writes nothing before all bytes are here and were checked: a reader can't give back what came of a failed download. */
async function writeOut(context: OutputMeans, record: JobRecord, index: number): Promise<void> {
  const known = record.files.findLast((file) => file.index === index && standsHere(file));
  if (known !== undefined && (await fileDigest(known.path, context.interruption())) === known.sha256)
    return writeFile(context, known.path);
  const folder = homePlaces(await context.home()).spool;
  ensurePrivateFolder(folder);
  const path = uniquePathBeside(join(folder, 'output'));
  const { fetchAside } = await import('./download-jobs.ts');
  try {
    await fetchAside(context, record, { index, path });
    await writeFile(context, path);
  } finally {
    discard(path);
  }
}

async function writeFile({ terminal: { out } }: OutputMeans, path: string): Promise<void> {
  for await (const piece of createReadStream(path)) {
    out.writeBytes(piece as Buffer);
    await out.drain();
    if (out.isClosed()) return;
  }
}
