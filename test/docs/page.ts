import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** The pages for users, by their path in the repository. */
export const guidePages: string[] = readdirSync(join(root, 'docs/guide'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/guide/${name}`);

/** A block of a page, with the words of the comment above it: `file: PATH`, `exit: CODE` or `not run: WHY`. */
export interface Block {
  comment: string;
  language: string;
  text: string;
}

export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function readBlocks(path: string): Block[] {
  return [...readPage(path).matchAll(/(?:<!-- ([^\n]*) -->\n)?```(\w+)\n([\s\S]*?)```/g)].map(
    ([, comment = '', language = '', text = '']) => ({ comment, language, text }),
  );
}

/** A page as it is read: without code blocks, comments, pictures and the addresses of links. */
export function readProse(path: string): string {
  return readPage(path)
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}
