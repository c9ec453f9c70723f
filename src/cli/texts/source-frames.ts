import { readFile } from 'node:fs/promises';

/** Matches the mark that the build puts before the code of each source file, see `scripts/source-marks.ts`. */
const sourceMark = /\/\*! (src\/\S+) \*\//g;

/** Matches a frame of a stack in the bundle: its file, line and column, each from 1. */
const place = /^at (?:async )?(?:.*?\()?((?:[A-Z]:)?[\\/].*[\\/]dist[\\/][\w.-]+\.js):(\d+):(\d+)\)?$/;

/**
 * Adds to each frame of a stack the source file that it is from, where that was bundled. Frames in a file that can't be read
 * stay as they are.
 */
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

/** The source file of a place in the bundle: the one whose mark comes last before it. */
function sourceAt(code: string, line: number, column: number): string | undefined {
  const lines = code.split('\n');
  const before = [...lines.slice(0, line - 1), lines[line - 1]?.slice(0, column - 1) ?? ''].join('\n');
  return [...before.matchAll(sourceMark)].at(-1)?.[1];
}
