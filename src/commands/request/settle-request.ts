import { UsageError } from '../../errors/endings.ts';
import type { Finding } from '../../rules/checks/finding.ts';
import { listMayLift } from '../../rules/checks/preflight.ts';
import type { Recipient } from '../../rules/request/recipient.ts';
import type { ModelList } from '../context/live-models.ts';
import type { RequestModels } from './request-models.ts';

/** What a request is made and judged by. `taken` and `build` throw UsageError for words that whom it is for can't take. */
export interface RequestJudge {
  models: RequestModels;
  strict: boolean;
  taken(recipient: Recipient): void;
  /** What the checks find in a body, by a list of models or without one. */
  found(body: Record<string, unknown>, list: ModelList | undefined): Promise<readonly Finding[]>;
}

type Build = (recipient: Recipient) => Record<string, unknown>;

interface Tried {
  refusal: UsageError | undefined;
  findings: readonly Finding[];
}

/**
 * What the checks find in a request, once a newer list of models can't change it: before it is refused for what a list may
 * take back, the list is looked at. Without `build` only its flags are judged.
 *
 * @throws UsageError for words that can't be taken.
 */
export async function settleRequest(
  judge: RequestJudge,
  build: Build | undefined,
): Promise<readonly Finding[]> {
  const { models } = judge;
  const documented = { ...models.recipient(), entry: undefined };
  const byDocument = models.isShaped() ? undefined : await tryRequest(judge, build, documented, undefined);
  // Warnings are no refusal here, whatever --strict makes of them: what shapes a body is the same without it.
  if (byDocument !== undefined && mayBeLifted(byDocument, false)) await models.shape();
  const byList = () => tryRequest(judge, build, models.recipient(), models.list());
  let tried = byDocument !== undefined && models.list() === undefined ? byDocument : await byList();
  if (isUnsettled(tried, judge) && (await models.renew())) tried = await byList();
  if (tried.refusal !== undefined) throw tried.refusal;
  return tried.findings;
}

async function tryRequest(
  { found, taken }: RequestJudge,
  build: Build | undefined,
  recipient: Recipient,
  list: ModelList | undefined,
): Promise<Tried> {
  try {
    taken(recipient);
    const findings = build === undefined ? [] : await found(build(recipient), list);
    return { refusal: undefined, findings };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { refusal: error, findings: [] };
  }
}

/** Refusals of flags that go by the fields of a model; those by the route, or by the words themselves, stand. */
const codesOfFields: ReadonlySet<string> = new Set(['flag_not_taken', 'invalid_flag']);

function mayBeLifted({ findings, refusal }: Tried, strict: boolean): boolean {
  if (refusal !== undefined) return codesOfFields.has(refusal.code);
  return findings.some((one) => (strict || one.severity === 'error') && listMayLift(one));
}

/** A warning is worth a look where it says that the model is not there, or rests on a list that is no longer fresh. */
function isUnsettled(tried: Tried, { models, strict }: RequestJudge): boolean {
  if (mayBeLifted(tried, strict)) return true;
  const isStale = models.list()?.isStale === true;
  return tried.findings.some(
    ({ rule }) => rule === 'model-not-listed' || (isStale && rule.startsWith('schema-')),
  );
}
