import type { Canvas, Colour, Rectangle } from '../../media/drawing/canvas.ts';
import type { Chance } from '../../media/drawing/chance.ts';
import { fillDisc, fillRectangle } from '../../media/drawing/shapes.ts';
import type { TileGrid } from './layout.ts';
import type { Palette } from './palettes.ts';

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
