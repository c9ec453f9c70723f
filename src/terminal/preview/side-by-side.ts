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
