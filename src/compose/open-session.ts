import type { Account } from '../account/account.ts';
import { isAccountNamed } from '../account/accounts.ts';
import { hasInventedPrices } from '../account/profiles.ts';
import type { FlagValues } from '../cli/flag.ts';
import { CliError } from '../errors/cli-error.ts';
import { NotFoundError, UsageError } from '../errors/endings.ts';
import { either, genctl } from '../errors/hint.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import { earlierRequest } from '../follow/send/earlier-request.ts';
import type { SubmissionInput, submissionFlags } from '../follow/send/submission-input.ts';
import { submitFlags } from '../follow/send/submit-several.ts';
import { createCostEstimate } from '../money/expected-cost.ts';
import type { Defaults } from '../request/defaults.ts';
import { taskModels } from '../request/models/all-models.ts';
import { judgeTools } from '../request/models/judge-tools.ts';
import { currentList } from '../request/models/live-models.ts';
import { withCast } from '../request/references/cast.ts';
import { noFlags } from '../request/request-flags.ts';
import { lacksParts, suppliedWords } from '../request/rules/lacking-parts.ts';
import { buildSubmission } from '../request/rules/request-body.ts';
import { usualFor, withUsual } from '../request/rules/usual-values.ts';
import { familyOf } from '../service/families/index.ts';
import type { ModelEntry } from '../service/model.ts';
import type { RequestWords } from '../service/request-words.ts';
import { renderError } from '../terminal/errors/error.ts';
import { gaps } from '../text/gaps.ts';
import { formatMoney, usdOf } from '../text/money.ts';
import { askedForModel, beginWith } from './begin-composition.ts';
import { asksForAccount, type ComposeMeans, chooseAccount, isUsualAccount } from './choose-account.ts';
import { commandLine, composedRoute } from './composed-command.ts';
import { openCompositions, type SavedComposition } from './compositions.ts';
import { openKeptFiles } from './kept-files.ts';
import type { Asker } from './questions/asker.ts';
import { withLiteralPrompt } from './rules/cast-in-prompt.ts';
import {
  type ComposeFacts,
  type Composition,
  type KeptComposition,
  modelOf,
  nestedBody,
  startComposition,
} from './rules/composition.ts';

/** The composer's command line: where to start from, what is answered already, and how to send the request. */
export interface ComposeInput extends SubmissionInput {
  resume: string | undefined;
  from: string | undefined;
  flags: FlagValues<typeof submissionFlags>;
}

/** A composition in progress, with all that its questions need. */
export interface Session {
  account: Account;
  /** True if a person was asked for the account, and so can go back to that question. */
  isAccountAsked: boolean;
  defaults: Defaults;
  composition: Composition;
  /** The flags of the request, kept until its model is chosen. */
  pending: RequestWords | undefined;
}

/**
 * Chooses the account, fetches its models, and starts from what is known: a saved composition, an earlier request, or flags.
 * Where a person goes back to the account, the arrow is on `before`. Where a person chose an account that can't be used, because of its key or its service, it reports the error and asks again.
 */
export async function openSession(
  context: ComposeMeans,
  input: ComposeInput,
  { asker, before }: { asker: Asker; before: Account | undefined },
): Promise<Session> {
  const isNew = input.resume === undefined && input.from === undefined;
  const isAsked = isNew && (await asksForAccount(context));
  let chosen = before?.profile;
  const choose = async (): Promise<Account> => {
    const account = await chooseAccount(context, asker, chosen);
    chosen = account.profile;
    return account;
  };
  for (;;) {
    try {
      return await openOnce(context, input, isAsked ? choose : undefined);
    } catch (error) {
      if (!isAsked || !isTroubleOfAccount(error)) throw error;
      asker.look.lines(renderError(error, asker.look));
    }
  }
}

/** Tells whether another account may help. No account helps against an interruption or a trouble of this machine. */
function isTroubleOfAccount(error: unknown): error is CliError {
  return error instanceof CliError && !(error instanceof InterruptedError) && error.exit !== 'machine';
}

/** Asks for the account. */
type ChooseAccount = () => Promise<Account>;

/** @param choose undefined where the account is known. */
async function openOnce(
  context: ComposeMeans,
  input: ComposeInput,
  choose: ChooseAccount | undefined,
): Promise<Session> {
  const { account, before, saved } = await startingPoint(context, input, choose);
  const { models } = await currentList(context, account, { refresh: false });
  const onV1 = (await taskModels(context, account, models)).map(({ id }) => id);
  if (models.length === 0) throw noModels(account, onV1);
  const defaults = await context.defaults(account);
  const { words } = input;
  const costOf = await modelCosts(context, account, words, { models, defaults });
  const { cast, model: usualModel } = defaults;
  const uploads = account.embedded || defaults.uploadCommand !== undefined;
  const facts = { models, onV1, tools: judgeTools(), cast, uploads, usualModel, costOf };
  const begun = { ...(before ?? startComposition()), facts };
  const fresh = saved === undefined ? begun : openKeptFiles(begun, saved, context.around);
  const known = input.from === undefined ? fresh : withLiteralPrompt(fresh, cast);
  const session = { account, isAccountAsked: choose !== undefined, defaults };
  // A picture that no member has is refused at once. The prompt can still be changed.
  withCast({ ...words, prompt: undefined }, cast);
  const named = words.model ?? words.body?.model ?? modelOf(known);
  if (typeof named !== 'string' || !models.some(({ id }) => id === named)) {
    if (typeof named === 'string')
      context.listen({
        kind: 'warning',
        message: notOffered(named, await submitLine(context, input, account)),
      });
    return { ...session, composition: askedForModel(known), pending: words };
  }
  const { composition, losses } = beginWith(named, words, { composition: known, defaults });
  for (const message of losses) context.listen({ kind: 'warning', message });
  return { ...session, composition, pending: undefined };
}

