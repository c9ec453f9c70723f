import type { Account } from '../account/account.ts';
import { homePlaces } from '../account/home.ts';
import { fingerprintAtHand } from '../account/keys/account-fingerprint.ts';
import { type ClaimAccount, type KeySource, originOf } from '../account/rules/claim-account.ts';
import { CliError } from '../errors/cli-error.ts';
import { sha256 } from '../files/lazy-node.ts';
import type { Intent } from '../ledger/record.ts';
import { renderedBody, renderedRequest, renderedRequests, requestOf } from '../ledger/rendered-requests.ts';
import type { KnownPrice } from '../ledger/rules/past-charges.ts';
import type { Spending } from '../ledger/spending/spending.ts';
import type { ComparedJob, Likeness } from '../ledger/spending/spending-index.ts';
import { isDraft, isDraftRequest } from '../request/draft-validity.ts';
import { keptModels } from '../request/models/live-models.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { readJson, tryReadJson } from '../schema/json/read-json.ts';
import { chargeOf } from '../service/charge.ts';
import { familyOf, type VideoOptionTable } from '../service/families/index.ts';
import type { InputDescription, ModelEntry } from '../service/model.ts';
import { videoInputDescription } from '../service/wire/video-input-description.ts';
import { serviceOrigin } from '../text/base-url.ts';
import { objectOf } from '../text/json-object.ts';
import { microUsdOf } from '../text/money.ts';
import { oncePer, oncePerKey } from '../text/once.ts';
import { emptyList, type PriceList, type PriceListContext, priceList } from './prices/price-list.ts';
import { likenessOf, type PricedJob, type PricedLikeness } from './rules/job-price.ts';

/** So many of the newest jobs that were charged are compared with. */
const comparedMost = 2_000;

/** Tells the price of a job; undefined where nothing says it. Jobs that are alike get one object. */
export type LikeCosts = (job: PricedJob) => KnownPrice | undefined;

/** The means to tell the price of jobs. */
export type LikeCostsContext = ModelsContext &
  Pick<RequestMeans, 'accountOf' | 'ledger'> &
  Pick<PriceListContext, 'listen'>;

/** The prices of jobs, by the charges of this machine and by the price list. Nothing is read where none is asked for. */
export async function likeCosts(context: LikeCostsContext, wanted: readonly PricedJob[]): Promise<LikeCosts> {
  if (wanted.length === 0) return () => undefined;
  const models = new Set(wanted.map(({ model }) => model));
  const profiles = new Set(wanted.map(({ profile }) => profile));
  const services = new Set(wanted.flatMap(({ baseUrl }) => (baseUrl === null ? [] : serviceOrigin(baseUrl))));
  const charged = await (await context.ledger()).list({
    limit: comparedMost,
    where: ({ costUsd, model, origin, profile }) =>
      costUsd !== null && models.has(model) && profiles.has(profile) && services.has(origin),
  });
  const rendered = await renderedRequests(context, charged);
  const jobs = charged.map((record) => ({ record, job: pricedJob(record, rendered(record)) }));
  const schemaOf = await schemasOf(context, [...wanted, ...jobs.map(({ job }) => job)]);
  const listOf = await listsOf(context, wanted);
  const known = jobs.flatMap(({ record, job }) => {
    const costUsd = chargeOf(record.job);
    return costUsd === undefined
      ? []
      : [{ ...likenessOf(job, schemaOf(job)), charges: [microUsdOf(costUsd)] }];
  });
  const prices = new Map<string, KnownPrice | undefined>();
  return (job) => {
    const list = listOf(job);
    const likeness = list.likenessOf(job, schemaOf(job));
    return oncePerKey(prices, JSON.stringify(likeness), () => list.priceOf(likeness, known));
  };
}

/** The price list of each job's account. */
async function listsOf(
  context: PriceListContext,
  wanted: readonly PricedJob[],
): Promise<(job: PricedJob) => PriceList> {
  const lists = new Map<string | null, PriceList>();
  for (const { profile } of wanted) lists.set(profile, await priceList(context, { profile }));
  return ({ profile }) => lists.get(profile) ?? emptyList;
}

/**
 * Makes the reader of the defaults of the models of jobs. They come from the list that is kept here for their
 * account, else from the tables of the service document. Nothing is fetched: a price is nice to know, and worth no request.
 * @see service document §2.5, §2.7
 */
async function schemasOf(
  context: LikeCostsContext,
  jobs: readonly PricedJob[],
): Promise<(job: PricedJob) => InputDescription | undefined> {
  const listed = new Map<string, readonly ModelEntry[]>();
  for (const { baseUrl, profile } of jobs) {
    const whose = accountWord(profile, baseUrl);
    if (!listed.has(whose)) listed.set(whose, await keptFor(context, { baseUrl, profile }));
  }
  return (job) => schemaIn(listed.get(accountWord(job.profile, job.baseUrl)) ?? [], job);
}

/** The defaults of a job's model: by the list at hand, else by the table of the service document. */
function schemaIn(
  models: readonly ModelEntry[],
  { model }: Pick<PricedJob, 'model'>,
): InputDescription | undefined {
  const table = familyOf(model ?? '')?.options;
  const entry = models.find(({ id }) => id === model);
  return entry?.inputSchema ?? (table === undefined ? undefined : documentedInput(table));
}

type ModelsContext = Pick<RequestMeans, 'around' | 'clock' | 'home'>;

