import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type JobFile, renderFile } from './output-file.ts';

// There the priority is that of the thread alone: answers go before pictures. Under `nice` it may be lower, and only root may raise it.
if (process.platform === 'linux' && getPriority() < 10) setPriority(10);

/** Answers each file with nothing, or with why it could not be rendered. */
parentPort?.on('message', async ({ file, path }: { file: JobFile; path: string }) => {
  parentPort?.postMessage(await renderFile(path, file).catch((error: unknown) => error));
});
