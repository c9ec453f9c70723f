import { expect, it } from 'vitest';
import { type Block, guidePages, readBlocks } from './page.ts';
import { startSession } from './session.ts';

/** Its rows are typed by test/transcripts/mistakes.test.ts. */
const tables = ['docs/guide/mistakes.md', 'docs/guide/many-machines.md'];

/** What a reader types: the block, but not where it has to do with npm; of a pipeline's file the lines that call genctl. */
function typedLines({ comment, language, text }: Block): string[] {
  if (comment.startsWith('not run')) return [];
  if (language === 'sh') return [text.replaceAll(/^npm .*\n/gm, '')].filter((block) => block !== '');
  return [...text.matchAll(/^\s*- (?:run: )?(genctl .*)$/gm)].map(([, line = '']) =>
    line.replaceAll('$' + '{{ matrix.shard }}', '1'),
  );
}

it.each(['README.md', ...guidePages.filter((page) => !tables.includes(page))])(
  '%s: each block does what the page says, one after another, in one home',
  async (page) => {
    const { run, write } = await startSession();
    // The README has the reader do so; the pages come after it.
    if (page !== 'README.md') await run('genctl auth use sandbox');
    let typed = 0;
    for (const block of readBlocks(page)) {
      const [, file] = /^file: (.*)$/.exec(block.comment) ?? [];
      if (file !== undefined) write(file, block.text);
      const expected = Number(/^exit: (\d+)$/.exec(block.comment)?.[1] ?? 0);
      for (const lines of typedLines(block)) {
        typed += 1;
        const { code, said } = await run(lines);
        expect([lines, code], said).toEqual([lines, expected]);
      }
    }
    expect(typed).toBeGreaterThan(0);
  },
  400_000,
);
