import { renameSync } from 'node:fs';
import { MachineError } from '../errors/endings.ts';
import type { Hint } from '../errors/hint.ts';
import { discard, uniquePathBeside } from '../files/temp-file.ts';
import { type RunCommand, whyFailed } from '../text/command-end.ts';
import { ffmpegInput } from './rules/ffmpeg-input.ts';

const program = 'ffmpeg';
/** Longest time for a frame, and for asking whether the program is there. Unit: ms. */
const cutTimeoutMs = 120_000;
const askTimeoutMs = 10_000;
/** So much of the end of a clip is decoded. Unit: s. */
const tailSeconds = 2;

interface CutPorts {
  runCommand: RunCommand;
  signal: AbortSignal;
}

/** Tells whether the program that cuts the last frame out of a clip is installed. */
export async function canCutFrames({ runCommand, signal }: CutPorts): Promise<boolean> {
  const end = await runCommand([program, '-version'], { timeoutMs: askTimeoutMs, signal });
  return end.kind === 'ended' && end.exitCode === 0;
}

/**
 * Writes the last frame of a clip as a PNG, whole or not at all. Throws MachineError where the program is missing or can't read the
 * clip, and the signal's reason.
 *
 * @param paths absolute.
 */
export async function cutLastFrame(
  paths: { clip: string; frame: string },
  { runCommand, signal }: CutPorts,
): Promise<void> {
  const temp = uniquePathBeside(paths.frame);
  let why = '';
  // Only the end is decoded. A clip that lacks a way to its end is decoded as a whole.
  for (const from of [['-sseof', `-${tailSeconds}`], []]) {
    const end = await runCommand(
      [
        ...[program, '-v', 'error', '-nostdin', ...from, ...ffmpegInput(paths.clip), '-map', '0:v:0'],
        // Each frame is written over the one before, so that the last one stays.
        ...['-update', '1', '-f', 'image2', '-c:v', 'png', '-y', `file:${temp}`],
      ],
      { timeoutMs: cutTimeoutMs, signal },
    );
    signal.throwIfAborted();
    const isWell = end.kind === 'ended' && end.exitCode === 0;
    if (isWell && isRenamed(temp, paths.frame)) return;
    discard(temp);
    if (end.kind === 'not started') throw notCut(paths.clip, end.why, `install ${program}`);
    why = isWell ? `${program}: it found no frame in the clip` : whyFailed(program, end, cutTimeoutMs);
  }
  throw notCut(paths.clip, why, `${program} -i FILE, to see what is wrong with it`);
}

function notCut(clip: string, why: string, hint: Hint): MachineError {
  return new MachineError({
    code: 'frame_failed',
    message: `genctl can't make a picture of the last frame of ${clip}`,
    why,
    hint,
  });
}

/** Gives the picture its name. False where the program wrote none. */
function isRenamed(temp: string, path: string): boolean {
  try {
    renameSync(temp, path);
    return true;
  } catch {
    return false;
  }
}
