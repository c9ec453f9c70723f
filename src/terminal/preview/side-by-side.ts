import { cutToWidth, padToWidth } from '../../text/text-width.ts';

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
  const lines: string[] = [];
  let left = [...tiles];
  while (left.length > 0) {
    const row = fitting(left, columns);
    left = left.slice(row.length);
    const height = Math.max(...row.map((tile) => tile.lines.length));
    for (let line = 0; line < height; line += 1)
      lines.push(row.map((tile) => tile.lines[line] ?? ' '.repeat(tile.width)).join(gap));
    const captions = row.map(({ caption, width }) => padToWidth(cutToWidth(caption, width, '…'), width));
    lines.push(captions.join(gap).trimEnd());
  }
  return lines;
}

function fitting(tiles: readonly Tile[], columns: number): Tile[] {
  const row: Tile[] = [];
  let width = -gap.length;
  for (const tile of tiles) {
    width += gap.length + tile.width;
    if (row.length > 0 && width > columns) break;
    row.push(tile);
  }
  return row;
}
