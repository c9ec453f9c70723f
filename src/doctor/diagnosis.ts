import { documentJson, type JsonLayout } from '../ledger/job-document.ts';
import { alignRows, type Cell } from '../text/aligned.ts';
import type { Look } from '../text/look.ts';
import { safeLine, safeText } from '../text/safe-text.ts';

/** The result of one check, and what mends it where it is not well. */
export interface DiagnosisLine {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  message: string;
  fix: string | null;
}

/** The checks, one line each with the fix below. Off a terminal the line is tab-separated: name, status, message, fix. */
export function renderDiagnosis(lines: readonly DiagnosisLine[], look: Look): string[] {
  if (!look.isTerminal)
    return lines.map((line) =>
      [line.name, line.status, line.message, line.fix ?? ''].map(safeLine).join('\t'),
    );
  const { colors, symbols } = look;
  const signs = {
    ok: [symbols.good, colors.good],
    warn: [symbols.warn, colors.warn],
    fail: [symbols.bad, colors.bad],
  } as const;
  const width = Math.max(...lines.map(({ name }) => name.length));
  return lines.flatMap(({ name, status, message, fix }) => [
    ...alignRows([[signedName(name.padEnd(width), signs[status]), safeLine(message)]], look),
    // Each fix stays on one line, however long, so that it can be copied.
    ...(fix === null ? [] : safeText(fix).split('\n')).map(
      (line) => `${' '.repeat(width + 4)}${colors.accent(symbols.arrow)} ${line}`,
    ),
  ]);
}

function signedName(name: string, [sign, paint]: readonly [string, (text: string) => string]): Cell {
  return { text: `${sign} ${name}`, paint: (text) => paint(sign) + text.slice(sign.length) };
}

/** The checks as a JSON document. */
export function diagnosisJson(lines: readonly DiagnosisLine[], layout: JsonLayout): string {
  const items = lines.map(({ name, status, message, fix }) => ({ name, status, message, fix }));
  return documentJson('genctl.doctor/v1', { items }, layout);
}
