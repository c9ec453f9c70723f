import {
  type Canvas,
  type Colour,
  fillDisc,
  fillRectangle,
  type Rectangle,
} from '../../media/drawing/canvas.ts';
import type { Chance } from '../../media/drawing/chance.ts';
import type { TileGrid } from './layout.ts';

interface TileColours {
  ground: Colour;
  figure: Colour;
  detail: Colour;
}

type DrawTile = (canvas: Canvas, tile: Rectangle, colours: TileColours, turn: number) => void;

/** Draws the picture of a card: a grid of square tiles with flat figures that `chance` picks. */
export function drawTiles(canvas: Canvas, grid: TileGrid, palette: Palette, chance: Chance): void {
  let groundBefore: Colour | undefined;
  for (let row = 0; row < grid.down; row++) {
    for (let column = 0; column < grid.across; column++) {
      const tile = {
        x: grid.x + column * grid.side,
        y: grid.y + row * grid.side,
        width: grid.side,
        height: grid.side,
      };
      const colours = threeColours(palette, chance, groundBefore);
      groundBefore = colours.ground;
      fillRectangle(canvas, tile, colours.ground);
      figures[chance(figures.length)]?.(canvas, tile, colours, chance(4));
    }
  }
}

/** Three different colours for a tile. Its ground differs from that of the tile before. */
function threeColours(palette: Palette, chance: Chance, before: Colour | undefined): TileColours {
  const left = palette.tiles.filter((colour) => colour !== before);
  const draw = (): Colour => left.splice(chance(left.length), 1)[0] ?? palette.accent;
  return { ground: draw(), figure: draw(), detail: draw() };
}

/** The corners of a tile, clockwise from the upper left. */
function corner(tile: Rectangle, turn: number): { x: number; y: number } {
  return {
    x: tile.x + (turn === 1 || turn === 2 ? tile.width : 0),
    y: tile.y + (turn >= 2 ? tile.height : 0),
  };
}

function middle(tile: Rectangle): { x: number; y: number } {
  return { x: tile.x + tile.width / 2, y: tile.y + tile.height / 2 };
}

const quarter: DrawTile = (canvas, tile, { figure }, turn) => {
  fillDisc(canvas, { ...corner(tile, turn), radius: tile.width }, figure, tile);
};

const rainbow: DrawTile = (canvas, tile, { ground, figure, detail }, turn) => {
  [figure, ground, detail, ground].forEach((colour, ring) => {
    fillDisc(canvas, { ...corner(tile, turn), radius: (tile.width * (4 - ring)) / 4 }, colour, tile);
  });
};

const target: DrawTile = (canvas, tile, { figure, detail }) => {
  fillDisc(canvas, { ...middle(tile), radius: tile.width * 0.4 }, figure);
  fillDisc(canvas, { ...middle(tile), radius: tile.width * 0.18 }, detail);
};

const dots: DrawTile = (canvas, tile, { figure, detail }, turn) => {
  for (let place = 0; place < 4; place++) {
    const x = tile.x + tile.width * (place % 2 === 0 ? 0.27 : 0.73);
    const y = tile.y + tile.height * (place < 2 ? 0.27 : 0.73);
    fillDisc(canvas, { x, y, radius: tile.width * 0.16 }, place === turn ? detail : figure);
  }
};

const figures: readonly DrawTile[] = [quarter, rainbow, target, dots, quarter];

/** The colours of one card. The ground runs from `top` to `bottom`, which are dark, so that text on it is always legible. */
export interface Palette {
  top: Colour;
  bottom: Colour;
  /** Colour of words. */
  ink: Colour;
  /** Colour of labels beside the words. */
  quiet: Colour;
  /** Colour of the timecode and the bar. */
  accent: Colour;
  /** Colours of the tiles. */
  tiles: readonly [Colour, ...Colour[]];
}

const paper = 0xf5f1e8;

/** Palettes chosen by eye: colours that a formula draws at random rarely go together. */
export const palettes: readonly [Palette, ...Palette[]] = [
  palette([0x0b132b, 0x1c2541, 0x8fa3bf, 0x5bc0be], [0xf25f5c, 0xffe066, 0xf7f3e9, 0x3a506b, 0x247ba0]),
  palette([0x1a0f14, 0x3b1c2a, 0xb99aa6, 0xff8552], [0xf7c59f, 0xefefd0, 0x7a2e4d, 0xc1292e, 0x2f4858]),
  palette([0x0d1b16, 0x1f3a2d, 0x95b3a2, 0xd8a657], [0xa7c957, 0xf2e8cf, 0x386641, 0xbc4749, 0x6a994e]),
  palette([0x160f29, 0x34235c, 0xa79cc4, 0xf3a712], [0xe4572e, 0xa8c686, 0x669bbc, 0xf0e7f5, 0x574b90]),
  palette([0x11151c, 0x2a3340, 0x97a5b5, 0xee6c4d], [0xe0fbfc, 0x98c1d9, 0x3d5a80, 0xf4d35e, 0x293241]),
  palette([0x1b1512, 0x3d2b24, 0xb8a294, 0xe9c46a], [0xf4a261, 0xe76f51, 0x2a9d8f, 0xf5ebe0, 0x264653]),
  palette([0x1a1025, 0x432150, 0xbb9ccb, 0xff99c8], [0xfcf6bd, 0xd0f4de, 0xa9def9, 0x7b4b94, 0xe4c1f9]),
  palette([0x101010, 0x2b2b2b, 0x9a9a9a, 0xffd60a], [0xf5f5f5, 0x8d99ae, 0x495057, 0xef233c, 0x212529]),
  palette([0x071e22, 0x1d4b52, 0x8fb5b4, 0xf4c095], [0xee2e31, 0x679289, 0xd9e8e3, 0x1d7874, 0x0b3c49]),
  palette([0x121a3a, 0x2b3a67, 0x9aa7cc, 0xffb5c2], [0xf6f7eb, 0xe94f37, 0x496a81, 0xb3c5d7, 0x393e71]),
];

function palette(
  [top, bottom, quiet, accent]: readonly [top: Colour, bottom: Colour, quiet: Colour, accent: Colour],
  tiles: readonly [Colour, ...Colour[]],
): Palette {
  return { top, bottom, ink: paper, quiet, accent, tiles: [accent, ...tiles] };
}
