import type { ModelEntry } from '../contract/model.ts';
import { PreflightError } from '../errors/preflight-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { ResolvedReferences } from '../references/resolve-references.ts';
import { parseBaseUrl } from '../rules/base-url.ts';
import { type ChosenRoute, chooseRoute, type RouteChoice } from '../rules/choose-route.ts';
import type { Finding } from '../rules/finding.ts';
import { holdsLeftOut, leftOutMark } from '../rules/left-out-mark.ts';
import { preflight, type SubmitFacts } from '../rules/preflight.ts';
import type { Recipient } from '../rules/recipient.ts';
import { flagsRefused, refusedFlags, unwordableFlags } from '../rules/refused-flags.ts';
import { buildSubmission, type MediaInput, type RequestWords } from '../rules/request-body.ts';
import { wordingNotes } from '../rules/wording-notes.ts';
import type { Account } from '../store/account.ts';
import { renderFindings } from '../ui/render/finding.ts';
import type { CheckInput } from './check-flags.ts';
import type { CommandContext } from './context.ts';
import { type Defaults, defaultsFor, withDefaults } from './defaults.ts';
import type { IntentPlan } from './intent-flags.ts';
import { intentMaker, type MakeIntent } from './intents.ts';
import { journeyOf } from './journey.ts';
import type { JourneyFlags } from './journey-flags.ts';
import { draftFacts } from './known-drafts.ts';
import { cachedModels } from './live-models.ts';
import { mediaOf } from './local-references.ts';
import { once } from './once.ts';
import { tellReferences } from './tell-references.ts';

/** A request in words, and what the checks are to do with what they find. */
export interface RequestChoices {
  words: RequestWords;
  choice: RouteChoice;
  strict: boolean;
  preflight: boolean;
  probe: boolean;
  dryRun: CheckInput['dryRun'];
  /** Where its files are to go is tried before anything is sent. */
  journey: JourneyFlags;
  /** Options that the step sets by itself, which no usual value of a project or profile may touch. */
  own?: readonly string[];
}

/** A request that was built and checked; nothing of it is sent or written down yet. */
export interface PreparedRequest {
  account: Account;
  chosen: ChosenRoute;
  body: Record<string, unknown>;
}

/** A checked request: its intent is ready to be written down and sent. */
export interface PreparedSubmission {
  account: Account;
  plan: IntentPlan;
  intentFor: MakeIntent;
}

/** Builds the body once and checks it. Throws PreflightError with every finding, UsageError for words that do not fit. */
export async function prepareRequest(
  context: CommandContext,
  choices: RequestChoices,
): Promise<PreparedRequest> {
  const account = await context.account();
  const usual = without(await context.defaults(account), choices.own ?? []);
  const model = modelOf(withDefaults(choices.words, usual));
  const chosen = chooseRoute(choices.choice, model);
  const models = model === undefined ? undefined : await cachedModels(context, account);
  const entry = models?.find(({ id }) => id === model);
  const recipient = { model: model ?? '', entry, route: chosen.route };
  // Before any file is looked at, or sent up.
  assertTaken(choices, recipient);
  const words = withDefaults(choices.words, defaultsFor(usual, recipient));
  const requestWith = (resolvedMedia: readonly MediaInput[]): PreparedRequest => {
    const media = resolvedMedia.map((one, index) => ({ ...one, at: words.media[index]?.at }));
    return { account, chosen, body: buildSubmission({ ...words, media }, entry, chosen.route) };
  };
  /** What was found of the references, once the request was checked. */
  let told: readonly Finding[] | undefined;
  const tryTarget = once(async () => {
    const plan = journeyOf(choices.journey, await context.defaults(account));
    if (!plan.download || choices.dryRun !== 'no') return;
    const { assertFileTarget } = await import('./file-target.ts');
    assertFileTarget(context.around, plan, 'nothing was sent');
  });
  const checkOnce = async ({ media, findings }: ResolvedReferences): Promise<void> => {
    const before = told;
    told = findings;
    if (choices.preflight && before === undefined)
      await check(context, requestWith(media), { ...choices, models, found: findings });
    // An upload gave a link, and the look at that found more.
    else if (choices.preflight)
      weigh(
        context,
        findings.filter((one) => !before?.includes(one)),
        choices.strict,
      );
    await tryTarget();
  };
  const resolved = await mediaOf(context, words.media, {
    account,
    route: chosen.route,
    model,
    probe: choices.probe,
    dryRun: choices.dryRun !== 'no',
    beforeUploads: checkOnce,
  });
  await checkOnce(resolved);
  const request = requestWith(resolved.media);
  for (const note of wordingNotes(words, recipient)) context.terminal.err.write(`${note}\n`);
  tellReferences(context, request.body, { ...resolved, route: chosen.route });
  return request;
}

