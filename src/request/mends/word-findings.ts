import { readTypedLine, type TypedCommand } from '../../cli/typed-line.ts';
import type { CheckedRequest, ShownFinding } from '../../service/checks/preflight-error.ts';
import { mendedBy } from './finding-mends.ts';
import { changeWords, toldFinding } from './finding-words.ts';
import { type RequestView, viewOf } from './request-view.ts';

/** The findings of a request that is sent all the same, in the words of its line. */
export function wordedFindings(
  findings: readonly ShownFinding[],
  request: CheckedRequest,
  { argv, typed }: { argv: readonly string[]; typed: TypedCommand },
): ShownFinding[] {
  const { flags, path } = typed;
  const view = viewOf(request, { ...typed, line: readTypedLine(argv, { flags, pathLength: path.length }) });
  return findings.map((finding) => wordedFinding(finding, view));
}

/** A worded finding as one text: what is wrong, and what to write instead. */
export function findingText({ fix, message, told }: ShownFinding): string {
  return told === undefined ? `${message} (${fix})` : `${told.message} (${told.fix})`;
}

export function wordedFinding(finding: ShownFinding, view: RequestView): ShownFinding {
  const mended = mendedBy(finding, view.line, view);
  const change = mended === undefined ? undefined : changeWords(view.line, mended, view.path);
  return toldFinding(finding, view, change);
}
