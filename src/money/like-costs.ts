import { CliError } from '../errors/cli-error.ts';
import type { Intent, JobRecord } from '../ledger/record.ts';
import { renderedBody, renderedRequests } from '../ledger/rendered-requests.ts';
import { type PastCharges, pastCharges } from '../ledger/rules/past-charges.ts';
import type { ComparedJob } from '../ledger/spending/spending-index.ts';
import { isDraft, isDraftRequest } from '../request/draft-validity.ts';
import { keptModels } from '../request/models/live-models.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { readJson } from '../schema/json/read-json.ts';
import { chargeOf } from '../service/charge.ts';
import { familyOf, type VideoOptionTable } from '../service/families/index.ts';
import type { InputDescription, ModelEntry } from '../service/model.ts';
import { videoInputDescription } from '../service/wire/video-input-description.ts';
import { serviceOrigin } from '../text/base-url.ts';
import { objectOf } from '../text/json-object.ts';
import { microUsdOf } from '../text/money.ts';
import { oncePer } from '../text/once-per.ts';
import { likenessOf, type PricedJob } from './rules/likeness.ts';

/** So many of the newest jobs that were charged are compared with. */
const comparedMost = 2_000;

/** Tells what jobs like one were charged here; undefined where there were none. Jobs that are alike get one object. */
export type LikeCosts = (job: PricedJob) => PastCharges | undefined;

/** The means to compare jobs by what they were charged. */
export type LikeCostsContext = Pick<RequestMeans, 'accountOf' | 'clock' | 'home' | 'ledger'>;

/** The charges of the jobs of this machine that are like each of these. Nothing is read where none is asked for. */
export async function likeCosts(context: LikeCostsContext, wanted: readonly PricedJob[]): Promise<LikeCosts> {
  if (wanted.length === 0) return () => undefined;
  const models = new Set(wanted.map(({ model }) => model));
  const profiles = new Set(wanted.map(({ profile }) => profile));
  const services = new Set(wanted.flatMap(({ baseUrl }) => (baseUrl === null ? [] : serviceOrigin(baseUrl))));
  const charged = await (await context.ledger()).list({
    limit: comparedMost,
    where: ({ costUsd, model, profile }) => costUsd !== null && models.has(model) && profiles.has(profile),
    matches: ({ base_url }) => services.has(serviceOrigin(base_url)),
  });
  const [rendered, schemaOf] = [await renderedRequests(context, charged), await schemasOf(context, charged)];
  const keyOf = (job: PricedJob): string => likenessOf(job, schemaOf(job));
  const charges = new Map<string, number[]>();
  for (const record of charged) {
    const costUsd = chargeOf(record.job);
    if (costUsd === undefined) continue;
    const key = keyOf(pricedJob(record, rendered(record)));
    const known = charges.get(key) ?? [];
    charges.set(key, known);
    known.push(microUsdOf(costUsd));
  }
  const costs = new Map([...charges].map(([key, known]) => [key, pastCharges(known)]));
  return (job) => costs.get(keyOf(job));
}

/**
 * Makes the reader of the defaults of the models that jobs were charged for. They come from the list that is kept here for their
 * account, else from the tables of the service document. Nothing is fetched: a price is nice to know, and worth no request.
 * @see service document §2.5, §2.7
 */
async function schemasOf(
  context: LikeCostsContext,
  charged: readonly JobRecord[],
): Promise<(job: PricedJob) => InputDescription | undefined> {
  const listed = new Map<string, readonly ModelEntry[]>();
  for (const record of charged) {
    const whose = accountWord(record.profile, record.base_url);
    if (!listed.has(whose)) listed.set(whose, await keptFor(context, record));
  }
  return (job) => schemaIn(listed.get(accountWord(job.profile, job.baseUrl)) ?? [], job);
}

/** The defaults of a job's model: by the list at hand, else by the table of the service document. */
export function schemaIn(
  models: readonly ModelEntry[],
  { model }: Pick<PricedJob, 'model'>,
): InputDescription | undefined {
  const table = familyOf(model ?? '')?.options;
  const entry = models.find(({ id }) => id === model);
  return entry?.inputSchema ?? (table === undefined ? undefined : documentedInput(table));
}

/** An account as a key: one profile may be of several services. */
function accountWord(profile: string | null, baseUrl: string | null): string {
  return JSON.stringify([profile, baseUrl]);
}

const documentedInput = oncePer((table: VideoOptionTable) => videoInputDescription(table));

/** The models that are kept for the account of a job; none where that account is gone. */
async function keptFor(context: LikeCostsContext, record: JobRecord): Promise<readonly ModelEntry[]> {
  try {
    return (await keptModels(context, await context.accountOf(record)))?.models ?? [];
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
