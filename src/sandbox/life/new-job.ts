import { valueAt } from '../../schema/json/json-place.ts';
import { characterCount } from '../../schema/limits.ts';
import { requestText } from '../../service/body/prompt-field.ts';
import { type PartView, readSubmit } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { limits } from '../../service/limits.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { ownText, ownValue } from '../../text/json-object.ts';
import type { CatalogueModel } from '../catalogue/index.ts';
import type { Deployment } from '../deployment.ts';
import { openingOf } from '../links/output-link.ts';
import { type PricedWork, priceOf, totalMicrousd } from '../money/prices.ts';
import { outOfBalance, type Refusal, tooManyInFlight } from '../refusal.ts';
import { type Account, countAttempt } from '../state/accounts.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { generatorObjections, renderingOf } from './generator.ts';
import { currentState, hasEnded } from './job-state.ts';
import { type PlannedEnd, planJob, workSeconds } from './plan.ts';
import { type ScenarioName, scenarioOf } from './scenarios.ts';

/** Everything that decides the life of a new job. */
interface NewJob {
  id: string;
  accountId: string;
  route: RequestRoute;
  model: CatalogueModel;
  body: Record<string, unknown>;
  findings: readonly Finding[];
  /** The draft's record; only for a final. */
  draft: AcceptedJob | undefined;
  scenario: ScenarioName | undefined;
  /** True if the answer contains the finished output. */
  atOnce: boolean;
}

/** The record of a new job, with its whole life in it. @see service document §3 */
function newJobRecord(deployment: Deployment, job: NewJob, earlierAttempts: number): AcceptedJob {
  const { accountId, body, draft, id, model, route } = job;
  const acceptedAtMs = deployment.nowMs(accountId);
  const opening = openingOf(deployment, job);
  const rendering = renderingOf({ jobId: id, model, body, route, draft: draft?.rendering, opening });
  const outputCount = countOf(job);
  const scenario = scenarioOf(job.scenario);
  const { plan, deadlineAtMs } = planJob({
    acceptedAtMs,
    workSeconds: workSeconds(rendering) * (scenario.slowness ?? 1),
    runtimeSeconds: model.runtimeSeconds,
    speed: job.atOnce ? 'instant' : deployment.speed,
    end: endOf(job, earlierAttempts),
  });
  const { isFlat } = requestRoutes[route];
  const enhanced = isFlat || scenario.rewrite !== undefined ? undefined : enhancedPrompt(body);
  const withVideo = hasVideo(draft ?? job);
  return {
    schema: 1,
    id,
    accountId,
    route,
    body,
    model: model.id,
    medium: model.medium,
    acceptedAtMs,
    deadlineAtMs,
    plan,
    price: priceOf(model.rate, { rendering, outputCount, withVideo, enhanced }),
    rendering,
    outputCount,
    scenario: job.scenario,
    callbackUrl: isFlat ? undefined : ownText(body, 'callback_url'),
  };
}

function endOf({ body, findings, model, route, scenario }: NewJob, earlierAttempts: number): PlannedEnd {
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

/**
 * Admits a job and places its hold, under the account's lock: the hold first, then the record. Holds are kept by job id, so two
 * submits with one key place only one. If the process dies before it writes the record, the next submit drops the hold.
 *
 * @returns the record that counts, and whether it existed before.
 * @throws Refusal (429), or the refusal that a scenario asks for.
 */
export function claimJob(
  deployment: Deployment,
  job: NewJob,
): Promise<{ record: AcceptedJob; outcome: 'claimed' | 'exists' }> {
  const { accountId, id, scenario } = job;
  return deployment.accounts.locked(accountId, (account, save) => {
    const known = deployment.jobs.read(id);
    if (known !== undefined) return { record: known, outcome: 'exists' };
    settle(deployment, accountId, account);
    const isCounted = scenario !== undefined && scenarioOf(scenario).counts === true;
    const earlierAttempts = isCounted ? countAttempt(account, scenario, job.body) : 0;
    const record = newJobRecord(deployment, job, earlierAttempts);
    const refusal = scenarioRefusal(deployment, record, account, earlierAttempts);
    if (refusal !== undefined) {
      save();
      throw refusal;
    }
    assertAdmitted(account, record, deployment.limits.inFlight(accountId));
    account.open[id] = { holdMicrousd: totalMicrousd(record.price), endsAtMs: record.plan.endsAtMs };
    save();
    const outcome = deployment.jobs.claim(id, record);
    return { record: outcome === 'claimed' ? record : (deployment.jobs.read(id) ?? record), outcome };
  });
}

function scenarioRefusal(
  { limits: { inFlight } }: Deployment,
  { accountId, body, price, route, scenario }: AcceptedJob,
  { balanceMicrousd }: Account,
  earlierAttempts: number,
): Refusal | undefined {
  const { parts } = readSubmit(body, { route });
  const money = { neededMicrousd: totalMicrousd(price), balanceMicrousd };
  const inFlightMost = inFlight(accountId);
  return scenarioOf(scenario).refuses?.({ route, parts, earlierAttempts, inFlightMost, ...money });
}

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
