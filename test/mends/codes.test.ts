import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sourceTexts } from '../../scripts/source-texts.ts';
import { hasGap } from '../../src/text/gaps.ts';
import { shellWords } from '../shell-words.ts';
import { errorOf, newHome } from '../transcripts/genctl.ts';
import { codeLines, madeElsewhere } from './code-lines.ts';

interface Told {
  code: string;
  hint: string;
  fix?: { argv?: string[] };
}

const env = { GENCTL_PROFILE: 'sandbox' };

/** The codes of errors whose hint names a command, or a flag. */
function mendedCodes(): string[] {
  const found = sourceTexts().flatMap(({ code, pieces, within }) => {
    const text = pieces.map((piece) => ('words' in piece ? piece.words : '…')).join('');
    const isMend = within.includes('.hint') && /(^|[ ;])genctl |^--[a-z]/.test(text);
    return isMend && code !== undefined ? [code] : [];
  });
  return [...new Set(found)].sort();
}

describe('an error', () => {
  const { home, run } = newHome();
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const start = async (...words: string[]) => (await run([...words, '-q'], { env })).stdout.trim();
    ids.job = await start('submit', 'a fox', '-m', 'vendor-a/image-1', '-w');
    await start('submit', 'a fox', '-m', 'vendor-a/image-1', '--once', 'shot');
    const manifest = (name: string, ...lines: string[]) =>
      writeFileSync(join(home, name), ['id,model,prompt', ...lines, ''].join('\n'));
    manifest('faulty.csv', 's1,vendor-a/image-1,a fox', 's2,vendor-a/image-1,');
    manifest('changed.csv', 's1,vendor-a/image-1,a fox');
    await start('batch', 'changed.csv');
    manifest('changed.csv', 's1,vendor-a/image-1,an owl');
  });

  it('of any code with a command for its mend is made by a line here, or by a test elsewhere', () => {
    const known = [...Object.keys(codeLines), ...Object.keys(madeElsewhere)];
    const codes = mendedCodes();
    expect(codes.length).toBeGreaterThan(60);
    expect(codes.filter((code) => !known.includes(code))).toEqual([]);
    const files = Object.entries(madeElsewhere).filter(([, where]) => where.endsWith('.test.ts'));
    const isMade = (code: string, file: string): boolean =>
      readFileSync(resolve(import.meta.dirname, '..', file), 'utf8').includes(`'${code}'`);
    expect(files.filter(([code, file]) => !isMade(code, file))).toEqual([]);
  });

  it.each(Object.entries(codeLines))('of the code %s is mended as it says', async (code, { mend, words }) => {
    const typed = words.map((word) => word.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? ''));

    // A flag that lacks its value stays the last word.
    const isOpen = typed.at(-1)?.startsWith('--') === true;
    const refused = await run(isOpen ? typed.toSpliced(1, 0, '--json') : [...typed, '--json'], { env });
    expect(refused.code, refused.stderr).toBeGreaterThan(0);
    const { fix, hint, ...told } = errorOf(refused) as unknown as Told;
    expect(told.code).toBe(code);
    if (mend !== 'line') {
      expect(fix?.argv).toBeUndefined();
      const gaps = (shellWords(hint.split(/\n|; /)[0] ?? '') ?? []).filter(hasGap);
      if (mend === 'gap') expect(gaps, hint).not.toEqual([]);
      return;
    }
    const [program, ...argv] = fix?.argv ?? [];
    expect(program, hint).toBe('genctl');
    const mended = await run(argv, { env });
    expect(mended.code, mended.stderr).toBe(0);
  });
});
