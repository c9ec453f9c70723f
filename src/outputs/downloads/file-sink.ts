import { closeSync, ftruncateSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../api/transport/clock.ts';
import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, say } from '../../errors/hint.ts';
import { isLimit, systemTrouble } from '../../errors/system-trouble.ts';
import { moveExclusively } from '../../files/atomic-write.ts';
import { flushed } from '../../files/durable-work.ts';
import type { MakeLink } from '../../files/exclusive-claim.ts';
import { makeFolders } from '../../files/folder.ts';
import { runTogether } from '../../files/run-together.ts';
import { type FileContent, holdsContent } from '../../files/same-file.ts';
import { discard } from '../../files/temp-file.ts';
import { pathsToTry } from '../names/output-name.ts';
import type { OutputSink } from './output-sink.ts';
import { partPath, removeAbandonedParts } from './part-name.ts';
import { createWriteBehind } from './write-behind.ts';

/** How many parts of one file this process may have at a time. */
const partsMost = 99;

/**
 * Creates `NAME.OWNER.part` beside a path, which is absolute, and missing folders. It leaves alone the parts of the same file that
 * others are writing, and removes those that nobody writes any more. Its methods throw MachineError.
 */
export function createFileSink(target: string, choice: NameChoice, clock: Clock): OutputSink {
  makeFolderOf(target);
  removeAbandonedParts(target, clock.nowMs());
  const { path, descriptor } = openFree(target);
  let open = true;
  const behind = createWriteBehind(descriptor, clock.monotonicMs);

  function close(): void {
    if (!open) return;
    open = false;
    closeSync(descriptor);
  }

  return {
    keptAs: path,
    write(chunk: Uint8Array): Promise<void> | undefined {
      const room = behind.add(chunk);
      return room === undefined ? undefined : onDisk(target, () => room);
    },
    restart: () =>
      onDisk(target, async () => {
        await behind.restart();
        ftruncateSync(descriptor);
      }),
    seal: () =>
      onDisk(target, async () => {
        await behind.drain();
        await runTogether(flushed({ bytesOf: descriptor }));
      }),
    finish(content: FileContent): Promise<string> {
      close();
      return giveFinishedName({ path, ...content }, target, choice);
    },
    async abandon(keep: boolean): Promise<void> {
      // Errors are ignored here: the failure that led here is the one worth reporting.
      await (keep ? behind.drain() : behind.restart()).catch(() => {});
      try {
        close();
      } catch {}
      if (!keep) discard(path);
    },
  };
}

function makeFolderOf(path: string): void {
  const folder = dirname(path);
  try {
    makeFolders(folder);
  } catch (cause) {
    throw new MachineError({
      code: 'folder_unusable',
      message: `Files can't go to ${folder}`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: 'another --dir; the job and its outputs are safe',
      cause,
    });
  }
}

/** With `wx` an existing file or link is never written through. */
function openFree(target: string): { path: string; descriptor: number } {
  for (let number = 1; ; number += 1) {
    const path = partPath(target, number);
    try {
      return { path, descriptor: openSync(path, 'wx+') };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || number === partsMost) throw diskError(target, error);
    }
  }
}

export interface NameChoice {
  /** Replaces a file that has the name. */
  overwrite: boolean;
  /**
   * The paths that the file may get, in their order: the target and that with a number unless given. It may stand at one already,
   * because a run may end before it records the path.
   */
  paths?(): Iterable<string>;
  /** Tells whether the file may have a given path. Every path may unless given. */
  mayBe?: ((path: string) => boolean | Promise<boolean>) | undefined;
  link?: MakeLink | undefined;
}

/**
 * Gives a complete part its final name and returns that: the first of its paths that is free. A file that has one already is left alone,
 * unless `overwrite` replaces the one at `target`. Where a tried path holds the same bytes already, the part is
 * removed and that path is returned. The name is durable then. Rejects with MachineError.
 */
export async function giveFinishedName(
  part: { path: string } & FileContent,
  target: string,
  choice: NameChoice,
): Promise<string> {
  return onDisk(target, async () => {
    if (choice.overwrite) renameSync(part.path, target);
    const path = choice.overwrite ? target : await takeFreeName(part, target, choice);
    await runTogether(flushed({ namesIn: dirname(path) }));
    return path;
  });
}

async function takeFreeName(
  part: { path: string } & FileContent,
  target: string,
  { paths = () => pathsToTry('', () => target), mayBe = () => true, link }: NameChoice,
): Promise<string> {
  let tried = 0;
  for (const path of paths()) {
    tried += 1;
    if (!(await mayBe(path))) continue;
    // A template may count up in the name of a folder.
    if (dirname(path) !== dirname(target)) makeFolders(dirname(path));
    if (moveExclusively(part.path, path, link)) return path;
    if (!holdsContent(path, part)) continue;
    unlinkSync(part.path);
    // A process that was killed after it gave the file this name may have left its part, too.
    removeAbandonedParts(path);
    return path;
  }
  throw Object.assign(new Error(`${tried} names are taken`), { code: 'EEXIST' });
}

/** Does work on the disk. Whatever it throws becomes a MachineError that names the path. */
async function onDisk<Result>(path: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw diskError(path, error);
  }
}

function diskError(path: string, error: unknown): MachineError {
  const code = errorCode(error) ?? String(error);
  const { why = 'the disk refused', mend = `check ${path}` } = systemTrouble(code) ?? {};
  return new MachineError({
    code: code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'not_writable',
    message: `${path} can't be written`,
    why: `${why} (${code})`,
    hint: say`${isLimit(code) ? mend : `${mend}, or choose another --dir`}, then: ${genctl`download ID`}`,
    cause: error,
  });
}
