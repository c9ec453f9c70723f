import { relative, resolve } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { MachineError, UsageError } from '../../errors/endings.ts';
import { type Hint, say } from '../../errors/hint.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import { readBySpans } from '../../files/read-span.ts';
import { areOneFile, entryAt, isNameOfFile } from '../../files/same-file.ts';
import { measureClip } from '../../media/measure.ts';
import { type ClipForm, clipForm, formDifferences } from '../../media/rules/clip-content.ts';
import { assertLookedAtHere } from '../../outputs/destinations/open-place.ts';
import { standsHere } from '../../outputs/files-here.ts';
import { signedLines } from '../../text/aligned.ts';
import { formatDuration } from '../../text/duration.ts';
import { counted } from '../../text/shown-value.ts';
import { inOneLine, mendOf } from '../check/line-findings.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineBook } from '../rules/line-book.ts';
import { onwardLines } from '../words/onward-lines.ts';
import { assertFilmNamed, clipTrouble, inMov, isJoinedFilm, joinClips, namedMost } from './film-clips.ts';
import { type LineEnd, lineEnds } from './line-ends.ts';

/** A film that was made of the shots. */
interface MadeFilm {
  /** Absolute. */
  path: string;
  shots: number;
  seconds: number;
}

/** How a film came out; `trouble` says why there is none. */
export type FilmEnd = { made: MadeFilm; trouble?: never } | { made?: never; trouble: CliError };

/** Refuses a film that can't be made, before anything is sent. Throws CliError. */
export async function assertFilmPossible(batch: OpenBatch): Promise<void> {
  const path = filmPath(batch);
  assertLookedAtHere(batch.journey, '--film');
  assertFilmNamed(path);
  if (!isReplaceable(path, batch.input.journey.overwrite))
    throw new UsageError({
      code: 'film_exists',
      message: `${path} already exists; nothing was sent`,
      why: 'It is no film of a batch.',
      hint: 'to replace it: --overwrite; or another name for --film',
    });
  if (await batch.means.canCut()) return;
  throw new MachineError({
    code: 'film_failed',
    message: `genctl can't join the clips to ${path}; nothing was sent`,
    why: 'It needs ffmpeg, which is not installed.',
    hint: 'install ffmpeg',
    retryable: false,
  });
}

function filmPath({ context, input }: OpenBatch): string {
  return resolve(context.around.workingFolder, input.film ?? '');
}

function isReplaceable(path: string, overwrite: boolean): boolean {
  if (!isNameOfFile(path)) return false;
  try {
    return overwrite || entryAt(path) === undefined || isJoinedFilm(path);
  } catch (error) {
    throw systemFailure(error) ?? error;
  }
}

/**
 * Joins the shots of a batch in the order of its lines. Pictures, and drafts whose final is a line, are no shots of a film: they are left
 * out with a warning. A film is whole or not made: where a shot is missing, or is not like the others, it says which.
 */
export async function makeFilm(batch: OpenBatch, book: LineBook): Promise<FilmEnd> {
  const path = filmPath(batch);
  const { context } = batch;
  const { clips, missing, outside } = await shotsOf(batch, book);
  const ids = clips.map(({ id }) => id);
  if (missing.length > 0 || clips.length === 0) return { trouble: notMade(batch, 'missing', missing, ids) };
  const usual = commonForm(clips);
  const unlike = clips.flatMap(({ form, id }) => {
    const differences = formDifferences(form, usual);
    return differences.length === 0 ? [] : [{ id, why: differences.join('; ') }];
  });
  if (unlike.length > 0) {
    const others = new Set(unlike.map(({ id }) => id));
    return {
      trouble: notMade(
        batch,
        'unlike',
        unlike,
        ids.filter((id) => !others.has(id)),
      ),
    };
  }
  const unfit = clipTrouble(batch.input.film, clips);
  if (unfit !== undefined) {
    const message = `no film was made: ${batch.input.film} can't hold its shots`;
    const hint = onwardLines(batch).film(inMov(batch.input.film));
    return { trouble: new CliError('mixedEnds', { ...unfit, hint, message }) };
  }
  const taken = takenMeanwhile(batch, clips);
  if (taken !== undefined) return { trouble: taken };
  for (const { id, why } of outside)
    context.listen({ kind: 'warning', message: `left out of the film: ${id}, ${why}` });
  try {
    await joinClips(
      clips.map((clip) => clip.path),
      path,
      {
        runCommand: batch.means.runCommand,
        signal: context.interruption(),
      },
    );
  } catch (error) {
    if (error instanceof CliError) return { trouble: error };
    throw error;
  }
  const content = measureClip(path);
  const seconds = content.kind === 'pictures' ? content.measures.seconds : 0;
  return { made: { path, shots: clips.length, seconds: Math.round(seconds * 1000) / 1000 } };
}

