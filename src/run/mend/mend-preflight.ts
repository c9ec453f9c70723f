import { type LocatedLine, lineWords, type TypedLine } from '../../cli/typed-line.ts';
import type { Fix } from '../../errors/cli-error.ts';
import { hintLines } from '../../errors/hint.ts';
import { mendedBy } from '../../request/mends/finding-mends.ts';
import { wordedFinding } from '../../request/mends/finding-words.ts';
import { viewOf } from '../../request/mends/request-view.ts';
import type { PreflightError, ShownFinding } from '../../service/checks/preflight-error.ts';
import { hasGap } from '../../text/gaps.ts';
import { locate } from './located.ts';
import { offerFix } from './safe-line.ts';

/**
 * Words the findings of a refused request as the line said them, and gives it the line with all of them mended; none where a
 * part of the request has to be changed elsewhere. `request/mends/finding-mends.ts` has the mend of each rule.
 */
export async function mendPreflight(error: PreflightError, argv: readonly string[]): Promise<void> {
  const { refusing } = error;
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
  const otherwise = error.mend;
  if (!(await offerFix(error, lineWords(mended), argv, { hasGap: isOpen }))) return;
  error.mendBy((hint) => hintLines([hint, otherwise]));
}

async function locatedLine(argv: readonly string[]): Promise<LocatedLine | undefined> {
  const place = await locate(argv);
  return place.kind === 'found' ? place.located : undefined;
}

/** The values that are allowed where one value alone was wrong. */
function takenBy([only, ...others]: readonly ShownFinding[]): Fix | undefined {
  if (only === undefined || others.length > 0) return undefined;
  const { allowed, range } = only;
  return allowed === undefined && range === undefined ? undefined : { allowed, range };
}
