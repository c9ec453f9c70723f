import type { FfmpegPorts } from '../media/ffmpeg.ts';
import type { OutputMeans } from './output-means.ts';

/** The means of a run to start ffmpeg. */
export async function ffmpegPorts({
  around,
  interruption,
}: Pick<OutputMeans, 'around' | 'interruption'>): Promise<FfmpegPorts> {
  const { commandRunner } = await import('../account/keys/run-command.ts');
  return { runCommand: commandRunner(around.environment), signal: interruption() };
}
