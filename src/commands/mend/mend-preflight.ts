import type { Fix } from '../../errors/cli-error.ts';
import type { CheckedRequest, PreflightError, ShownFinding } from '../../errors/preflight-error.ts';
import { mendsOf } from './finding-mends.ts';
import { changeWords, toldFinding } from './finding-words.ts';
import { hasGap } from './gaps.ts';
import { type LocatedLine, locate } from './located.ts';
import { withRequestChange } from './place-change.ts';
import { type RequestView, viewOf } from './request-view.ts';
import { takeLine } from './take-line.ts';
import { lineWords, type TypedLine } from './typed-line.ts';

/**
 * Words the findings of a refused request as the line said them, and gives it the line with all of them mended; none where a
 * part of the request has to be changed elsewhere.
 */
export async function mendPreflight(error: PreflightError, argv: readonly string[]): Promise<void> {
  const isStrict = argv.includes('--strict');
  const refusing = error.findings.filter(({ severity }) => isStrict || severity === 'error');
  error.fix = takenBy(refusing);
  const { request } = error;
  const located = await locatedLine(argv);
  if (request === undefined || located === undefined) return;
  const view = viewOf(request, located);
  error.findings = error.findings.map((finding) => wordedFinding(finding, view));
  const mended = refusing.reduce<TypedLine | undefined>(
    (line, finding) => (line === undefined ? undefined : mendedBy(finding, line, view)),
    view.line,
  );
  if (mended === undefined || mended === view.line) return;
  const isOpen = mended.some((part) => !view.line.includes(part) && part.words.some(hasGap));
  const otherwise = error.hint;
  if (!(await takeLine(error, lineWords(mended), { hasGap: isOpen }))) return;
  error.hint = [error.hint, otherwise].join('\n');
}

/** The findings of a request that is sent all the same, in the words of its line. */
export async function wordedFindings(
  findings: readonly ShownFinding[],
  request: CheckedRequest,
  argv: readonly string[],
): Promise<ShownFinding[]> {
  const located = await locatedLine(argv);
  if (located === undefined) return [...findings];
  const view = viewOf(request, located);
  return findings.map((finding) => wordedFinding(finding, view));
}

async function locatedLine(argv: readonly string[]): Promise<LocatedLine | undefined> {
  const place = await locate(argv);
  return place.kind === 'found' ? place.located : undefined;
}

function wordedFinding(finding: ShownFinding, view: RequestView): ShownFinding {
  const mended = mendedBy(finding, view.line, view);
  const change = mended === undefined ? undefined : changeWords(view.line, mended, view.path);
  return toldFinding(finding, view, change);
}

function mendedBy(finding: ShownFinding, line: TypedLine, view: RequestView): TypedLine | undefined {
  return mendsOf(finding, view)?.reduce<TypedLine | undefined>(
    (changed, change) => (changed === undefined ? undefined : withRequestChange(changed, change, view)),
    line,
  );
}

/** What is taken where one value alone was wrong. */
function takenBy([only, ...others]: readonly ShownFinding[]): Fix | undefined {
  if (only === undefined || others.length > 0) return undefined;
  const { allowed, range } = only;
  return allowed === undefined && range === undefined ? undefined : { allowed, range };
}
