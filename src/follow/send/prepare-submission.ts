import { journeyOf } from '../../outputs/journey.ts';
import type { JourneyFlags } from '../../outputs/journey-flags.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { AccountFacts } from '../../request/account-facts.ts';
import type { CheckInput } from '../../request/guard-flags.ts';
import { withCast } from '../../request/references/cast.ts';
import { mediaOf, tellReferences } from '../../request/references/local-references.ts';
import type { ResolvedReferences } from '../../request/references/resolve-references.ts';
import {
  type BuiltRequest,
  buildAndCheck,
  checkWords,
  type RequestMedia,
} from '../../request/rules/build-and-check.ts';
import type { RouteChoice } from '../../request/rules/choose-route.ts';
import { type Finding, weighed } from '../../service/checks/finding.ts';
import { keylessFindings } from '../../service/checks/on-v1.ts';
import type { RequestWay } from '../../service/request-route.ts';
import type { RequestWords } from '../../service/request-words.ts';
import type { IntentPlan } from '../../submit/intent-flags.ts';
import { intentMaker } from '../../submit/request-key.ts';
import type { MakeIntent, PlannedAttempts } from '../../submit/submit-attempt.ts';
import { renderFindings } from '../../terminal/errors/error.ts';
import { isoTime } from '../../text/iso-time.ts';
import { once } from '../../text/once.ts';

/** A request in words, and what the checks are to do with what they find. */
export interface RequestChoices extends CheckInput {
  words: RequestWords;
  choice: RouteChoice;
  /** The name or key that it is sent under. */
  plan: Pick<IntentPlan, 'idempotencyKey' | 'once'>;
  /** How its job is followed. The folder for the files is tried before anything is sent. */
  journey: JourneyFlags;
  /** Options that the command sets itself, so that no default of a project or profile changes them. */
  own?: readonly string[];
}

/** A request that was built and checked; nothing of it is sent or written down yet. */
export interface PreparedRequest {
  facts: AccountFacts;
  chosen: RequestWay;
  body: Record<string, unknown>;
}

/** A checked request: its intent is ready to be written down and sent. */
export interface PreparedSubmission {
  facts: AccountFacts;
  plan: IntentPlan;
  intentFor: MakeIntent;
  /** The name that sets it apart from the other requests of its command, such as `model=a,seed=1`. */
  label?: string | undefined;
}

/**
 * Turns the files of a request into links, builds its body, checks it, and shows the findings. Throws PreflightError with every
 * finding, UsageError for words that do not fit together.
 */
export async function prepareRequest(
  context: OutputMeans,
  facts: AccountFacts,
  choices: RequestChoices,
): Promise<PreparedRequest> {
  const { journey, probe } = choices;
  const words = withCast(choices.words, facts.defaults.cast);
  const asked = { ...choices, words, isDryRun: choices.dryRun !== 'no' };
  const build = (references: RequestMedia): Promise<BuiltRequest> =>
    facts
      .settle((known) => buildAndCheck(asked, references, known))
      .catch(async (error: unknown) => {
        if (words.model === undefined && words.body?.model === undefined) {
          const { wordUnlisted } = await import('../../request/models/all-models.ts');
          wordUnlisted(error, facts.defaults.modelOrigin);
        }
        throw error;
      });
  const tryTarget = once(async () => {
    const plan = journeyOf(journey, facts.defaults);
    if (!plan.download) return;
    const { openPlace } = await import('../../outputs/destinations/open-place.ts');
    const place = await openPlace(context, plan);
    if (asked.isDryRun) place.assertNames(plan.template, 'nothing would be sent');
    else await place.assertReady(plan.template, 'nothing was sent');
  });
  const way = await facts.settle((known) => checkWords(asked, known));
  const ofKey = keylessFindings(choices.plan, way.chosen.route);
  const withKey = (references: RequestMedia): RequestMedia => {
    return { ...references, findings: [...references.findings, ...ofKey] };
  };
  let before: ResolvedReferences | undefined;
  const resolved = await mediaOf(context, words.media, {
    account: facts.account,
    route: way.chosen.route,
    model: way.model === '' ? undefined : way.model,
    probe,
    dryRun: asked.isDryRun,
    async beforeUploads(preview) {
      before = preview;
      const first = await build(withKey(preview));
      await showFindings(context, first, first.findings);
      await tryTarget();
    },
  });
  // After an upload the body is built once more, with the link that the upload gave.
  const request = await build(before === undefined ? withKey(resolved) : { ...resolved, findings: [] });
  const found = before === undefined ? request.findings : foundLater(resolved, before, asked);
  await showFindings(context, request, found);
  await tryTarget();
  for (const note of request.notes) context.terminal.err.write(`${note}\n`);
  const { body, chosen } = request;
  tellReferences(context, body, { ...resolved, route: chosen.route });
  return { facts, chosen, body };
}

/** The findings of the look at uploaded links beyond those that were shown before. Throws PreflightError where they refuse the request. */
function foundLater(
  { findings }: ResolvedReferences,
  before: ResolvedReferences,
  { preflight, strict }: CheckInput,
): readonly Finding[] {
  const later = preflight ? findings.filter((one) => !before.findings.includes(one)) : [];
  const refusal = weighed(later, strict);
  if (refusal !== undefined) throw refusal;
  return later;
}

/** The submission of a prepared request, or of a variant of its body. */
export function submissionOf(
  { clock, around: { environment } }: OutputMeans,
  { facts, body, chosen }: PreparedRequest,
  plan: IntentPlan,
): PreparedSubmission {
  const createdAt = isoTime(clock.nowMs());
  const { account } = facts;
  return { facts, plan, intentFor: intentMaker({ body, account, chosen, plan, environment, createdAt }) };
}

/** Shows what is found in a request that is sent all the same, in the words of the line that asked for it; each thing once. */
async function showFindings(
  { around, globals, keepWarning, terminal: { err }, typed }: OutputMeans,
  { body, chosen }: Pick<BuiltRequest, 'body' | 'chosen'>,
  findings: readonly Finding[],
): Promise<void> {
  if (findings.length === 0) return;
  const { findingText, wordedFindings } = await import('../../request/mends/finding-words.ts');
  const request = { body, route: chosen.route };
  const worded = wordedFindings(findings, request, { argv: around.argv, typed });
  const fresh = worded.filter((one) => keepWarning(findingText(one)));
  err.lines(renderFindings(fresh, err, { sections: globals.verbose }));
}

/** A request of this run, ready to be sent. */
export interface Sending extends PlannedAttempts {
  /** Its place among the requests of the run. */
  place: number;
  submission: PreparedSubmission;
}
