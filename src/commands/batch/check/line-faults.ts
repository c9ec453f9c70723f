import type { CliError } from '../../../errors/cli-error.ts';
import { UsageError } from '../../../errors/endings.ts';
import { PreflightError } from '../../../errors/preflight-error.ts';
import { counted } from '../../../rules/shown-value.ts';
import type { CheckedLine } from './check-pass.ts';
import { inOneLine } from './fault-words.ts';

/** How many lines are shown; the others are counted. */
const shownMost = 20;

/** The lines that can't be sent: the first ones in words, and how many there are. */
export interface LineFaults {
  take(line: CheckedLine): void;
  readonly count: number;
  /** Whether all of them are lines that were changed since they were sent. */
  readonly areChanges: boolean;
  /** A line of text for each that is shown, and one for how many more there are. */
  lines(): string[];
}

export function lineFaults(): LineFaults {
  const shown: string[] = [];
  let count = 0;
  let changed = 0;
  return {
    take({ error, line, shot, word }) {
      if (error === undefined) return;
      count += 1;
      if (word === 'changed') changed += 1;
      if (shown.length < shownMost) {
        // What mends a changed line is told once for all of them.
        const mend = word === 'changed' ? '' : mendOf(error);
        shown.push(`line ${line}${shotWord(shot)}: ${inOneLine(error)}${mend}`);
      }
    },
    get count() {
      return count;
    },
    get areChanges() {
      return count > 0 && changed === count;
    },
    lines: () => (count > shown.length ? [...shown, `and ${count - shown.length} more`] : [...shown]),
  };
}

/** The error for a manifest of which nothing is sent. */
export function faultyManifest(file: string, total: number, faults: LineFaults): UsageError {
  const isSomeLeft = !faults.areChanges && faults.count < total;
  return new UsageError({
    code: faults.areChanges ? 'lines_changed' : 'manifest_invalid',
    message: faults.areChanges
      ? `${counted(faults.count, 'line')} of ${file} changed since ${faults.count === 1 ? 'it was' : 'they were'} sent; nothing was sent`
      : `${faults.count} of ${counted(total, 'line')} of ${file} can't be sent; nothing was sent`,
    why: faults.lines().join('\n'),
    hint: faults.areChanges
      ? '--revise renders them as new jobs; --skip-invalid goes on without them; --batch NAME, where they are of another batch'
      : isSomeLeft
        ? 'mend the lines, and run it again\n--skip-invalid goes on without them'
        : 'mend them, and run it again',
  });
}

/** What mends a line, where its error has not told it with what is wrong. */
function mendOf(error: CliError): string {
  return error.hint === undefined || error instanceof PreflightError
    ? ''
    : ` (${error.hint.split('\n').join('; ')})`;
}

function shotWord(shot: string | undefined): string {
  return shot === undefined ? '' : ` (${shot})`;
}
