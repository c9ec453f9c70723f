import type { CliErrorParts } from '../errors/cli-error.ts';
import { MachineError } from '../errors/endings.ts';
import { type RunCommand, whyFailed } from '../text/command-end.ts';

const program = 'ffmpeg';
/** Longest time for asking whether the program is there, and usually for its work. Unit: ms. */
const askTimeoutMs = 10_000;
const usualTimeoutMs = 120_000;
/** More pixels than a frame of 8K has are not decoded: a file may claim any size, and that much memory would be taken. Unit: px. */
const pixelsMost = 64 * 1024 * 1024;

/** The means to start ffmpeg: without a shell, without the secrets of genctl, its output bounded. */
export interface FfmpegPorts {
  runCommand: RunCommand;
  signal: AbortSignal;
}

interface FfmpegLimits {
  timeoutMs?: number;
  bytesMost?: number;
}

/** How a run of ffmpeg ended. `bytes` is its stdout, as it printed it. `why` names the program, and `isMissing` says that it could not be started. */
export type FfmpegEnd =
  | { isWell: true; bytes: Uint8Array; stdout: string; stderr: string }
  | { isWell: false; isMissing: boolean; why: string };

/** The words by which ffmpeg reads a file that others made. */
export function ffmpegInput(path: string): string[] {
  return ['-max_pixels', String(pixelsMost), '-i', `file:${path}`];
}

/** The words by which ffmpeg prints frames, one behind another, each with its size: eight bits a channel, also those of a clip with ten. */
export const toPixels = ['-f', 'image2pipe', '-c:v', 'ppm', '-pix_fmt', 'rgb24', '-'] as const;

/**
 * Runs ffmpeg. Where it prints more than `bytesMost` on stdout, 64 KiB unless given, it failed. Of stderr no more than 64 KiB are
 * read. Throws the signal's reason.
 *
 * @param words after the ones that keep it from asking and from counting. Without `-v` it is as talkative as it is by itself.
 */
export async function runFfmpeg(
  words: readonly string[],
  { bytesMost, runCommand, signal, timeoutMs = usualTimeoutMs }: FfmpegPorts & FfmpegLimits,
): Promise<FfmpegEnd> {
  const command = [program, '-hide_banner', '-nostdin', '-nostats', ...words];
  const end = await runCommand(command, { bytesMost, timeoutMs, signal });
  signal.throwIfAborted();
  if (end.kind === 'ended' && end.exitCode === 0) return { isWell: true, ...end };
  return {
    isWell: false,
    isMissing: end.kind === 'not started',
    why: whyFailed(program, end, timeoutMs),
  };
}

/** Tells whether ffmpeg is installed. */
export async function isFfmpegHere(ports: FfmpegPorts): Promise<boolean> {
  return (await runFfmpeg(['-version'], { ...ports, timeoutMs: askTimeoutMs })).isWell;
}

/** The error for what ffmpeg did not make. Where ffmpeg is missing, the way on is to install it. */
export function ffmpegFailed(
  { isMissing, why }: { isMissing: boolean; why: string },
  parts: Pick<CliErrorParts, 'code' | 'message' | 'hint' | 'jobId'>,
): MachineError {
  return new MachineError({
    ...parts,
    why,
    ...(isMissing ? { hint: `install ${program}`, retryable: false } : {}),
  });
}
