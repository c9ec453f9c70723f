import { describe, expect, it, vi } from 'vitest';
import { renderExitCodes } from '../../../src/commands/help.ts';
import { exitCodes } from '../../../src/errors/exit-codes.ts';
import { renderNextSteps } from '../../../src/follow/words/print-jobs.ts';
import { promptText } from '../../../src/service/body/asked-fields.ts';
import { jobErrorCodes } from '../../../src/service/job.ts';
import { formatMoney } from '../../../src/text/money.ts';
import { formatBytes, formatTransfer } from '../../../src/text/size.ts';
import { cutToWidth, padToWidth, textWidth, wrapText } from '../../../src/text/text-width.ts';
import { formatRuntime } from '../../../src/text/time.ts';
import { startCpuTime } from '../../cpu-time.ts';
import { ascii, look, piped } from '../../terminal/looks.ts';

it.each([
  [1800, '30 min'],
  [300, '5 min'],
  [90, '90 s'],
  [150, '2 min 30 s'],
  [5400, '1 h 30 min'],
  [7200, '2 h'],
  [0, '0 s'],
])('a runtime of %d seconds is %s', (seconds, words) => {
  expect(formatRuntime(seconds)).toBe(words);
});

describe('widths', () => {
  it.each([
    ['abc', 3],
    ['', 0],
    ['慢慢地', 6],
    ['한글', 4],
    ['ﾊﾝ', 2],
    ['ｆｕ', 4],
    ['䷀', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['🚢', 2],
    ['👩🏽‍🚀', 2],
    ['❤️', 2],
    ['❤', 1],
    ['🫠', 2],
    ['🇫🇷', 2],
    ['…·→✓', 4],
  ])('%s takes %d columns', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });

  it('cuts between characters, never wider than asked', () => {
    expect(cutToWidth('慢慢地走', 6, '…')).toBe('慢慢…');
    expect(cutToWidth('慢慢地走', 8, '…')).toBe('慢慢地走');
    expect(cutToWidth('a 👩🏽‍🚀 b', 4, '…')).toBe('a…');
    expect(cutToWidth('abcdef', 5, '...')).toBe('ab...');
    expect(cutToWidth('abcdef', 2, '...')).toBe('');
    expect(cutToWidth('abcde\u0301fgh', 6, '…')).toBe('abcde\u0301…');
    expect(cutToWidth('abcd fgh', 6, '…')).toBe('abcd…');
  });

  it('cuts plain words without a segmenter, which takes longer to load than a list of jobs to print', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    expect(cutToWidth('a red fox in snow, '.repeat(20), 20, '…')).toBe('a red fox in snow,…');
    expect(segment).not.toHaveBeenCalled();
    cutToWidth('慢慢地走', 6, '…');
    expect(segment).toHaveBeenCalled();
    segment.mockRestore();
  });

  it.each(['x', '慢', 'e\u0301', '🚢'])(
    'takes a prompt of 100,000 characters in its stride: %s',
    (character) => {
      const text = character.repeat(100_000 / character.length);
      const cpuMs = startCpuTime();
      expect(textWidth(text)).toBe(textWidth(character) * (100_000 / character.length));
      expect(textWidth(cutToWidth(text, 200, '…'))).toBeGreaterThan(197);
      expect(cpuMs()).toBeLessThan(5_000);
    },
  );

  it('pads and wraps by columns', () => {
    expect(padToWidth('慢', 4)).toBe('慢  ');
    expect(wrapText('one two 慢慢 three\nfour', 8)).toEqual(['one two', '慢慢', 'three', 'four']);
    expect(wrapText('a https://example.com/long b', 5)).toEqual(['a', 'https://example.com/long', 'b']);
  });
});

describe('numbers', () => {
  it.each([
    [0.42, '$0.42'],
    [0, '$0.00'],
    [12, '$12.00'],
    [1.5, '$1.50'],
    [0.0035, '$0.0035'],
    [0.1 + 0.2, '$0.30'],
    [-2, '-$2.00'],
    [0.0000004, '$0.0000004'],
    [1e-12, '$0.000000000001'],
  ])('%d USD is %s', (usd, text) => {
    expect(formatMoney(usd)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [Number.NaN, '0 B'],
    [0.5, '1 B'],
    [999, '999 B'],
    [1_000, '1.00 kB'],
    [1_240_000, '1.24 MB'],
    [38_000_000, '38.0 MB'],
    [999_999, '1.00 MB'],
    [5e15, '5000 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('tells a transfer in the unit of the whole', () => {
    expect(formatTransfer(500_000, 38_000_000)).toBe('0.50 of 38.0 MB');
    expect(formatTransfer(12, 512)).toBe('12 of 512 B');
    expect(formatTransfer(1_240_000, undefined)).toBe('1.24 MB');
  });
});

describe('the words of a request', () => {
  it('are found in either shape, on either version', () => {
    expect(promptText({ input: { prompt: 'a' } })).toBe('a');
    expect(promptText({ input: { content: [{ type: 'text', text: 'a' }, {}, { text: 'b' }] } })).toBe('a b');
    expect(promptText({ model: 'm', content: [{ type: 'text', text: 'a' }] })).toBe('a');
    expect(promptText({ input: { content: [] } })).toBeUndefined();
    expect(promptText(null)).toBeUndefined();
  });
});

describe('help on exit codes', () => {
  it('has every exit and every job error once', () => {
    const lines = renderExitCodes(look(100));
    for (const { code } of Object.values(exitCodes))
      expect(lines.filter((line) => line.trimStart().startsWith(`${code} `))).toHaveLength(1);
    for (const code of jobErrorCodes)
      expect(lines.filter((line) => line.startsWith(`${code} `))).toHaveLength(1);
    expect(lines).toContain('  8   yes             429, even after the permitted waiting');
  });

  it('fits the window, and is ASCII where it must be', () => {
    for (const line of renderExitCodes(look(60))) expect(textWidth(line)).toBeLessThanOrEqual(60);
    expect(renderExitCodes(ascii).join('')).toMatch(/^[\x20-\x7e]*$/);
  });
});

describe('what to do next', () => {
  const steps = {
    wait: 'genctl wait job_01 --download',
    status: 'genctl status job_01',
    cancel: 'genctl cancel job_01',
  };

  it('is three commands that work as they stand', () => {
    expect(renderNextSteps(steps, 1, look())).toEqual([
      '  genctl wait job_01 --download  stay, and get the file',
      '  genctl status job_01           look once',
      '  genctl cancel job_01           stop it, uncharged',
    ]);
  });

  it('offers no cancel where there is no route for it', () => {
    expect(renderNextSteps({ ...steps, cancel: undefined }, 1, piped)).toHaveLength(2);
  });
});
