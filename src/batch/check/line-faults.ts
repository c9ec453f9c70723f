import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { areOneFile } from '../../files/same-file.ts';
import { PreflightError } from '../../service/checks/preflight-error.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import { leftOutCode } from '../rules/parent-state.ts';
import { alikeLines } from './alike-lines.ts';
import type { CheckedLine } from './check-pass.ts';
import { inOneLine } from './line-findings.ts';

/** The lines that can't be sent: what is wrong with them, each fault once, and how many there are. */
export interface LineFaults {
  take(line: CheckedLine): void;
  readonly count: number;
  /** How many of them were changed since they were sent. */
  readonly changed: number;
  /** True if all of them are lines that were changed since they were sent, or that wait for such lines. */
  readonly areChanges: boolean;
  /** Another manifest, which was sent under the same name. */
  readonly other: string | undefined;
  /** A line of text for each fault that is shown, and one for how many more lines there are. */
  lines(): string[];
}

export function lineFaults({ context, input }: Pick<OpenBatch, 'context' | 'input'>): LineFaults {
  const path = resolve(context.around.workingFolder, input.file);
  const alike = alikeLines();
  const alikeChanges = alikeLines();
  let count = 0;
  let changed = 0;
  let waiting = 0;
  const areChanges = () => changed > 0 && changed + waiting === count;
  let other: string | undefined;
  return {
    take({ error, line, shot, state, word }) {
      if (error === undefined) return;
      count += 1;
      if (state?.kind === 'changed') {
        changed += 1;
        if (other === undefined && isOtherManifest(state.manifest, path)) other = state.manifest;
      }
      // The mend of changed lines is told once for all of them.
      const mend = word === 'changed' ? '' : mendOf(error);
      const [place, says] = [`line ${line}${shotWord(shot)}`, `${inOneLine(error)}${mend}`] as const;
      alike.take(place, says);
      if (error.code === leftOutCode) waiting += 1;
      else alikeChanges.take(place, says);
    },
    get count() {
      return count;
    },
    get changed() {
      return changed;
    },
    get areChanges() {
      return areChanges();
    },
    get other() {
      return other;
    },
    lines() {
      const { lines, others } = (areChanges() ? alikeChanges : alike).told();
      const more = others.lines > 0 ? [`and ${others.lines} more`] : [];
      const wait =
        areChanges() && waiting > 0
          ? [
              `${counted(waiting, 'line')} ${waiting === 1 ? 'waits' : 'wait'} for ${changed === 1 ? 'it' : 'them'}.`,
            ]
          : [];
      return [...lines, ...more, ...wait];
    },
  };
}

/** Tells whether a line was sent from another manifest. One that is gone was renamed or moved to where this one is, as it seems. */
function isOtherManifest(before: string | undefined, path: string): before is string {
  return before !== undefined && before !== path && existsSync(before) && !areOneFile(before, path);
}

/** The error for a manifest of which nothing is sent. */
export function faultyManifest(file: string, total: number, faults: LineFaults): UsageError {
  if (faults.areChanges && faults.other !== undefined) return nameTaken(file, faults, faults.other);
  const isSomeLeft = !faults.areChanges && faults.count < total;
  return new UsageError({
    code: faults.areChanges ? 'lines_changed' : 'manifest_invalid',
    message: faults.areChanges
      ? `${counted(faults.changed, 'line')} of ${file} changed since ${faults.changed === 1 ? 'it was' : 'they were'} sent; nothing was sent`
      : `${faults.count} of ${counted(total, 'line')} of ${file} can't be sent; nothing was sent`,
    why: faults.lines().join('\n'),
    hint: faults.areChanges
      ? 'to render them as new jobs: --revise; to skip them: --skip-invalid; if this is another batch: --batch NAME'
      : isSomeLeft
        ? 'fix the lines, and run it again\nto skip these lines: --skip-invalid'
        : 'fix them, and run it again',
  });
}

/** The lines of two manifests go by one name: to render them as changes of each other would pay for both. */
function nameTaken(file: string, faults: LineFaults, other: string): UsageError {
  return new UsageError({
    code: 'batch_name_taken',
    message: `Another batch has the name of ${file}; nothing was sent`,
    why: [
      `${other} was sent under that name, and ${faults.changed === 1 ? '1 line differs' : `${counted(faults.changed, 'line')} differ`}.`,
      ...faults.lines(),
    ].join('\n'),
    hint: '--batch NAME, with a new name',
  });
}

/** The mend for a line, where its error has not named it with what is wrong. */
export function mendOf(error: CliError): string {
  return error.hint === undefined || error instanceof PreflightError
    ? ''
    : ` (${error.hint.split('\n').join('; ')})`;
}

function shotWord(shot: string | undefined): string {
  return shot === undefined ? '' : ` (${shot})`;
}
