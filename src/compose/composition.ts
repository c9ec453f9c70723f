import type { ShownFinding } from '../service/checks/preflight-error.ts';
import { errorsFirst, renderFindings } from '../terminal/errors/finding.ts';
import type { Look } from '../text/look.ts';
import { escapeJsonControls } from '../text/safe-text.ts';

/** A composed request as a person checks it before it is sent. */
export interface ComposedRequest {
  body: Record<string, unknown>;
  findings: readonly ShownFinding[];
  /** The command line that makes the same request, quoted for a shell. */
  commandLine: string;
  /** What it should cost, in words; undefined where that was not looked up. */
  expected?: string | undefined;
  /** What budgets have left, a line each. */
  budgets?: readonly string[];
}

/** Of a longer body or list only the beginning is shown: nobody checks thousands of lines. */
const linesMost = 200;
const findingsMost = 20;
/** A longer command line is not shown: nobody would copy it, and a part of it is of no use. Unit: characters. */
const commandLineMost = 8_000;

/** The body and the command line, both unindented and unbroken so that they can be copied, and then the findings. */
export function renderComposedRequest(
  { body, budgets = [], commandLine, expected, findings }: ComposedRequest,
  look: Look,
): string[] {
  const { colors } = look;
  return [
    '',
    colors.dim('The request'),
    ...bodyLines(body, look),
    '',
    colors.dim('As a command line'),
    ...(commandLine.length > commandLineMost
      ? [colors.dim(`${commandLine.length} characters: too long for this screen`)]
      : commandLine.split('\n')),
    ...(expected === undefined ? [] : ['', colors.dim(`expected: ${expected}`)]),
    ...budgets.map(colors.dim),
    ...findingLines(findings, look),
    '',
  ];
}

function bodyLines(body: Record<string, unknown>, { colors, symbols }: Look): string[] {
  const lines = JSON.stringify(body, undefined, 2).split('\n');
  const left = lines.length - linesMost;
  const shown = lines.slice(0, linesMost).map((line) => escapeJsonControls(line));
  if (left <= 0) return shown;
  return [...shown, colors.dim(`${symbols.ellipsis} and ${left} more lines; changed as JSON, all are there`)];
}

function findingLines(findings: readonly ShownFinding[], look: Look): string[] {
  if (findings.length === 0) return [];
  const left = findings.length - findingsMost;
  const more = left > 0 ? [look.colors.dim(`${look.symbols.ellipsis} and ${left} more`)] : [];
  return ['', ...renderFindings(errorsFirst(findings).slice(0, findingsMost), look), ...more];
}
