import { cutToWidth, padToWidth } from '../../text/text-width.ts';
import type { Pixels } from './pixels.ts';

/** Longest piece of a transmission. Unit: bytes of base64. @see kitty graphics protocol, "The transmission medium" */
const chunkLength = 4096;

/** A picture by kitty's graphics protocol, so many columns wide. The cursor ends up below it. */
export function kittyImage({ height, rgb, width }: Pixels, columns: number): string {
  const text = Buffer.from(rgb.subarray(0, width * height * 3)).toString('base64');
  const chunks = text.match(new RegExp(`.{1,${chunkLength}}`, 'g')) ?? [];
  return `${chunks
    .map((chunk, place) => {
      const more = place < chunks.length - 1 ? 1 : 0;
      const head = place === 0 ? `a=T,f=24,s=${width},v=${height},c=${columns},q=2,m=${more}` : `m=${more}`;
      return `\u001b_G${head};${chunk}\u001b\\`;
    })
    .join('')}\n`;
}

/** A picture by iTerm2's inline images, so many columns wide. */
export function itermImage(pixels: Pixels, columns: number): string {
  const file = bitmapOf(pixels);
  const text = Buffer.from(file).toString('base64');
  return `\u001b]1337;File=inline=1;size=${file.length};width=${columns};preserveAspectRatio=1:${text}\u0007\n`;
}

const bitmapHeadBytes = 54;

/** The pixels as an uncompressed bitmap of 24 bits, bottom row first, rows padded to four bytes. */
function bitmapOf({ height, rgb, width }: Pixels): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(bitmapHeadBytes + rowBytes * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(bitmapHeadBytes, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) {
    const row = bitmapHeadBytes + (height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        file[row + x * 3 + channel] = rgb[from + 2 - channel] ?? 0;
    }
  }
  return file;
}

/** The number of colours that the terminal can show. */
type ColourDepth = 'true' | '256';

/**
 * A picture as lines of half blocks: the character's colour is the upper pixel, its background the lower one. A line has a
 * column for each pixel of the picture's width, and shows two rows.
 */
export function halfBlocks({ height, rgb, width }: Pixels, depth: ColourDepth): string[] {
  const colour = depth === 'true' ? trueColour : indexedColour;
  const at = (x: number, y: number): [number, number, number] => {
    const place = (Math.min(y, height - 1) * width + x) * 3;
    return [rgb[place] ?? 0, rgb[place + 1] ?? 0, rgb[place + 2] ?? 0];
  };
  return Array.from({ length: Math.ceil(height / 2) }, (_, row) => {
    let line = '';
    let before = '';
    for (let x = 0; x < width; x += 1) {
      const look = `\u001b[38;${colour(at(x, 2 * row))};48;${colour(at(x, 2 * row + 1))}m`;
      line += look === before ? '▀' : `${look}▀`;
      before = look;
    }
    return `${line}\u001b[0m`;
  });
}

function trueColour([red, green, blue]: [number, number, number]): string {
  return `2;${red};${green};${blue}`;
}

/** The nearest colour in the terminal's cube of six levels a channel. */
function indexedColour(channels: [number, number, number]): string {
  const [red, green, blue] = channels.map((value) =>
    value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40),
  );
  return `5;${16 + 36 * (red ?? 0) + 6 * (green ?? 0) + (blue ?? 0)}`;
}

/** The environment variables that tell how the terminal can show pictures. */
interface PreviewEnvironment {
  TERM?: string | undefined;
  TERM_PROGRAM?: string | undefined;
  LC_TERMINAL?: string | undefined;
  COLORTERM?: string | undefined;
  KITTY_WINDOW_ID?: string | undefined;
  TMUX?: string | undefined;
  NO_COLOR?: string | undefined;
}

/** How a picture is shown: by a protocol of the terminal's own, by half blocks of colour, or not at all. */
export type PreviewMethod = 'kitty' | 'iterm' | 'blocks' | 'blocks-256' | 'none';

/** The best method that the terminal is known to have. A multiplexer such as tmux passes on characters but no pictures. */
export function previewMethod(
  environment: PreviewEnvironment,
  stream: { isTerminal: boolean; unicode: boolean; coloured: boolean },
): PreviewMethod {
  const { COLORTERM, KITTY_WINDOW_ID, LC_TERMINAL, TERM = '', TERM_PROGRAM, TMUX } = environment;
  if (!stream.isTerminal || !stream.coloured || TERM === 'dumb') return 'none';
  const isInside = Boolean(TMUX) || /^(screen|tmux)/.test(TERM);
  if (!isInside && (Boolean(KITTY_WINDOW_ID) || /kitty|ghostty/.test(`${TERM} ${TERM_PROGRAM ?? ''}`)))
    return 'kitty';
  if (!isInside && (TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm' || LC_TERMINAL === 'iTerm2'))
    return 'iterm';
  if (!stream.unicode) return 'none';
  return /truecolor|24bit/.test(COLORTERM ?? '') ? 'blocks' : 'blocks-256';
}

/** A picture in lines, and its caption. */
export interface Tile {
  lines: readonly string[];
  /** Unit: columns. */
  width: number;
  caption: string;
}

const gap = '  ';

/** Tiles in rows, as many beside each other as fit, with captions below. */
export function sideBySide(tiles: readonly Tile[], columns: number): string[] {
  return inRows(tiles, columns, gap.length).flatMap((row) => {
    const height = Math.max(...row.map((tile) => tile.lines.length));
    const captions = row.map(({ caption, width }) => padToWidth(cutToWidth(caption, width, '…'), width));
    return [
      ...Array.from({ length: height }, (_, line) =>
        row.map((tile) => tile.lines[line] ?? ' '.repeat(tile.width)).join(gap),
      ),
      captions.join(gap).trimEnd(),
    ];
  });
}

/** Parts those that stand side by side into rows, with gaps between them. Each row has one at the least. */
export function inRows<Item extends { width: number }>(
  items: readonly Item[],
  width: number,
  gapWidth: number,
): Item[][] {
  const rows: Item[][] = [];
  let left = 0;
  for (const item of items) {
    left -= gapWidth + item.width;
    const row = rows.at(-1);
    if (row !== undefined && left >= 0) row.push(item);
    else {
      rows.push([item]);
      left = width - item.width;
    }
  }
  return rows;
}