function modelOf({ body, model }: RequestWords): string | undefined {
  return model ?? (typeof body?.model === 'string' ? body.model : undefined);
}

/**
 * Throws UsageError that names the flags which whom the request is for can't take. Without the checks those are sent that a
 * field stands for; a field that is guessed never is.
 */
function assertTaken({ choice, preflight, words }: RequestChoices, recipient: Recipient): void {
  const refused = preflight ? refusedFlags(words, recipient) : unwordableFlags(words, recipient);
  if (refused.length > 0) throw flagsRefused(refused, recipient, { hasOneWay: choice.only !== undefined });
}

/** The submission of a prepared request, or of a variant of its body. */
export function submissionOf(
  { clock, around: { environment } }: CommandContext,
  { account, body, chosen }: PreparedRequest,
  plan: IntentPlan,
): PreparedSubmission {
  const createdAt = new Date(clock.nowMs()).toISOString();
  return { account, plan, intentFor: intentMaker({ body, account, chosen, plan, environment, createdAt }) };
}

interface Facts {
  /** The list that is kept here, where there is one. */
  models: readonly ModelEntry[] | undefined;
  /** What a look at the references themselves found. */
  found: readonly Finding[];
  strict: boolean;
}

async function check(
  context: CommandContext,
  { account, body, chosen: { route } }: PreparedRequest,
  { found, models, strict }: Facts,
): Promise<void> {
  if (holdsLeftOut(body)) throw leftOut();
  const base = parseBaseUrl(account.baseUrl);
  const loopback = base.ok && (base.loopback || base.sandbox);
  const draft = await draftFacts(context, body);
  const listed = models?.map(({ id }) => id);
  const model = models?.find(({ id }) => id === body.model);
  const facts = { route, model, listed, loopback, draft };
  weigh(context, [...(await preflighted(body, facts)), ...found], strict);
}

/** The findings of a body; what judges patterns and formats is loaded where a schema may have some. */
async function preflighted(body: Record<string, unknown>, facts: SubmitFacts): Promise<Finding[]> {
  if (facts.model?.inputSchema === undefined) return preflight(body, facts);
  const { judgeWithTools } = await import('./judge-tools.ts');
  return judgeWithTools((tools) => preflight(body, { ...facts, tools }));
}

/** Shows findings. Throws PreflightError with them all where one of them is an error, or any is with `--strict`. */
function weigh({ terminal: { err } }: CommandContext, findings: readonly Finding[], strict: boolean): void {
  const errors = findings.filter((finding) => strict || finding.severity === 'error');
  if (errors.length > 0) throw refusal(findings, errors, strict);
  if (findings.length > 0) err.lines(renderFindings(findings, err));
}

/** The request of a sidecar as it stands there: a callback that nobody hears, a link that leads nowhere. */
function leftOut(): UsageError {
  return new UsageError({
    code: 'left_out',
    message: 'The request lacks what a sidecar leaves out',
    why: `It holds ${leftOutMark}, which stands for a secret or a picture. Nothing was sent.`,
    hint: 'genctl rerun FILE.json: it takes that from the ledger, or from flags',
  });
}

function refusal(findings: readonly Finding[], errors: readonly Finding[], strict: boolean): PreflightError {
  const warnings = findings.length - errors.length;
  return new PreflightError(findings, {
    code: 'preflight',
    message: `The request was not sent: ${count(errors.length, 'problem')}${warnings > 0 ? ` and ${count(warnings, 'warning')}` : ''}`,
    hint: strict
      ? 'mend the above, or leave --strict out'
      : 'mend the above; --no-preflight sends it as it is, for the service to decide',
  });
}

function without(defaults: Defaults, names: readonly string[]): Defaults {
  const options = Object.entries(defaults.options).filter(([name]) => !names.includes(name));
  return { ...defaults, options: Object.fromEntries(options) };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
