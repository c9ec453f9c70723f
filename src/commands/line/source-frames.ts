import { readFile } from 'node:fs/promises';

/** What the build puts before the code of each file of the source: `scripts/source-marks.ts`. */
const sourceMark = /\/\*! (src\/\S+) \*\//g;

/** Where a frame of a stack is: a file of the bundle, with the line and the column, each from 1. */
const place = /^at (?:async )?(?:.*?\()?((?:[A-Z]:)?[\\/].*[\\/]dist[\\/][\w.-]+\.js):(\d+):(\d+)\)?$/;

/** The frames of a stack, each with the file of the source that it is in where it was bundled. A file that can't be read names none. */
export function sourceFrames(frames: readonly string[]): Promise<string[]> {
  return Promise.all(
    frames.map(async (frame) => {
      const [, path, line, column] = place.exec(frame) ?? [];
      if (path === undefined) return frame;
      const code = await readFile(path, 'utf8').catch(() => '');
      const source = sourceAt(code, Number(line), Number(column));
      return source === undefined ? frame : `${frame} of ${source}`;
    }),
  );
}

/** The file whose mark is the last before a place of a bundled file. */
function sourceAt(code: string, line: number, column: number): string | undefined {
  const lines = code.split('\n');
  const before = [...lines.slice(0, line - 1), lines[line - 1]?.slice(0, column - 1) ?? ''].join('\n');
  return [...before.matchAll(sourceMark)].at(-1)?.[1];
}
