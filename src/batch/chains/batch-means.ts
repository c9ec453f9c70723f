import type { OutputMeans } from '../../outputs/output-means.ts';
import type { RunCommand } from '../../text/command-end.ts';
import { once } from '../../text/once.ts';

/** The programs of this machine that a batch may need. */
export interface BatchMeans {
  runCommand: RunCommand;
  /** Tells whether the last frame can be cut out of a clip. Asked once. */
  canCut(): Promise<boolean>;
  /** The files that this run fetched or cut out, by their paths: two lines may ask for one at once. */
  made: Map<string, Promise<string>>;
}

export async function batchMeans({
  around,
  interruption,
}: Pick<OutputMeans, 'around' | 'interruption'>): Promise<BatchMeans> {
  const { commandRunner } = await import('../../account/keys/run-command.ts');
  const runCommand = commandRunner(around.environment);
  return {
    runCommand,
    made: new Map(),
    canCut: once(async () => {
      const { isFfmpegHere } = await import('../../media/ffmpeg.ts');
      return isFfmpegHere({ runCommand, signal: interruption() });
    }),
  };
}
