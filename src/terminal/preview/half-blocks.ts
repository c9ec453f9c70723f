import type { Pixels } from './pixels.ts';

/** The number of colours that the terminal can show. */
export type ColourDepth = 'true' | '256';

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
