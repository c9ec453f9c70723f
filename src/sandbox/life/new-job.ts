import { valueAt } from '../../schema/json/json-place.ts';
import { characterCount } from '../../schema/limits.ts';
import { requestText } from '../../service/body/prompt-field.ts';
import { type PartView, readSubmit } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { limits } from '../../service/limits.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { ownValue } from '../../text/json-object.ts';
import type { CatalogueModel } from '../catalogue/index.ts';
import type { Deployment } from '../deployment.ts';
import { openingOf } from '../links/output-link.ts';
import type { Opening } from '../media/rendering.ts';
import { type PricedWork, priceOf, totalMicrousd } from '../money/prices.ts';
import { Refusal } from '../refusal.ts';
import { type Account, countAttempt } from '../state/accounts.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { generatorObjections, renderingOf } from './generator.ts';
import { currentState, hasEnded } from './job-state.ts';
import { type PlannedEnd, planJob, type Speed, workSeconds } from './plan.ts';
import { type ScenarioName, scenarioOf } from './scenarios.ts';

/** Everything that decides the life of a new job. */
export interface NewJob {
  id: string;
  accountId: string;
  route: RequestRoute;
  model: CatalogueModel;
  body: Record<string, unknown>;
  findings: readonly Finding[];
  /** The draft's record; only for a final. */
  draft: AcceptedJob | undefined;
  /** The picture of the sandbox's own that it is to begin with. */
  opening: Opening | undefined;
  scenario: ScenarioName | undefined;
  /** The number of earlier jobs with this body under `fails_twice`. */
  earlierAttempts: number;
  acceptedAtMs: number;
  speed: Speed;
}

/** The record of a new job, with its whole life in it. @see service document §3 */
function newJobRecord(job: NewJob): AcceptedJob {
  const rendering = renderingOf({ ...job, jobId: job.id, draft: job.draft?.rendering });
  const outputCount = countOf(job);
  const scenario = scenarioOf(job.scenario);
  const { plan, deadlineAtMs } = planJob({
    acceptedAtMs: job.acceptedAtMs,
    workSeconds: workSeconds(rendering) * (scenario.slowness ?? 1),
    runtimeSeconds: job.model.runtimeSeconds,
    speed: job.speed,
    end: endOf(job),
  });
  const work = { rendering, outputCount, withVideo: hasVideo(job.draft ?? job) };
  const callbackUrl = ownValue(job.body, 'callback_url');
  const { isFlat } = requestRoutes[job.route];
  return {
    schema: 1,
    id: job.id,
    accountId: job.accountId,
    route: job.route,
    body: job.body,
    model: job.model.id,
    medium: job.model.medium,
    acceptedAtMs: job.acceptedAtMs,
    deadlineAtMs,
    plan,
    price: priceOf(job.model.rate, {
      ...work,
      enhanced: !isFlat && scenario.rewrite === undefined ? enhancedPrompt(job.body) : undefined,
    }),
    rendering,
    outputCount,
    scenario: job.scenario,
    callbackUrl: !isFlat && typeof callbackUrl === 'string' ? callbackUrl : undefined,
  };
}

function endOf(job: NewJob): PlannedEnd {
  const { model, body, findings, route, scenario, earlierAttempts } = job;
  const { input } = readSubmit(body, { route });
  if (generatorObjections(model, input, findings).length > 0)
    return { status: 'failed', errorCode: 'provider_rejected' };
  return scenarioOf(scenario).end?.({ input, earlierAttempts }) ?? { status: 'succeeded' };
}

/** The number of outputs, which is the vendor's `n` on v1. Counts that the model does not give have been refused before. */
function countOf({ body, model, route }: NewJob): number {
  const { countField } = requestRoutes[route];
  const count = countField === undefined ? undefined : valueAt(body, countField.split('.'));
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 1;
  return isCount ? Math.min(count, model.maxOutputCount) : 1;
}

function hasVideo({ body, route }: Pick<AcceptedJob, 'body' | 'route'>): boolean {
  return readSubmit(body, { route }).parts.some(({ type }: PartView) => type === 'video_url');
}

/**
 * The part of a prompt's rewriting that is billed. Nothing is billed where it is off, or where the prompt is empty or too long.
 * @see service document §2.4
 */
function enhancedPrompt(body: Record<string, unknown>): PricedWork['enhanced'] {
  const level = ownValue(body, 'prompt_enhance');
  if (level !== 'basic' && level !== 'full') return undefined;
  const subject = readSubmit(body, {});
  const count = characterCount(requestText(subject));
  if (count === 0 || count > limits.promptEnhanceCharacters) return undefined;
  const pictures = ownValue(subject.input, 'reference_images');
  return { level, pictures: Array.isArray(pictures) ? pictures.length : 0 };
}

/** How long the scenario `rate_limited` asks a submit to wait. Unit: ms. */
const rateLimitedMs = 2_000;

