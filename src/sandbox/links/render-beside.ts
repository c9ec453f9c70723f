import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type JobFile, renderFile } from './output-file.ts';

/** The program of the thread, as the build puts it beside this one. A bundle of somebody else's lacks it. */
const program = join(import.meta.dirname, 'render-thread.js');

/**
 * Renders files in a thread, which starts with the first of them. They come one after the other, so that one clip is in memory at most.
 * Without its program this thread renders them.
 */
export function createRenderer() {
  const underWay = new Map<string, Promise<void>>();
  const closing = new AbortController();
  let thread: Worker | undefined;
  let before = Promise.resolve();

  function started(): Worker {
    const worker = new Worker(program);
    worker.unref();
    worker.on('error', () => {
      thread = undefined;
    });
    return worker;
  }

  async function renderBeside(path: string, file: JobFile): Promise<void> {
    closing.signal.throwIfAborted();
    thread ??= started();
    thread.postMessage({ path, file });
    const [error] = await once(thread, 'message', { signal: closing.signal });
    if (error !== undefined) throw error;
  }

  return {
    render(path: string, file: JobFile): Promise<void> {
      if (!existsSync(program)) return renderFile(path, file);
      const known = underWay.get(path);
      if (known !== undefined) return known;
      const done = before.then(() => renderBeside(path, file)).finally(() => underWay.delete(path));
      underWay.set(path, done);
      before = done.catch(() => {});
      return done;
    },
    async close(): Promise<void> {
      closing.abort(new Error('The sandbox closed.'));
      await thread?.terminate();
    },
  };
}
