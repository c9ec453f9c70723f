import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const theme = readFileSync(resolve(import.meta.dirname, '../../../src/gallery/page/style/theme.css'), 'utf8');

/** The colours of a scheme, by their names: the dark ones come first, the light ones change them. */
function coloursOf(scheme: 'dark' | 'light'): Map<string, string> {
  const [dark = '', light = ''] = theme.split('prefers-color-scheme: light');
  return new Map(
    [...(scheme === 'dark' ? dark : light).matchAll(/--([\w-]+): (#[\da-f]{6})/g)].map(
      ([, name = '', colour = '']) => [name, colour],
    ),
  );
}

/** @see WCAG 2.2, relative luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(['dark', 'light'] as const)('the %s colours of the page', (scheme) => {
  const colours = coloursOf(scheme);
  const of = (name: string): string => colours.get(name) ?? 'no such colour';

  it.each(
    ['text', 'dim', 'accent', 'good', 'warn'].flatMap((text) =>
      ['ground', 'raised', 'bar', 'pit'].map((behind) => [text, behind] as const),
    ),
  )('%s can be read on %s', (text, behind) => {
    expect(contrast(of(text), of(behind))).toBeGreaterThanOrEqual(4.5);
  });

  it('have a button of the accent that can be read', () => {
    expect(contrast(of('on-accent'), of('accent'))).toBeGreaterThanOrEqual(4.5);
  });
});
