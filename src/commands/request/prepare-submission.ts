import type { RequestWay } from '../../contract/request-route.ts';
import { UsageError } from '../../errors/endings.ts';
import { PreflightError } from '../../errors/preflight-error.ts';
import type { ResolvedReferences } from '../../references/resolve-references.ts';
import { parseBaseUrl } from '../../rules/base-url.ts';
import type { Finding } from '../../rules/checks/finding.ts';
import { preflight, type SubmitFacts } from '../../rules/checks/preflight.ts';
import { chooseRoute, type RouteChoice } from '../../rules/request/choose-route.ts';
import { holdsLeftOut, leftOutMark } from '../../rules/request/left-out-mark.ts';
import type { Recipient } from '../../rules/request/recipient.ts';
import { flagsRefused, refusedFlags, unwordableFlags } from '../../rules/request/refused-flags.ts';
import { buildSubmission } from '../../rules/request/request-body.ts';
import type { MediaInput, RequestWords } from '../../rules/request/request-words.ts';
import { wordingNotes } from '../../rules/request/wording-notes.ts';
import type { Account } from '../../store/account.ts';
import { renderFindings } from '../../ui/render/finding.ts';
import type { CommandContext } from '../context/context.ts';
import type { ModelList } from '../context/live-models.ts';
import { once } from '../context/once.ts';
import { journeyOf } from '../journey/journey.ts';
import type { JourneyFlags } from '../journey/journey-flags.ts';
import type { CheckInput } from './check-flags.ts';
import { type Defaults, defaultsFor, withDefaults } from './defaults.ts';
import type { IntentPlan } from './intent-flags.ts';
import { intentMaker, type MakeIntent } from './intents.ts';
import { draftFacts } from './known-drafts.ts';
import { mediaOf } from './local-references.ts';
import { requestModels } from './request-models.ts';
import { type RequestJudge, settleRequest } from './settle-request.ts';
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
  chosen: RequestWay;
  body: Record<string, unknown>;
}

/** A checked request: its intent is ready to be written down and sent. */
export interface PreparedSubmission {
  account: Account;
  plan: IntentPlan;
  intentFor: MakeIntent;
}

/**
 * Builds the body and checks it, with the list of models where that matters. Throws PreflightError with every finding,
 * UsageError for words that do not fit.
 */
export async function prepareRequest(
  context: CommandContext,
  choices: RequestChoices,
): Promise<PreparedRequest> {
  const account = await context.account();
  const usual = without(await context.defaults(account), choices.own ?? []);
  const usualWords = withDefaults(choices.words, usual);
  const model = modelOf(usualWords);
  const chosen = chooseRoute(choices.choice, model);
  const { dryRun } = choices;
  const wanted = { account, dryRun, model: model ?? '', preflight: choices.preflight, route: chosen.route };
  const models = await requestModels(context, { ...wanted, words: usualWords });
  const wordsFor = (recipient: Recipient) => withDefaults(choices.words, defaultsFor(usual, recipient));
  const requestWith = (resolvedMedia: readonly MediaInput[], recipient: Recipient): PreparedRequest => {
    const words = wordsFor(recipient);
    const media = resolvedMedia.map((one, index) => ({ ...one, at: choices.words.media[index]?.at }));
    return { account, chosen, body: buildSubmission({ ...words, media }, recipient.entry, chosen.route) };
  };
  const judge: RequestJudge = {
    models,
    strict: choices.strict,
    taken: (recipient) => assertTaken(choices, recipient),
    found: async (body, list) =>
      choices.preflight ? findingsOf(context, { account, body, chosen }, list) : [],
  };
  // Before any file is looked at, or sent up.
  await settleRequest(judge, undefined);
  /** What was found of the references, once the request was checked. */
  let told: readonly Finding[] | undefined;
  const tryTarget = once(async () => {
    const plan = journeyOf(choices.journey, await context.defaults(account));
    if (!plan.download || choices.dryRun !== 'no') return;
    const { assertFileTarget } = await import('../journey/file-target.ts');
    assertFileTarget(context.around, plan, 'nothing was sent');
  });
  const checkOnce = async ({ media, findings }: ResolvedReferences): Promise<void> => {
    const before = told;
    told = findings;
    const isFirst = before === undefined;
    const bodyFor = (recipient: Recipient) => requestWith(media, recipient).body;
    const found = isFirst ? await settleRequest(judge, bodyFor) : [];
    // An upload gave a link, and the look at that found more.
    const more = findings.filter((one) => before?.includes(one) !== true);
    if (choices.preflight) weigh(context, [...found, ...more], choices.strict);
    await tryTarget();
  };
  const resolved = await mediaOf(context, choices.words.media, {
    account,
    route: chosen.route,
    model,
    probe: choices.probe,
    dryRun: choices.dryRun !== 'no',
    beforeUploads: checkOnce,
  });
  await checkOnce(resolved);
  const recipient = models.recipient();
  const request = requestWith(resolved.media, recipient);
  for (const note of wordingNotes(wordsFor(recipient), recipient)) context.terminal.err.write(`${note}\n`);
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

/** What the checks find in a body, by the list of models that is at hand. Throws UsageError for what a sidecar left out. */
async function findingsOf(
  context: CommandContext,
  { account, body, chosen: { route } }: PreparedRequest,
  list: ModelList | undefined,
): Promise<Finding[]> {
  if (holdsLeftOut(body)) throw leftOut();
  const base = parseBaseUrl(account.baseUrl);
  const loopback = base.ok && (base.loopback || base.sandbox);
  const draft = await draftFacts(context, body);
  const listed = list?.models.map(({ id }) => id);
  const model = list?.models.find(({ id }) => id === body.model);
  return preflighted(body, { route, model, listed, listedNow: list?.isNow, loopback, draft });
}

/** The findings of a body; what judges patterns and formats is loaded where a schema may have some. */
async function preflighted(body: Record<string, unknown>, facts: SubmitFacts): Promise<Finding[]> {
  if (facts.model?.inputSchema === undefined) return preflight(body, facts);
  const { judgeWithTools } = await import('../context/judge-tools.ts');
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
