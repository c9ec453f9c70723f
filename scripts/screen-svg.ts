import { textWidth } from '../src/text/text-width.ts';

/** A run of characters on a screen that look alike. */
interface Span {
  text: string;
  /** CSS colour; undefined: that of the screen. */
  colour: string | undefined;
  /** CSS colour behind it; undefined: that of the screen. */
  behind: string | undefined;
  bold: boolean;
  dim: boolean;
  inverse: boolean;
}

const theme = { background: '#14161b', text: '#d7dae0', bar: '#1f232b' } as const;

/** The sixteen colours of a terminal. */
const palette = [
  '#3b4048',
  '#e06c75',
  '#98c379',
  '#e5c07b',
  '#61afef',
  '#c678dd',
  '#56b6c2',
  '#abb2bf',
  '#7f848e',
  '#ff7b86',
  '#b5e08d',
  '#f2d08f',
  '#7cc0ff',
  '#da8ff0',
  '#6fd3e0',
  '#ffffff',
] as const;

const cell = { width: 8.4, height: 19, font: 14 } as const;
const margin = { side: 18, top: 44, bottom: 16 } as const;

/** A screen as `tmux capture-pane -e` gives it, as a picture. */
export function screenSvg(screen: string, { columns, title }: { columns: number; title: string }): string {
  const lines = linesOf(screen.trimEnd());
  const width = Math.ceil(columns * cell.width + 2 * margin.side);
  const height = margin.top + lines.length * cell.height + margin.bottom;
  const rows = lines.map((spans, row) => lineSvg(spans, margin.top + (row + 0.75) * cell.height));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${theme.background}"/>`,
    `<path d="M0 8a8 8 0 0 1 8-8h${width - 16}a8 8 0 0 1 8 8v20H0z" fill="${theme.bar}"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, place) => `<circle cx="${18 + place * 18}" cy="14" r="5" fill="${fill}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${cell.font}" fill="${theme.text}">`,
    ...rows.filter((row) => row !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Each span at its own column, so that a font of another width shifts nothing. */
function lineSvg(spans: readonly Span[], baseline: number): string {
  let column = 0;
  const parts = spans.map((span) => {
    const x = margin.side + column * cell.width;
    const length = textWidth(span.text);
    column += length;
    if (/^▀+$/.test(span.text)) return halfBlocks(span, { x, width: length * cell.width, baseline });
    if (span.text.trim() === '') return '';
    const fill = span.inverse ? theme.background : span.colour;
    const style = [
      fill === undefined ? '' : ` fill="${fill}"`,
      span.bold ? ' font-weight="bold"' : '',
      span.dim ? ' opacity="0.6"' : '',
    ].join('');
    const behind = span.inverse
      ? `<rect x="${fixed(x)}" y="${fixed(baseline - cell.height * 0.75)}" width="${fixed(length * cell.width)}" height="${cell.height}" fill="${span.colour ?? theme.text}"/>`
      : '';
    const fit = `textLength="${fixed(length * cell.width)}" lengthAdjust="spacingAndGlyphs"`;
    return `${behind}<text x="${fixed(x)}" y="${fixed(baseline)}" ${fit}${style}>${escapeXml(span.text)}</text>`;
  });
  return parts.join('');
}

/** Blocks are drawn as what they stand for, since no font fills its cell: the upper half, and the lower. */
function halfBlocks(
  { behind, colour }: Span,
  { baseline, width, x }: { x: number; width: number; baseline: number },
): string {
  const top = baseline - cell.height * 0.75;
  const half = cell.height / 2;
  // A hair wider than they are: two that touch must show no seam.
  const rect = (y: number, fill: string) =>
    `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width + 0.3)}" height="${fixed(half + 0.3)}" fill="${fill}"/>`;
  return rect(top, colour ?? theme.text) + rect(top + half, behind ?? theme.background);
}

const plain = { colour: undefined, behind: undefined, bold: false, dim: false, inverse: false } as const;

/** The lines of a screen, each cut at its SGR sequences (ECMA-48 §8.3.117). A look goes on in the next line until it is changed. */
function linesOf(screen: string): Span[][] {
  let look: Omit<Span, 'text'> = { ...plain };
  return screen.split('\n').map((line) => {
    const cut = spansOf(line, look);
    look = cut.look;
    return cut.spans;
  });
}

function spansOf(line: string, before: Omit<Span, 'text'>): { spans: Span[]; look: Omit<Span, 'text'> } {
  const spans: Span[] = [];
  let look = before;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is steered by them
  for (const piece of line.split(/(\u001b\[[\d;]*m)/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
    const codes = /^\u001b\[([\d;]*)m$/.exec(piece)?.[1];
    if (codes !== undefined) look = afterCodes(look, codes.split(';').map(Number));
    else if (piece !== '') spans.push({ ...look, text: piece });
  }
  return { spans, look };
}

function afterCodes(before: Omit<Span, 'text'>, codes: readonly number[]): Omit<Span, 'text'> {
  let look = before;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) look = { ...plain };
    else if (code === 1) look = { ...look, bold: true };
    else if (code === 2) look = { ...look, dim: true };
    else if (code === 7) look = { ...look, inverse: true };
    else if (code === 22) look = { ...look, bold: false, dim: false };
    else if (code === 27) look = { ...look, inverse: false };
    else if (code === 39) look = { ...look, colour: undefined };
    else if (code >= 30 && code <= 37) look = { ...look, colour: palette[code - 30] };
    else if (code >= 90 && code <= 97) look = { ...look, colour: palette[code - 82] };
    else if (code === 38 && codes[at + 1] === 5) {
      look = { ...look, colour: indexedColour(codes[at + 2] ?? 7) };
      at += 2;
    } else if (codes[at + 1] === 2 && (code === 38 || code === 48)) {
      const colour = `rgb(${codes.slice(at + 2, at + 5).join(',')})`;
      look = code === 38 ? { ...look, colour } : { ...look, behind: colour };
      at += 4;
    } else if (code === 49) look = { ...look, behind: undefined };
  }
  return look;
}

/** A colour of the 256: sixteen of the palette, a cube of six levels, a ramp of greys. */
function indexedColour(index: number): string {
  const named = palette[index];
  if (named !== undefined) return named;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey},${grey},${grey})`;
  }
  const level = (place: number) => [0, 95, 135, 175, 215, 255][Math.floor((index - 16) / place) % 6];
  return `rgb(${level(36)},${level(6)},${level(1)})`;
}

function fixed(value: number): string {
  return String(Number(value.toFixed(1)));
}

function escapeXml(text: string): string {
  // Spaces of a screen are columns: none may be taken together.
  return text
    .replaceAll(' ', '\u00a0')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
