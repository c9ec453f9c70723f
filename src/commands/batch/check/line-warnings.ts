import type { CheckedLine } from './check-pass.ts';

/** So many different warnings are told; of others nothing more is learned. */
const toldMost = 20;
/** So many are told apart; a manifest can have another one in each line. */
const knownMost = 200;

/** Gathers the warnings of lines, and tells each once, with the first line that it is about and how many others there are. */
export function lineWarnings(): { take(line: CheckedLine): void; list(): string[] } {
  const known = new Map<string, { line: number; others: number }>();
  let unknown = 0;
  return {
    take({ line, warnings }) {
      for (const warning of new Set(warnings)) {
        const before = known.get(warning);
        if (before !== undefined) before.others += 1;
        else if (known.size < knownMost) known.set(warning, { line, others: 0 });
        else unknown += 1;
      }
    },
    list() {
      const told = [...known].slice(0, toldMost).map(([warning, { line, others }]) => {
        const more = others === 0 ? '' : ` and ${others} more`;
        return `line ${line}${more}: ${warning}`;
      });
      const rest = known.size - told.length + unknown;
      return rest > 0 ? [...told, `${rest} more warnings like these are not shown`] : told;
    },
  };
}
