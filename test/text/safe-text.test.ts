import { describe, expect, it } from 'vitest';
import { escapeJsonControls, safeLine, safeText, safeUnits } from '../../src/text/safe-text.ts';

describe('text of the service on its way to a terminal', () => {
  it('spells out what steers a terminal', () => {
    expect(safeText('a\x1b[31mred\x07\rback\x7f')).toBe('a\\x1b[31mred\\x07\\x0dback\\x7f');
    expect(safeText('\x9b31m\x85')).toBe('\\x9b31m\\x85');
    expect(safeText('\x00')).toBe('\\x00');
  });

  it('spells out what reorders or hides', () => {
    expect(safeText('evil\u202egpj.exe')).toBe('evil\\u{202e}gpj.exe');
    expect(safeText('\u2066\u2069\u200b\u200f\u061c\ufeff\u00ad')).toBe(
      '\\u{2066}\\u{2069}\\u{200b}\\u{200f}\\u{61c}\\u{feff}\\u{ad}',
    );
    expect(safeText('a\u{e0041}b\ud800')).toBe('a\\u{e0041}b\\u{d800}');
  });

  it('leaves words of any script and emoji alone', () => {
    const text = 'Grüße 慢慢地 שלום é 🚢 ❤️ 👩‍🚀 👩🏽‍🚀';
    expect(safeText(text)).toBe(text);
  });

  it('draws a unit for each that steers in a line that is being edited', () => {
    expect(safeUnits('two\nlines\u{e0041}')).toBe('two\ufffdlines\ufffd\ufffd');
  });

  it('shows a joiner that joins no emoji', () => {
    expect(safeText('pay\u200dpal')).toBe('pay\\u{200d}pal');
    expect(safeText('👩\u200d')).toBe('👩\\u{200d}');
  });

  it('keeps newlines in a text and folds them in a line', () => {
    expect(safeText('one\r\ntwo\n\tthree')).toBe('one\ntwo\n three');
    expect(safeLine('one\r\ntwo\nthree\u2028four')).toBe('one two three\\u{2028}four');
  });
});

describe('JSON on its way to a terminal', () => {
  it('says the same with escapes', () => {
    const value = { 'k\u0085': 'a\u009b\u202e\u{e0041}\u007f\u2028 👩‍🚀 é', list: ['\x1b[2J'] };
    const text = escapeJsonControls(JSON.stringify(value, undefined, 2));
    expect(text).toContain('a\\u009b\\u202e\\udb40\\udc41\\u007f\\u2028');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]/);
    expect(JSON.parse(text)).toEqual(value);
  });

  it('keeps the layout', () => {
    const text = '{\r\n\t"a": 1\n}';
    expect(escapeJsonControls(text)).toBe(text);
  });
});
