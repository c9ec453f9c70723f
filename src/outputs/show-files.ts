import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { Clock } from '../api/transport/clock.ts';
import type { FlagValues } from '../cli/flag.ts';
import type { Surroundings } from '../cli/surroundings.ts';
import type { CliError } from '../errors/cli-error.ts';
import { JobEndedError, WaitTimeoutError } from '../errors/endings.ts';
import { whyNotStarted } from '../errors/system-trouble.ts';
import type { JobRecord } from '../ledger/record.ts';
import { providerCodeOf } from '../ledger/record-document.ts';
import type { Onward } from '../request/onward.ts';
import { exitOfJob } from '../service/lifecycle.ts';
import { withoutSecrets } from '../text/redaction.ts';
import type { showFlags } from './journey-flags.ts';
import type { OutputMeans } from './output-means.ts';
import { isObjectUri } from './rules/place-address.ts';

/** Shows the files of jobs as the flags ask. With `--json` or `--quiet` a program reads the output, so nothing is drawn. */
export async function showFiles(
  context: OutputMeans,
  records: readonly JobRecord[],
  { open, preview }: FlagValues<typeof showFlags>,
): Promise<void> {
  const { json, quiet } = context.globals;
  const [objects, paths] = partedPaths(records);
  if (objects.length > 0 && (open || preview)) {
    const message = `${objects.join(', ')}: genctl shows local files only; to download them: ${context.onward.line(
      records.map(({ id }) => id),
      'download',
      { plain: true, more: ['-D', '.'] },
    )}`;
    context.listen({ kind: 'warning', message });
  }
  if (preview && !json && !quiet) {
    const { showFrames } = await import('./preview.ts');
    const captioned = paths.map((path) => ({ path, caption: basename(path) }));
    await showFrames(context, captioned);
  }
  if (!open) return;
  await openOrWarn(context, paths);
}

/** The files of jobs: those in buckets, and those that are here. */
function partedPaths(records: readonly JobRecord[]): [objects: string[], paths: string[]] {
  const all = records.flatMap(({ files }) => files.map(({ path }) => path));
  return [all.filter(isObjectUri), all.filter((path) => !isObjectUri(path))];
}

interface OpeningContext {
  around: Pick<Surroundings, 'environment' | 'platform'>;
  clock: Pick<Clock, 'sleep'>;
}

/** A file that could not be shown. */
interface Unopened {
  path: string;
  /** The program that was tried, and its end. */
  why: string;
}

/**
 * A program that hands a file on ends soon, and says by its exit whether that went well. One that still runs after this time is
 * showing the file itself. Unit: ms.
 */
const verdictMs = 2_000;

/**
 * Opens files with the program that the desktop has for them, in their order. Does not wait until they are closed. Resolves with
 * those that can't be opened; never rejects.
 */
export async function openFiles(context: OpeningContext, paths: readonly string[]): Promise<Unopened[]> {
  const openings = paths.map(async (path) => ({ path, why: await whyNotOpened(context, path) }));
  return (await Promise.all(openings)).flatMap(({ path, why }) => (why === undefined ? [] : [{ path, why }]));
}

/** As `openFiles`, with a warning for each file that can't be opened. */
export async function openOrWarn(
  context: OpeningContext & Pick<OutputMeans, 'listen'>,
  paths: readonly string[],
): Promise<void> {
  for (const unopened of await openFiles(context, paths))
    context.listen({ kind: 'warning', message: unopenedWords(unopened) });
}

export function unopenedWords({ path, why }: Unopened): string {
  return `${path} can't be opened: ${why}`;
}

async function whyNotOpened(
  { around: { environment, platform }, clock }: OpeningContext,
  path: string,
): Promise<string | undefined> {
  const [program, ...words] = openers[platform] ?? desktopOpener;
  const isShown = new AbortController();
  const failure = new Promise<string | undefined>((done) => {
    const child = spawn(program, [...words, path], {
      detached: true,
      env: withoutSecrets(environment),
      stdio: 'ignore',
      windowsHide: true,
    });
    child.once('error', (error) => done(whyNotStarted(program, error)));
    // The Explorer ends with 1 however well it went.
    child.once('exit', (code) =>
      done(code === 0 || platform === 'win32' ? undefined : `${program}: ${endOf(code)}`),
    );
    isShown.signal.addEventListener('abort', () => child.unref());
    // `spawn` throws some errors of the system at once, and emits the others.
  }).catch((error: unknown) => whyNotStarted(program, error));
  const giveUp = clock.sleep(verdictMs, isShown.signal).then(() => undefined);
  const why = await Promise.race([failure, giveUp]);
  isShown.abort();
  if (why === undefined) return undefined;
  const hasDisplay = openers[platform] !== undefined || displays.some((name) => !isUnset(environment[name]));
  return `${why}${hasDisplay ? '' : `; there is no display (${displays.join(' and ')} are not set)`}`;
}

const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** The opener of every other desktop, and the variables that say where its display is. */
const desktopOpener = ['xdg-open'] as const;
const displays = ['DISPLAY', 'WAYLAND_DISPLAY'] as const;

function isUnset(value: string | undefined): boolean {
  return value === undefined || value === '';
}

function endOf(code: number | null): string {
  return code === null ? 'it was ended by a signal' : `it ended with ${code}`;
}

/**
 * The error for a job that has no files, because it did not succeed, or not yet. A job that is over ends the command with its own
 * exit; an unfinished one ends it as a wait that ran out of time would. `more` are words for the wait that mends it.
 */
export function noFiles(onward: Onward, { id, job }: JobRecord, more: readonly string[] = []): CliError {
  const exit = exitOfJob(job);
  const parts = { message: `${id} has no files: it is ${job.status}`, jobId: id };
  if (exit === 'jobFailed' || exit === 'jobCanceled' || exit === 'jobExpired') {
    return new JobEndedError(exit, {
      ...parts,
      code: job.error?.code ?? 'no_outputs',
      providerCode: providerCodeOf(job.error),
      why: job.error?.message ?? 'Only a succeeded job has outputs.',
      hint: onward.step([id], 'show'),
    });
  }
  const why = 'It has outputs once it has succeeded.';
  return new WaitTimeoutError({ ...parts, code: 'not_over', why, hint: onward.step([id], 'wait', { more }) });
}
