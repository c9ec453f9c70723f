import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { areOneFile } from '../../files/same-file.ts';
import { noModelCode } from '../../request/rules/request-body.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import { columnsOfTemplate } from '../rules/line-template.ts';
import { leftOutCode } from '../rules/parents.ts';
import type { CheckedLine } from './check-pass.ts';
import { alikeLines, inOneLine, mendOf, modelOfLines } from './line-findings.ts';

export type LineFaults = ReturnType<typeof lineFaults>;

/** Gathers the lines that can't be sent: what is wrong with them, each fault once, and how many there are. */
export function lineFaults({ context, input }: Pick<OpenBatch, 'context' | 'input'>) {
  const path = resolve(context.around.workingFolder, input.file);
  const alike = alikeLines();
  const alikeChanges = alikeLines();
  /**
   * `changed` were sent otherwise, `waiting` wait for a faulty one, `modelless` name no model; `other` is the path of another manifest that
   * was sent under the name.
   */
  const found = { count: 0, changed: 0, waiting: 0, modelless: 0, other: undefined as string | undefined };
  /** Tells whether all of them are lines that were changed since they were sent, or that wait for such lines. */
  const areChanges = () => found.changed > 0 && found.changed + found.waiting === found.count;
  return {
    found: found as Readonly<typeof found>,
    areChanges,
    take({ error, line, shot, state, word }: CheckedLine): void {
      if (error === undefined) return;
      found.count += 1;
      if (state?.kind === 'changed') {
        found.changed += 1;
        if (found.other === undefined && isOtherManifest(state.manifest, path)) found.other = state.manifest;
      }
      // The mend of changed lines is told once for all of them.
      const mend = word === 'changed' ? '' : mendOf(error);
      const [place, says] = [`line ${line}${shotWord(shot)}`, `${inOneLine(error)}${mend}`] as const;
      alike.take(place, says);
      if (error.code === noModelCode) found.modelless += 1;
      if (error.code === leftOutCode) found.waiting += 1;
      else alikeChanges.take(place, says);
    },
    /** A line of text for each fault that is shown, and one for how many more lines there are. */
    lines(): string[] {
      const { changed, waiting } = found;
      const { lines, others } = (areChanges() ? alikeChanges : alike).told();
      const more = others.lines > 0 ? [`and ${others.lines} more`] : [];
      if (!areChanges() || waiting === 0) return [...lines, ...more];
      const wait = `${counted(waiting, 'line')} ${waiting === 1 ? 'waits' : 'wait'} for ${changed === 1 ? 'it' : 'them'}.`;
      return [...lines, ...more, wait];
    },
  };
}

/** Tells whether a line was sent from another manifest. One that is gone was renamed or moved to where this one is, as it seems. */
export function isOtherManifest(before: string | undefined, path: string): before is string {
  return before !== undefined && before !== path && existsSync(before) && !areOneFile(before, path);
}

/** The error for a manifest of which nothing is sent. */
export function faultyManifest(file: string, total: number, faults: LineFaults): UsageError {
  const { changed, count, modelless, other } = faults.found;
  const areChanges = faults.areChanges();
  if (areChanges && other !== undefined) return nameTaken(file, faults, other);
  return new UsageError({
    code: areChanges ? 'lines_changed' : 'manifest_invalid',
    message: areChanges
      ? `${counted(changed, 'line')} of ${file} changed since ${changed === 1 ? 'it was' : 'they were'} sent; nothing was sent`
      : `${count} of ${counted(total, 'line')} of ${file} can't be sent; nothing was sent`,
    why: faults.lines().join('\n'),
    hint: areChanges
      ? 'to render them as new jobs: --revise; to skip them: --skip-invalid; if this is another batch: --batch NAME'
      : count < total
        ? 'fix the lines, and run it again\nto skip these lines: --skip-invalid'
        : modelless === count
          ? modelOfLines
          : 'fix them, and run it again',
  });
}

/** The lines of two manifests go by one name: to render them as changes of each other would pay for both. */
function nameTaken(file: string, faults: LineFaults, other: string): UsageError {
  const { changed } = faults.found;
  return new UsageError({
    code: 'batch_name_taken',
    message: `Another batch has the name of ${file}; nothing was sent`,
    why: [
      `${other} was sent under that name, and ${changed === 1 ? '1 line differs' : `${counted(changed, 'line')} differ`}.`,
      ...faults.lines(),
    ].join('\n'),
    hint: '--batch NAME, with a new name',
  });
}

function shotWord(shot: string | undefined): string {
  return shot === undefined ? '' : ` (${shot})`;
}

/** A column without an effect, and what is told of it. */
interface ColumnDoubt {
  column: string;
  text: string;
}

/** After so many doubtful columns nothing more is learned from the next. */
const columnsMost = 100;

/**
 * Gathers the free columns that were probably meant as something else. One that a prompt of any line or the template of names
 * has in braces is a free word, as it seems.
 */
export function columnDoubts(template: string): { take(line: CheckedLine): void; list(): ColumnDoubt[] } {
  const used = columnsOfTemplate(template);
  const known = new Map<string, { but: string; isUsed: boolean }>();
  return {
    take({ doubtful }) {
      for (const { but, column, isUsed } of doubtful) {
        const before = known.get(column);
        if (before !== undefined) before.isUsed ||= isUsed;
        else if (known.size < columnsMost) known.set(column, { but, isUsed: isUsed || used.has(column) });
      }
    },
    list: () =>
      [...known].flatMap(([column, { but, isUsed }]) =>
        isUsed ? [] : [{ column, text: `column ${JSON.stringify(column)} has no effect; ${but}` }],
      ),
  };
}

/** The error for columns that are used nowhere: the lines would be paid for without what they say. */
export function doubtfulManifest(file: string, doubts: readonly ColumnDoubt[]): UsageError {
  const [first] = doubts;
  return new UsageError({
    code: 'column_unused',
    message: `${file} has ${counted(doubts.length, 'column')} without an effect; nothing was sent`,
    why: doubts.map(({ text }) => text).join('\n'),
    hint: `rename or remove it; or ${JSON.stringify(`_${first?.column}`)}: names that begin with _ are ignored`,
  });
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
