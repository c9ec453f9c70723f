import { alikeLines } from './alike-lines.ts';
import type { CheckedLine } from './check-pass.ts';

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