/** The session of an account that was chosen anew, with the answers of an earlier session. */
export function reopenedWith(
  context: ComposeMeans,
  reopened: Session,
  { composition, pending }: Session,
): Session {
  const { facts } = reopened.composition;
  const answers = { ...composition, facts };
  const id = modelOf(composition);
  if (id === undefined)
    return {
      ...reopened,
      composition: { ...reopened.composition, begun: composition.begun },
      pending: reopened.pending ?? pending,
    };
  if (facts.models.some((model) => model.id === id)) return { ...reopened, composition: answers, pending };
  const { body, model = body?.model } = reopened.pending ?? {};
  // The flags name the model as well, and it was said of them.
  if (model !== id) context.listen({ kind: 'warning', message: notOffered(id) });
  return { ...reopened, composition: askedForModel(answers), pending };
}

/** The account, and the composition or request to start from; none for a new request. */
async function startingPoint(
  context: ComposeMeans,
  { from, resume }: ComposeInput,
  choose: ChooseAccount = () => context.account(),
): Promise<{ account: Account; before?: KeptComposition; saved?: SavedComposition }> {
  if (resume !== undefined) {
    const saved = openCompositions(await context.home()).read(resume);
    const account = isAccountNamed(context) ? await context.account() : await context.accountOf(saved);
    return { account, before: saved.composition, saved };
  }
  if (from !== undefined) {
    const earlier = await earlierRequest(context, from, { command: 'compose' });
    const { body, lacking, route } = earlier;
    const words = { options: {}, media: [], set: [] };
    const { left } = suppliedWords(body, lacking, { words, route });
    if (left.length > 0) throw lacksParts(from, left);
    const before = startComposition(nestedBody(body));
    return {
      account: await earlier.account(),
      before: { ...before, position: { at: 'summary' }, reviewed: true },
    };
  }
  return { account: await choose() };
}

/**
 * Why the model can't be used. The composer makes jobs of v2, and v2's model list has the last word on them.
 * @see service document §4.4
 */
function notOffered(model: string, line?: string): string {
  return familyOf(model)?.jobs === false
    ? `compose makes v2 requests, but only v1 serves ${model}: ${line ?? `genctl submit '${gaps.prompt}' -m ${model}`}`
    : `there is no model ${model} here`;
}

/** The line that sends the words of the composer's line without questions. */
async function submitLine(
  context: ComposeMeans,
  { flags, words }: ComposeInput,
  account: Account,
): Promise<string> {
  const submit = {
    command: 'submit',
    word: words.prompt ?? gaps.prompt,
    flags: { ...noFlags(submitFlags), ...flags, prompt: undefined },
  } as const;
  return commandLine(submit, { account, isUsual: await isUsualAccount(context, account) });
}

/** The error for an account whose list is empty; v1 has no list, and may serve it models all the same. */
function noModels({ baseUrl }: Account, [onV1 = gaps.id]: readonly string[]): NotFoundError {
  return new NotFoundError({
    code: 'no_models',
    message: `compose has no models to ask for at ${baseUrl}`,
    why: 'compose makes v2 requests, and the list of v2 is empty.',
    hint: either(genctl`submit ${gaps.prompt} --model ${onV1}`, ' for v1, or ', genctl`models --refresh`),
  });
}

/**
 * The cost of a job of each model by the request so far, in words: by like jobs that were charged here, else by a price list. Throws
 * UsageError for a list that can't be read.
 */
async function modelCosts(
  context: ComposeMeans,
  account: Account,
  words: RequestWords,
  { defaults, models }: Pick<Session, 'defaults'> & Pick<ComposeFacts, 'models'>,
): Promise<ComposeFacts['costOf']> {
  const { baseUrl: base_url, profile } = account;
  const estimate = createCostEstimate(context);
  const ids: string[] = [];
  for (const entry of models) {
    const asked = bodyFor(entry, words, defaults);
    if (asked === undefined) continue;
    const body = JSON.stringify(asked);
    await estimate.add({ base_url, profile, body, route: composedRoute, draft_of: null, model: entry.id });
    ids.push(entry.id);
  }
  const { priceAt } = await estimate.tell();
  const list = hasInventedPrices(account) ? 'the price list' : 'prices.csv';
  return (model) => {
    const price = priceAt(ids.indexOf(model));
    if (price === undefined) return undefined;
    // A median of different jobs promises nothing: more than two digits of it would.
    const usd = Number(usdOf(price.median).toPrecision(2));
    return price.by === 'list'
      ? `about ${formatMoney(usdOf(price.median))} (${list})`
      : `about ${formatMoney(usd)} a job so far`;
  };
}

/** The request so far for a model; undefined where the model can't take it. */
function bodyFor(entry: ModelEntry, words: RequestWords, defaults: Defaults) {
  const usual = usualFor(defaults, { model: entry.id, entry, route: composedRoute });
  try {
    return buildSubmission(withUsual({ ...words, model: entry.id }, usual), entry);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