/**
 * Admits a job and places its hold, under the account's lock: the hold first, then the record. Holds are kept by job id, so two
 * submits with one key place only one. If the process dies before it writes the record, the next submit drops the hold.
 *
 * @returns the record that counts, and whether it existed before.
 * @throws Refusal (429), or the refusal that a scenario asks for.
 */
export function claimJob(
  deployment: Deployment,
  job: Omit<NewJob, 'acceptedAtMs' | 'speed' | 'earlierAttempts' | 'opening'> & { atOnce?: boolean },
): Promise<{ record: AcceptedJob; outcome: 'claimed' | 'exists' }> {
  return deployment.accounts.locked(job.accountId, (account, save) => {
    const known = deployment.jobs.read(job.id);
    if (known !== undefined) return { record: known, outcome: 'exists' };
    settle(deployment, job.accountId, account);
    const { scenario } = job;
    const earlierAttempts = scenario === 'fails_twice' ? countAttempt(account, scenario, job.body) : 0;
    const acceptedAtMs = deployment.nowMs(job.accountId);
    const speed = job.atOnce === true ? 'instant' : deployment.speed;
    const opening = openingOf(deployment, job);
    const record = newJobRecord({ ...job, earlierAttempts, opening, acceptedAtMs, speed });
    const inFlightMost = deployment.limits.inFlight(job.accountId);
    assertScenarioAdmits(record, account, inFlightMost);
    assertAdmitted(account, record, inFlightMost);
    const { endsAtMs } = record.plan;
    account.open[record.id] = { holdMicrousd: totalMicrousd(record.price), endsAtMs };
    save();
    const outcome = deployment.jobs.claim(record);
    return { record: outcome === 'claimed' ? record : (deployment.jobs.read(record.id) ?? record), outcome };
  });
}

function assertScenarioAdmits(record: AcceptedJob, account: Account, inFlightMost: number): void {
  switch (scenarioOf(record.scenario).submit) {
    case 'rate_limited':
      throw tooManyInFlight(inFlightMost, rateLimitedMs);
    case 'out_of_balance':
      throw outOfBalance(totalMicrousd(record.price), Math.min(account.balanceMicrousd, 0));
    case 'server_error':
      throw new Refusal(500, { code: 'internal', message: 'The service failed before it took the job.' });
  }
}

/** The longest Retry-After of a refused submit. Unit: s. */
const longestWaitSeconds = 30;

/**
 * Settles the jobs of an account that ended. A job that succeeded is charged; any other end only releases its hold. A hold
 * without a job record comes from a submit that died before writing the record, and is dropped.
 *
 * Only jobs whose planned end has come are read, and the newest: a submit that died left the newest hold, since the next submit
 * comes here first. A cancel takes its hold away itself, or dies and leaves it until the planned end.
 *
 * @see service document §1.5, §3
 */
export function settle(deployment: Deployment, accountId: string, account: Account): void {
  const nowMs = deployment.nowMs(accountId);
  const newestId = Object.keys(account.open).at(-1);
  for (const [jobId, { endsAtMs }] of Object.entries(account.open)) {
    if (endsAtMs > nowMs && jobId !== newestId) continue;
    const record = deployment.jobs.read(jobId);
    const now = record && currentState(deployment, record);
    if (now !== undefined && !hasEnded(now)) continue;
    if (record !== undefined && now?.status === 'succeeded')
      account.balanceMicrousd -= totalMicrousd(record.price);
    delete account.open[jobId];
  }
}

/** The part of the balance that is held for unsettled jobs. */
export function heldMicrousd({ open }: Account): number {
  return Object.values(open).reduce((sum, { holdMicrousd }) => sum + holdMicrousd, 0);
}

/**
 * Refuses a job that exceeds the number in flight, or that the balance does not cover.
 *
 * @throws Refusal (429): for the number in flight with Retry-After, for the balance with a message that names it.
 * @see service document §7.2
 */
function assertAdmitted(account: Account, record: AcceptedJob, inFlightMost: number): void {
  const ends = Object.values(account.open).map(({ endsAtMs }) => endsAtMs);
  if (ends.length >= inFlightMost)
    throw tooManyInFlight(inFlightMost, Math.min(...ends) - record.acceptedAtMs);
  const availableMicrousd = account.balanceMicrousd - heldMicrousd(account);
  if (totalMicrousd(record.price) > availableMicrousd)
    throw outOfBalance(totalMicrousd(record.price), availableMicrousd);
}

function tooManyInFlight(inFlightMost: number, freeInMs: number): Refusal {
  return new Refusal(429, {
    code: 'too_many_jobs',
    message: `Too many jobs are in flight; this account may have ${inFlightMost}.`,
    retryAfterSeconds: Math.min(Math.max(Math.ceil(freeInMs / 1_000), 1), longestWaitSeconds),
  });
}

function outOfBalance(neededMicrousd: number, availableMicrousd: number): Refusal {
  const usd = (microusd: number) => (microusd / 1e6).toFixed(3);
  return new Refusal(429, {
    code: 'insufficient_balance',
    message: `The organisation is out of balance: the job holds ${usd(neededMicrousd)} USD, ${usd(availableMicrousd)} USD are free.`,
  });
}
