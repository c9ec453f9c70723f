import { frameOfFile, missingDecoder } from '../media/frames.ts';
import {
  halfBlocks,
  itermImage,
  kittyImage,
  type PreviewMethod,
  previewMethod,
  sideBySide,
  type Tile,
} from '../terminal/preview/inline-image.ts';
import type { TerminalStream } from '../terminal/terminal.ts';
import { safeLine } from '../text/safe-text.ts';
import { ffmpegPorts, type OutputMeans } from './output-means.ts';

/** The largest size of a single picture. Unit: columns and lines. */
const most = { columns: 60, lines: 20 } as const;
/** The largest width of a picture beside others. Unit: columns. */
const tileColumns = 36;

/** How pictures are drawn on a stream. */
export function methodOn(stream: TerminalStream, { around }: Pick<OutputMeans, 'around'>): PreviewMethod {
  const coloured = stream.colors.bold('x') !== 'x';
  return previewMethod(around.environment, { ...stream, isTerminal: stream.isTerminal, coloured });
}

/** Tells whether the terminal can show a picture, as far as is known. */
export function drawsPictures(context: OutputMeans): boolean {
  return methodOn(context.terminal.err, context) !== 'none';
}

/**
 * Shows frames of files on the terminal, side by side where they are drawn with characters. Shows the path of a file where the
 * terminal can't draw, or where nothing decodes the file.
 */
export async function showFrames(
  context: OutputMeans,
  files: readonly { path: string; caption: string }[],
): Promise<void> {
  const { err } = context.terminal;
  const method = methodOn(err, context);
  const width = Math.min(files.length > 1 ? tileColumns : most.columns, err.columns - 1);
  const ports = await ffmpegPorts(context);
  const tiles: Tile[] = [];
  for (const { caption, path } of files) {
    const isInline = method === 'kitty' || method === 'iterm';
    // A character is about twice as high as wide, so half a character is square. A real picture has more pixels than
    // characters.
    const box = isInline ? { width: width * 8, height: most.lines * 16 } : { width, height: most.lines * 2 };
    const pixels = method === 'none' ? undefined : await frameOfFile(path, box, ports);
    if (pixels === undefined) {
      const why = method === 'none' ? '' : err.colors.dim(`  (to see it here: ${missingDecoder(path)})`);
      err.lines([`${caption}  ${path}${why}`]);
    } else if (isInline) {
      err.writeAsIs(method === 'kitty' ? kittyImage(pixels, width) : itermImage(pixels, width));
      err.lines([caption]);
    } else {
      const lines = halfBlocks(pixels, method === 'blocks-256' ? '256' : 'true');
      tiles.push({ lines, width: pixels.width, caption: safeLine(caption) });
    }
  }
  err.writeAsIs(
    sideBySide(tiles, err.columns)
      .map((line) => `${line}\n`)
      .join(''),
  );
}
