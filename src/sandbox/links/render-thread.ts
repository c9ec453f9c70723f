import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type JobFile, renderFile } from './output-file.ts';

/** A file that the thread is asked for, and its answer: `error` where it could not be rendered. */
export interface RenderRequest {
  path: string;
  file: JobFile;
}
export interface RenderAnswer {
  path: string;
  error?: unknown;
}

// There the priority is that of the thread alone: answers go before pictures. Under `nice` it may be lower, and only root may raise it.
if (process.platform === 'linux' && getPriority() < 10) setPriority(10);

let before = Promise.resolve();
parentPort?.on('message', (request: RenderRequest) => {
  // One after the other, so that no more than one clip is in memory.
  before = before.then(async () => parentPort?.postMessage(await answerTo(request)));
});

async function answerTo({ file, path }: RenderRequest): Promise<RenderAnswer> {
  try {
    await renderFile(path, file);
    return { path };
  } catch (error) {
    return { path, error };
  }
}
