import { longName } from '../../cli/flag.ts';
import { CliError, type Fix } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import { genctl, hintLines, say } from '../../errors/hint.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { nameOnLine, sentencesOf } from '../../request/mends/finding-words.ts';
import {
  flagOfPlace,
  innerOf,
  placeOf,
  type RequestView,
  requestView,
} from '../../request/mends/request-view.ts';
import { valueInstead } from '../../request/mends/value-instead.ts';
import { noModelCode } from '../../request/rules/request-body.ts';
import { type JsonPlace, jsonPath } from '../../schema/json/json-place.ts';
import { placedWords } from '../../service/checks/finding.ts';
import {
  type CheckedRequest,
  type Mention,
  PreflightError,
  type ShownFinding,
} from '../../service/checks/preflight-error.ts';
import { flagOfRole } from '../../service/request-words.ts';
import { hideInLinks } from '../../text/redaction.ts';
import { columnOfFlag, lineFlags } from '../columns/line-words.ts';

/** An error as a part of a line: what and why; of the findings of a check what mends each, too. */
export function inOneLine(error: CliError): string {
  if (error instanceof PreflightError) {
    const errors = error.findings.filter(({ severity }) => severity === 'error');
    return findingsOfLine(errors.length === 0 ? error.findings : errors, error.request)
      .map((one) => one.told ?? placedWords(one))
      .map(({ fix, message }) => `${message} (${fix})`)
      .join('; ');
  }
  const why = error.why === undefined ? '' : `: ${error.why.split('\n').join('; ').replace(/\.$/, '')}`;
  return `${error.message}${why}`;
}

/** The mend for a line, where its error has not named it with what is wrong. */
export function mendOf(error: CliError): string {
  return error.hint === undefined || error instanceof PreflightError
    ? ''
    : ` (${error.hint.split('\n').join('; ')})`;
}

/** The errors of one line as one, which goes by the first. */
export function asOneError(...errors: readonly (CliError | undefined)[]): CliError {
  const [first, ...others] = errors.filter((error) => error !== undefined);
  if (first === undefined) throw new Error('a line without an error was refused');
  if (others.length === 0) return first;
  const why = (first.why ?? '').replace(/\.$/, '');
  // The findings of a check have their mends beside them.
  const hints = others.map((error) => (error instanceof PreflightError ? undefined : error.mend));
  return new UsageError({
    code: first.code,
    message: first.message,
    why: [why, ...others.map(inOneLine)].join('\n'),
    hint: hintLines([first.mend, ...hints]),
    fix: first.fix,
  });
}

/** The mend of a line, for programs. */
export type LineFix = Pick<Fix, 'allowed' | 'range'> & {
  /** A value by the name of its column. */
  cells?: Record<string, unknown> | undefined;
};

/** The findings about a line, told in the words of its columns. */
export function findingsOfLine(
  findings: readonly ShownFinding[],
  request: CheckedRequest | undefined,
): ShownFinding[] {
  return findings.map((one) => {
    if (request === undefined) return one;
    const { fix, message } = findingInColumns(one, request);
    return { ...one, told: { message: hideInLinks(message), fix: hideInLinks(fix) } };
  });
}

/** The mend of a line that can't be sent: all cells that are wrong, and what is taken where one alone is. */
export function fixOfLine(error: CliError): LineFix | undefined {
  if (!(error instanceof PreflightError)) return takenFix(error.fix ?? {});
  const { refusing, request } = error;
  const cells = refusing.map((one) =>
    request === undefined ? undefined : findingInColumns(one, request).cell,
  );
  const whole = cells.every((cell) => cell !== undefined) ? Object.fromEntries(cells) : undefined;
  const [only, ...others] = refusing;
  const taken = only === undefined || others.length > 0 ? undefined : takenFix(only);
  return whole === undefined ? taken : { cells: whole, ...taken };
}

function takenFix({ allowed, range }: Pick<Fix, 'allowed' | 'range'>): LineFix | undefined {
  if (allowed === undefined && range === undefined) return undefined;
  return { ...(allowed === undefined ? {} : { allowed }), ...(range === undefined ? {} : { range }) };
}

/** Exits of errors that are a line's own: it can't be sent, or names a job that is not there. */
const ofLines: readonly ExitName[] = ['usage', 'notFound'];

/** The mend of lines that name no model. */
export const modelOfLines = say`${genctl`models`}, then ${genctl`batch … --model ID`}, or a column model`;

/** The error of a line. What ends the whole run is thrown: a signal, this machine, an account that can't be used. */
export function ofLine(error: unknown): CliError {
  if (!(error instanceof CliError) || error instanceof InterruptedError || !ofLines.includes(error.exit))
    throw error;
  return error.code === noModelCode ? error.mendBy(() => modelOfLines) : error;
}

/** A finding about a line in the words of its manifest: a flag is a column there. `fix` says which `cell` mends it. */
function findingInColumns(
  finding: ShownFinding,
  request: CheckedRequest,
): { message: string; fix: string; cell: readonly [column: string, value: unknown] | undefined } {
  const view = lineView(request);
  const place = placeOf(finding.where);
  const column = columnOf(place, view);
  const to = valueInstead(finding, view);
  const { fix, isNamed, message } = sentencesOf(finding, (one) => nameInColumns(one, view), column);
  const cell = column === undefined || to === undefined ? undefined : ([column, to] as const);
  return {
    message: column === undefined || isNamed ? message : `${column}: ${message}`,
    fix: cell === undefined ? fix : `${column} ${String(to)}`,
    cell,
  };
}

const flagNames: ReadonlySet<string> = new Set(
  Object.values(lineFlags).map(({ syntax }) => longName(syntax)),
);

/** A line of a manifest, which has every word of a request as a column. */
function lineView(request: CheckedRequest): RequestView {
  return requestView(request, { line: [], path: ['batch'], flags: flagNames });
}

/** The name that a manifest has for something that a finding mentions. */
function nameInColumns(mention: Mention, view: RequestView): string {
  const { is, of } = mention;
  const column = is === 'field' || is === 'switch' ? columnOf(placeOf(of), view) : undefined;
  if (column !== undefined) return is === 'field' ? column : `${column}: `;
  const [flag = '', ...behind] = nameOnLine(mention, view).split(' ');
  return [flagNames.has(flag) ? columnOfFlag(flag) : flag, ...behind].join(' ');
}

/** The column that says a place of the body; undefined where that is a flag of the line, or has none. */
function columnOf(place: JsonPlace, view: RequestView): string | undefined {
  const flag = flagOfPlace(place, view);
  if (flag !== undefined) return columnOfFlag(flag.replace('--no-', '--'));
  const inner = innerOf(place, view);
  const [name, index] = inner ?? [];
  if (name === 'prompt') return 'prompt';
  if (name === 'content') return typeof index === 'number' ? columnOfPart(index, view) : undefined;
  return inner?.length === 1 ? `set.${jsonPath(inner)}` : undefined;
}

function columnOfPart(index: number, { parts }: RequestView): string | undefined {
  const part = parts[index];
  if (part?.type === 'text') return 'prompt';
  const flag = Object.entries(flagOfRole).find(([role]) => role === part?.role)?.[1];
  if (flag === undefined) return undefined;
  const ofRole = parts.filter(({ role }) => role === part?.role);
  const column = columnOfFlag(flag);
  return ofRole.length > 1 && part !== undefined ? `${column}.${ofRole.indexOf(part) + 1}` : column;
}

/** So many different texts are told; of others nothing more is learned. */
const toldMost = 20;
/** So many are told apart; a manifest can have another one in each line. */
const knownMost = 200;

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
