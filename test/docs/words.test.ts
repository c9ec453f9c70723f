import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../src/commands/index.ts';
import { countWords, guidePages, readBlocks, readPage, readProse, root } from './page.ts';

/** What a page's code blocks and code words have of a pattern, each once. */
function collect(path: string, pattern: RegExp): string[] {
  const code = [...readPage(path).matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([text]) => text).join('\n');
  return [...new Set([...code.matchAll(pattern)].map(([, word = '']) => word))].sort();
}

/** The sentences of running text, without headings, tables and pictures. */
function readSentences(path: string): string[] {
  const text = readProse(path)
    .split(/\n{2,}/)
    .filter((paragraph) => !/^(#|\||!\[)/.test(paragraph.trim()))
    .map((paragraph) => paragraph.replaceAll(/\s*\n(?:- |\d+\. )/g, '. ').replaceAll(/\s+/g, ' '))
    .join('. ');
  return text.split(/[.!?:;]\**\s+/).filter((sentence) => sentence.trim() !== '');
}

function linkedPaths(path: string): string[] {
  return [...readPage(path).matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^https?:/.test(to));
}

describe('README.md', () => {
  it('is at most 1,250 words without code', () => {
    expect(countWords(readProse('README.md'))).toBeLessThanOrEqual(1_250);
  });

  it('shows at most 15 commands and 18 flags', () => {
    const known = Object.keys(commandTable);
    const commands = collect('README.md', /genctl ([a-z]+)/g).filter((word) => known.includes(word));
    const flags = collect('README.md', /(?<![\w-])(--?[A-Za-z][\w-]*)/g);
    expect(commands.length, commands.join(' ')).toBeLessThanOrEqual(15);
    expect(flags.length, flags.join(' ')).toBeLessThanOrEqual(18);
  });

  it('names the sandbox once as the account, and never again as a flag', () => {
    const code = readBlocks('README.md')
      .map(({ text }) => text)
      .join('');
    expect(code).toContain('genctl auth use sandbox');
    expect(code).not.toContain('--sandbox');
  });

  it('has the two commands of a clone: the first film, and the tests', () => {
    expect(readBlocks('README.md').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['npm run quickstart\n', 'npm cit\n']),
    );
  });

  it('leads to every page of the guide', () => {
    const linked = linkedPaths('README.md');
    expect(guidePages.filter((page) => !linked.includes(page))).toEqual([]);
  });
});

describe.each(guidePages)('%s', (page) => {
  it('is at most 250 lines', () => {
    expect(readPage(page).split('\n').length).toBeLessThanOrEqual(250);
  });

  it('begins with commands: a title, at most one sentence, a code block', () => {
    const [beginning = ''] = readPage(page).split('```', 1);
    expect(beginning).toMatch(/^# [^\n]+\n\n(?:[^\n.!?]+[.!?:]\n\n)?(?:<!-- [^\n]+ -->\n)?$/);
  });
});

describe.each(['README.md', ...guidePages])('%s', (page) => {
  it('links to files that are there', () => {
    const missing = linkedPaths(page).filter((to) => !existsSync(join(root, dirname(page), to)));
    expect(missing).toEqual([]);
  });
});

const plain = ['README.md', 'CHANGELOG.md', ...guidePages];

describe.each(plain)('%s', (page) => {
  it('has sentences of at most 25 words', () => {
    const sentences = readSentences(page);
    expect(sentences.length).toBeGreaterThan(8);
    expect(sentences.filter((sentence) => countWords(sentence) > 25)).toEqual([]);
  });

  it('names things instead of saying "the same", "tell", "stand" or "is over"', () => {
    expect(readProse(page).match(/\b(the same|tells?|told|stands?|(is|are) over)\b/gi) ?? []).toEqual([]);
  });
});

it('CHANGELOG.md is at most 1,450 words', () => {
  expect(countWords(readProse('CHANGELOG.md'))).toBeLessThanOrEqual(1_450);
});