/** The models of an account, without a request: those of the embedded service, or of the list that is kept here. */
async function knownModels(
  context: ModelsContext,
  account: Pick<Account, 'baseUrl' | 'embedded' | 'profile'>,
): Promise<readonly ModelEntry[]> {
  if (account.embedded) return context.around.sandbox.models();
  return (await keptModels(context, account))?.models ?? [];
}

/** An account as a key: one profile may be of several services. */
function accountWord(profile: string | null, baseUrl: string | null): string {
  return JSON.stringify([profile, baseUrl]);
}

const documentedInput = oncePer((table: VideoOptionTable) => videoInputDescription(table));

/** The models that are known for the account of a job; none where that account is gone. */
async function keptFor(
  context: LikeCostsContext,
  { baseUrl: base_url, profile }: Pick<PricedJob, 'baseUrl' | 'profile'>,
): Promise<readonly ModelEntry[]> {
  if (profile === null || base_url === null) return [];
  try {
    return await knownModels(context, await context.accountOf({ profile, base_url }));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [];
  }
}

/** As `likeCosts`, but a ledger that can't be read tells of no charge: a price is nice to know, and keeps nobody from going on. */
export async function likeCostsIfRead(
  context: LikeCostsContext,
  wanted: readonly PricedJob[],
): Promise<LikeCosts> {
  // A price list that can't be read is the user's to mend.
  await listsOf(context, wanted);
  try {
    return await likeCosts(context, wanted);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return () => undefined;
  }
}

/** The fields of an intent that decide what its job would be charged. */
export type PricedRequest = Pick<Intent, 'base_url' | 'body' | 'draft_of' | 'model' | 'profile' | 'route'>;

/** A job that would be sent, as it would be charged. */
export async function pricedIntent(
  context: Pick<RequestMeans, 'ledger'>,
  { base_url: baseUrl, body, draft_of, model, profile, route }: PricedRequest,
): Promise<PricedJob> {
  const asked = objectOf(readJson(body)) ?? {};
  const step = draft_of !== null ? 'final' : isDraftRequest(asked, route) ? 'draft' : null;
  return { profile, baseUrl, model, step, request: await renderedBody(context, asked, draft_of) };
}

/** A job of the ledger as it was charged. `rendered` has the words of its draft, where it is a final. */
export function pricedJob(record: ComparedJob, rendered: unknown): PricedJob {
  const { base_url: baseUrl, intent, job, profile } = record;
  const step = intent?.draft_of != null ? 'final' : isDraft(record) ? 'draft' : null;
  return { profile, baseUrl, model: job.model ?? intent?.model ?? null, step, request: rendered };
}

/** An account by which its own jobs are known. A profile may have no key any more. */
export type SpendingAccount = Pick<Account, 'baseUrl' | 'embedded' | 'profile' | 'stored'> & {
  keySource: KeySource | undefined;
};

/**
 * The spending of an account, by the jobs of this machine that are its own, with whatever profile they were submitted.
 *
 * @param claimant the claimant of what is sent; without one no program is asked for a key, and its profile's jobs alone are known.
 */
export async function accountSpending(
  context: PriceListContext & Pick<RequestMeans, 'clock' | 'ledger'>,
  account: SpendingAccount,
  claimant?: Pick<ClaimAccount, 'account'>,
): Promise<Spending> {
  const [models, list] = [await knownModels(context, account), await priceList(context, account)];
  const { baseUrl, keySource: key_source, profile } = account;
  const fingerprint = claimant?.account ?? (await fingerprintOf(context, account));
  const scope = { profile, origin: originOf(baseUrl), key_source, account: fingerprint };
  return (await context.ledger()).spending(scope, likenessBy(models, list));
}

async function fingerprintOf(
  { around, home }: Pick<RequestMeans, 'around' | 'home'>,
  { keySource, ...account }: SpendingAccount,
): Promise<string | undefined> {
  if (keySource === undefined) return undefined;
  return fingerprintAtHand({ ...account, keySource }, homePlaces(await home()).ledger, around.environment);
}

/** Version of the rules by which jobs are compared. */
const comparison = 2;

/**
 * Compares jobs by what the kept list of models says that a request leaves open, and prices them. Other lists do both in another way, so
 * they make the mark. The text of a likeness has the price of the list in it.
 */
function likenessBy(models: readonly ModelEntry[], list: PriceList): Likeness {
  const known = new Map<string, PricedLikeness>();
  const read = (text: string): PricedLikeness => oncePerKey(known, text, () => readLikeness(text));
  const schemas = models.map(({ id, inputSchema }) => [id, inputSchema]);
  return {
    mark: sha256(JSON.stringify([comparison, schemas, list.rows, list.unpriced])).slice(0, 16),
    of(job, draft) {
      const priced = pricedJob(job, renderedRequest(requestOf(job), draft));
      const { kind, ...others } = list.likenessOf(priced, schemaIn(models, priced));
      return JSON.stringify({ kind: sha256(kind).slice(0, 16), ...others });
    },
    price(likeness, dearest) {
      const charged = Object.entries(dearest).map(([one, charge]) => ({ ...read(one), charges: [charge] }));
      return list.priceOf(read(likeness), charged)?.most;
    },
  };
}

/** A likeness as its text has it. One that is not ours is like no other. */
function readLikeness(text: string): PricedLikeness {
  const likeness = tryReadJson(text);
  return isLikeness(likeness) ? likeness : { kind: text, seconds: null, listed: null };
}

function isLikeness(value: unknown): value is PricedLikeness {
  return ['kind', 'seconds', 'listed'].every((name) => Object.hasOwn(objectOf(value) ?? {}, name));
}