/** The error for a name that a file has got since the film was checked. No flag has a film replace a shot. */
function takenMeanwhile(batch: OpenBatch, clips: Shots['clips']): CliError | undefined {
  const path = filmPath(batch);
  const shot = clips.find((clip) => areOneFile(clip.path, path));
  if (shot === undefined && isReplaceable(path, batch.input.journey.overwrite)) return undefined;
  return new CliError('mixedEnds', {
    code: 'film_exists',
    message: `no film was made: ${path} already exists`,
    why: shot === undefined ? 'It is no film of a batch.' : `It is the clip of ${shot.id}.`,
    hint: 'another name for --film',
  });
}

/** A shot that has no place in the film, and why. */
interface NamedShot {
  id: string;
  why: string;
}

interface Shots {
  clips: { id: string; path: string; form: ClipForm }[];
  missing: NamedShot[];
  outside: NamedShot[];
}

async function shotsOf(batch: OpenBatch, book: LineBook): Promise<Shots> {
  const shots: Shots = { clips: [], missing: [], outside: [] };
  const drafts = new Set(batch.chains.finals.values());
  for await (const end of lineEnds(batch, book, new Map())) {
    const { files, isChosen, line, shot } = end;
    if (!isChosen) continue;
    const id = shot ?? `line ${line}`;
    const file = files.find(({ n }) => n === 0);
    if (drafts.has(id)) shots.outside.push({ id, why: 'a draft whose final is a shot' });
    else if (file === undefined || !standsHere(file)) shots.missing.push({ id, why: whyMissing(end) });
    else {
      const form = readBySpans(file.path, clipForm);
      if (form === undefined) shots.outside.push({ id, why: 'which is no clip' });
      else shots.clips.push({ id, path: file.path, form });
    }
  }
  return shots;
}

function whyMissing({ status, trouble }: LineEnd): string {
  if (status === 'succeeded') return 'its file is not here';
  return trouble === undefined ? status : `${status}: ${trouble.message.replace(/\.$/, '')}`;
}

/** The form that most clips have: the first one of those that as many have. */
function commonForm(clips: Shots['clips']): ClipForm {
  const counts = new Map<string, { form: ClipForm; count: number }>();
  for (const { form } of clips) {
    const key = JSON.stringify([...form]);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { form, count: 1 });
    else known.count += 1;
  }
  const [first, ...others] = counts.values();
  return (
    others.reduce((most, one) => (one.count > (most?.count ?? 0) ? one : most), first)?.form ?? new Map()
  );
}

/** @param rest the ids of the shots that make a film without those. */
function notMade(
  batch: OpenBatch,
  why: 'missing' | 'unlike',
  shots: readonly NamedShot[],
  rest: readonly string[],
): CliError {
  const more = shots.length > namedMost ? [`and ${shots.length - namedMost} more`] : [];
  const isOne = shots.length === 1;
  const says =
    why === 'missing' ? `${isOne ? 'is' : 'are'} missing` : `${isOne ? 'is' : 'are'} not like the others`;
  const rough: Hint =
    rest.length === 0
      ? 'render them, and run it again'
      : rest.length > namedMost
        ? 'render them, and run it again; or choose the shots of a rough cut: --only'
        : say`for a rough cut of the others: ${onwardLines(batch).roughCut(rest)}`;
  const name = relative(batch.context.around.workingFolder, filmPath(batch));
  return new CliError('mixedEnds', {
    code: why === 'missing' ? 'film_incomplete' : 'film_unlike',
    message:
      shots.length === 0
        ? `no film was made: there is no clip for ${name}`
        : `no film was made: ${counted(shots.length, 'shot')} of ${name} ${says}`,
    why:
      shots.length === 0
        ? 'The chosen lines make pictures, or drafts that have finals.'
        : [...shots.slice(0, namedMost).map((shot) => `${shot.id}: ${shot.why}`), ...more].join('\n'),
    hint: rough,
  });
}

/** Says where the film is. Where the run ends with another error, that there is none is a warning. */
export function tellFilm(
  { context }: OpenBatch,
  { made, trouble }: FilmEnd,
  error: CliError | undefined,
): void {
  if (trouble !== undefined && error !== undefined)
    context.listen({ kind: 'warning', message: `${inOneLine(trouble)}${mendOf(trouble)}` });
  if (made === undefined) return;
  const { path, seconds, shots } = made;
  const { err } = context.terminal;
  const name = relative(context.around.workingFolder, path);
  const text = `${name}: ${counted(shots, 'shot')}, ${formatDuration(seconds * 1000)}`;
  err.lines(signedLines({ text: err.symbols.good, paint: err.colors.good }, { text }, err));
}
