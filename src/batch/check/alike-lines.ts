import type { CheckedLine } from './check-pass.ts';

/** So many different texts are told; of others nothing more is learned. */
const toldMost = 20;
/** So many are told apart; a manifest can have another one in each line. */
const knownMost = 200;

export type AlikeLines = ReturnType<typeof alikeLines>;

/** Gathers what is told of lines: each text once, with the first line that it is about and how many others there are. */
export function alikeLines(most = toldMost) {
  const known = new Map<string, { line: string; count: number }>();
  let unknown = 0;
  return {
    /** `line` names it: `line 3 (s3)`. */
    take(line: string, text: string): void {
      const before = known.get(text);
      if (before !== undefined) before.count += 1;
      else if (known.size < knownMost) known.set(text, { line, count: 1 });
      else unknown += 1;
    },
    /** The lines of text, and how many texts, and lines, are not among them. */
    told() {
      const all = [...known];
      const left = all.slice(most).reduce((sum, [, { count }]) => sum + count, 0);
      return {
        lines: all.slice(0, most).map(([text, { count, line }]) => {
          return `${line}${count === 1 ? '' : ` and ${count - 1} more`}: ${text}`;
        }),
        others: { texts: Math.max(0, all.length - most) + unknown, lines: left + unknown },
      };
    },
  };
}

/** Gathers the warnings of lines, and tells each once, with the first line that it is about and how many others there are. */
export function lineWarnings(): { take(line: CheckedLine): void; list(): string[] } {
  const alike = alikeLines();
  return {
    take({ line, warnings }) {
      for (const warning of new Set(warnings)) alike.take(`line ${line}`, warning);
    },
    list() {
      const { lines, others } = alike.told();
      return others.texts > 0 ? [...lines, `${others.texts} more warnings like these are not shown`] : lines;
    },
  };
}
