import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type RenderFile, renderFile } from './output-file.ts';
import type { RenderAnswer } from './render-thread.ts';

/** A renderer beside the thread that answers requests. */
interface RendererBeside {
  render: RenderFile;
  close(): Promise<void>;
}

/** A file that is being rendered. */
interface UnderWay {
  done: Promise<void>;
  end(error: unknown): void;
}

/** The program of the thread, as the build puts it beside this one. A bundle of somebody else's lacks it. */
const program = join(import.meta.dirname, 'render-thread.js');

/** Renders files in a thread, which starts with the first of them. Without its program this thread renders them. */
export function createRenderer(): RendererBeside {
  const underWay = new Map<string, UnderWay>();
  let thread: Worker | undefined;

  function end(path: string, error: unknown): void {
    underWay.get(path)?.end(error);
    underWay.delete(path);
  }

  function endAll(error: unknown): void {
    thread = undefined;
    for (const path of [...underWay.keys()]) end(path, error);
  }

  function started(): Worker {
    const worker = new Worker(program);
    worker.unref();
    worker.on('message', ({ error, path }: RenderAnswer) => end(path, error));
    worker.on('error', endAll);
    return worker;
  }

  return {
    render(path, file) {
      if (!existsSync(program)) return renderFile(path, file);
      const known = underWay.get(path);
      if (known !== undefined) return known.done;
      // A thread that can't be had has nobody wait for it.
      thread ??= started();
      thread.postMessage({ path, file });
      const one = underWayNow();
      underWay.set(path, one);
      return one.done;
    },
    async close() {
      await thread?.terminate();
      endAll(new Error('The sandbox closed.'));
    },
  };
}

function underWayNow(): UnderWay {
  let end: UnderWay['end'] = () => {};
  const done = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  return { done, end };
}
