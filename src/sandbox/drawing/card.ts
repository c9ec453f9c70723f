import { type Canvas, createCanvas, fillSpan, mix, type Rectangle } from '../../media/drawing/canvas.ts';
import { type Chance, createChance } from '../../media/drawing/chance.ts';
import {
  cellDots,
  columnsIn,
  drawLine,
  leastLegibleScale,
  letterLine,
  lineDots,
  sideScale,
} from '../../media/drawing/lettering.ts';
import {
  type CardLine,
  type Fact,
  factLines,
  labelColumns,
  layOut,
  lineAdvanceDots,
  promptBlock,
  reelHeight,
  scaleToFit,
  type TileGrid,
} from './layout.ts';
import { drawTiles, type Palette, palettes } from './tiles.ts';

/** A drawn card, and all that is needed to draw more on it. */
export interface Card {
  canvas: Canvas;
  palette: Palette;
  chance: Chance;
  /** Scale of the prompt. Unit: px a dot. */
  bodyScale: number;
  /** The place of a timecode and a bar; its height is 0 on a card without them. */
  reel: Rectangle;
  /** The picture beside the words, over which a mark may move; undefined where there is none. */
  grid: TileGrid | undefined;
}

/**
 * Draws a title card: words on a dark ground, flat figures beside them. Sides are 64 to 4096 px; the same
 * caption and kind give the same pixels. The ground changes only from top to bottom, so that PNG and the clip's coder need few
 * bytes for it.
 */
export function drawCard(request: CardRequest): Card {
  const { height, prompt, seed, variation, width } = request;
  const canvas = createCanvas(width, height);
  const chance = createChance([seed, prompt, variation]);
  const palette = palettes[chance(palettes.length)] ?? palettes[0];
  drawGround(canvas, palette, { x: 0, y: 0, width, height });
  const { grid, column, bodyScale } = layOut(width, height, chance);
  if (grid !== undefined) drawTiles(canvas, grid, palette, chance);
  const reel = drawColumn({ canvas, palette, bodyScale, area: column }, request);
  return { canvas, palette, chance, bodyScale, reel, grid };
}

/** Draws the ground of a card, or of an area of it. */
export function drawGround(canvas: Canvas, palette: Palette, area: Rectangle): void {
  for (let y = area.y; y < area.y + area.height; y++) {
    const colour = mix(palette.top, palette.bottom, y / (canvas.height - 1));
    fillSpan(canvas, { left: area.x, right: area.x + area.width, y }, colour);
  }
}

/** The words on a card. */
export interface Caption {
  seed: number;
  prompt: string;
  jobId: string;
  model: string;
}

/** The words on a card, and the facts by which cards with the same ones differ. */
interface CardRequest extends Caption {
  /** Unit: px. */
  width: number;
  height: number;
  /** The fact that only this kind of card shows. */
  fact: Fact;
  /** Chooses colours and tiles, together with seed and prompt. */
  variation: string | number;
  /** True to keep room at the foot for a timecode and a bar. */
  hasReel: boolean;
}

/** The means to draw the words of a card, and their place. */
interface ColumnBoard {
  canvas: Canvas;
  palette: Palette;
  /** Unit: px a dot. */
  bodyScale: number;
  area: Rectangle;
}

const title = 'SANDBOX';
const gapDots = 5;
/** From one fact to the next. Unit: dots. */
const factAdvanceDots = lineAdvanceDots + 1;

/** Draws title, prompt and facts from top to foot. @returns the room kept at the foot for a reel. */
function drawColumn(board: ColumnBoard, request: CardRequest): Rectangle {
  const { area, bodyScale } = board;
  const gap = gapDots * bodyScale;
  const bottom = area.y + area.height;
  const reel = { ...area, height: request.hasReel ? reelHeight(bodyScale) : 0 };
  reel.y = bottom - reel.height;
  const headBottom = drawHead(board) + bodyScale * 3;
  const footTop = reel.height === 0 ? bottom : reel.y - gap - 3 * bodyScale;
  const facts = [
    ['SEED', String(request.seed)],
    ['JOB', request.jobId],
    ['MODEL', request.model],
    ['SIZE', `${request.width} x ${request.height}`],
    request.fact,
  ] as const;
  const promptTop = headBottom + gap;
  const factsTop = drawFacts(board, facts, promptTop, footTop);
  drawPrompt(board, request.prompt, { ...area, y: promptTop, height: factsTop - gap - promptTop });
  return reel;
}

/** Draws the title. @returns where it ends. */
function drawHead({ canvas, palette, bodyScale, area }: ColumnBoard): number {
  const most = Math.max(1, Math.floor(area.height / (7 * lineDots)));
  const scale = scaleToFit(title.length, Math.round(area.width * 0.92), Math.min(most, 4 * bodyScale));
  drawLine(canvas, letterLine(title), { x: area.x, y: area.y }, { scale, ink: palette.ink });
  return area.y + lineDots * scale;
}

/** Draws facts from `footTop` upwards, as many as leave a line for the prompt. @returns where they begin. */
function drawFacts(board: ColumnBoard, facts: readonly Fact[], top: number, footTop: number): number {
  const { canvas, palette, bodyScale, area } = board;
  const scale = factScale(facts, { ...area, height: footTop - top }, bodyScale);
  const advance = factAdvanceDots * scale;
  const room = footTop - top - (lineDots + gapDots) * bodyScale;
  const most = Math.max(0, Math.floor((room + advance - lineDots * scale) / advance));
  const lines = factLines(facts, columnsIn(area.width, scale)).slice(0, most);
  const begin = footTop - lines.length * advance + (lines.length > 0 ? advance - lineDots * scale : 0);
  lines.forEach(({ label, value, valueColumn }: CardLine, place) => {
    const y = begin + place * advance;
    const valueX = area.x + valueColumn * cellDots * scale;
    drawLine(canvas, label, { x: area.x, y }, { scale, ink: palette.quiet });
    drawLine(canvas, value, { x: valueX, y }, { scale, ink: palette.ink });
  });
  return begin;
}

/** The largest share of the room below the title that facts may take; the rest is for the prompt. */
const mostFactsShare = 0.6;

/** The scale of the facts: a step below the prompt's, and less where facts would crowd the prompt out or break an id. */
function factScale(facts: readonly Fact[], room: Rectangle, bodyScale: number): number {
  const longest = Math.max(...facts.map(([, value]) => value.length)) + labelColumns;
  const most = sideScale(bodyScale);
  // Below this scale a long id goes on in a second line instead of shrinking further.
  const mostBroken = Math.max(leastLegibleScale, Math.ceil(most / 2));
  for (let scale = most; scale > 1; scale--) {
    const columns = columnsIn(room.width, scale);
    if (columns < longest && scale > mostBroken) continue;
    const height = factLines(facts, columns).length * factAdvanceDots * scale;
    if (height <= mostFactsShare * room.height) return scale;
  }
  return 1;
}

function drawPrompt({ canvas, palette, bodyScale }: ColumnBoard, prompt: string, room: Rectangle): void {
  const { lines, scale } = promptBlock(prompt, room, bodyScale);
  lines.forEach((line, place) => {
    drawLine(
      canvas,
      line,
      { x: room.x, y: room.y + place * lineAdvanceDots * scale },
      { scale, ink: palette.ink },
    );
  });
}
