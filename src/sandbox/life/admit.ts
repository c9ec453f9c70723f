import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { requestText } from '../../service/body/prompt-field.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { submitFindings } from '../../service/checks/preflight.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { routes } from '../../service/routes.ts';
import { ownText } from '../../text/json-object.ts';
import { assertGranted, type KeyHolder } from '../api-key.ts';
import { type CatalogueModel, modelOn } from '../catalogue/index.ts';
import type { Deployment } from '../deployment.ts';
import { invalidInput, Refusal, refsRefusal } from '../refusal.ts';
import { type AcceptedJob, jobIdFrom } from '../state/jobs.ts';
import { generatorObjections } from './generator.ts';
import { currentState, draftFact, draftOf, isRetained } from './job-state.ts';
import { claimJob } from './new-job.ts';
import { requestedScenario, scenarioOf } from './scenarios.ts';

/** A submit after its headers and body were read. */
export interface Submit {
  account: KeyHolder;
  route: RequestRoute;
  body: Record<string, unknown>;
  /** Undefined on v1, where each submit is a job of its own. */
  idempotencyKey: string | undefined;
  /** The value of the scenario header. */
  scenario: string | undefined;
  /** True if the answer contains the finished output. */
  atOnce: boolean;
}

/** The job of a submit; `replayed` if an earlier submit made it. */
type Admitted = Readonly<{ record: AcceptedJob; replayed: boolean }>;

/** How long the gateway waits for an answer. Unit: s. @see service document §8 */
const gatewaySeconds = 120;

/**
 * Admits a job. A known idempotency key is answered before any other check. A refusal charges, holds and records nothing. On v1 the
 * generator examines a request before the answer, so its refusals are answered here, in its own words.
 *
 * @throws Refusal: 400, 403, 404, 409, 429, 503, or the one that a scenario asks for.
 * @see service document §3, §4.1, §4.5–4.8, §7
 */
export async function admit(deployment: Deployment, submit: Submit): Promise<Admitted> {
  const { account, atOnce, body: sent, idempotencyKey, route } = submit;
  const keyed = idempotencyKey === undefined ? undefined : jobIdFor(deployment, account, idempotencyKey);
  const known = keyed === undefined ? undefined : deployment.jobs.read(keyed);
  if (known !== undefined) return replay(known, sent);
  const scenario = requestedScenario(submit.scenario, requestText(readSubmit(sent, { route })));
  const model = servedModel(sent, route);
  assertGranted(account.grants, model.id);
  if (atOnce && (model.gatewaySeconds ?? 0) > gatewaySeconds) throw tooSlow(model);
  const { isPassThrough } = requestRoutes[route];
  const body = isPassThrough ? { ...sent, model: model.id } : sent;
  const draft = (id: string) => draftFact(deployment, account.id, id, route);
  const findings = submitFindings(body, { route, model, loopback: true, draft });
  const refused = findings.filter(({ enforcedBy }) => enforcedBy === 'service');
  if (refused.length > 0) throw invalid(route, sentences(refused.map(({ message }) => message)));
  if (isPassThrough) assertGenerated(findings, model, readSubmit(body, { route }).input);
  const { outcome, record } = await claimJob(deployment, {
    id: keyed ?? jobIdFrom(Buffer.from(deployment.randomBytes(16)).toString('hex')),
    accountId: account.id,
    route,
    model,
    body,
    findings,
    draft: draftOf(deployment, account.id, body, route),
    scenario,
    atOnce,
  });
  if (outcome === 'exists') return replay(record, body);
  if (record.callbackUrl !== undefined)
    deployment.callbacks.write(record.id, {
      url: record.callbackUrl,
      state: 'pending',
      attempts: 0,
      notBeforeMs: 0,
    });
  if (scenarioOf(scenario).failsAfterCommit === true)
    throw new Refusal('internal', 'The service failed after it took the job.');
  return { record, replayed: false };
}

/**
 * The job id for an account's idempotency key. Every process derives the same one, so claiming the job's record claims the key.
 * Once that record has expired, or its key is forgotten, the key stands for the next id.
 */
function jobIdFor(deployment: Deployment, account: KeyHolder, idempotencyKey: string): string {
  for (let generation = 0; ; generation += 1) {
    const id = jobIdFrom(deployment.secret.derive(['job', account.id, idempotencyKey, String(generation)]));
    const record = deployment.jobs.read(id);
    if (record === undefined || isKeyKnown(deployment, record)) return id;
  }
}

function isKeyKnown(deployment: Deployment, record: AcceptedJob): boolean {
  const nowMs = deployment.nowMs(record.accountId);
  if (nowMs - record.acceptedAtMs >= deployment.limits.forgetKeysAfterMs) return false;
  return isRetained(currentState(deployment, record), nowMs);
}

/** Answers a known key. Bodies count as the same if they are the same JSON value. */
function replay(record: AcceptedJob, body: Record<string, unknown>): Admitted {
  if (canonicalJson(record.body) === canonicalJson(body)) return { record, replayed: true };
  throw new Refusal('idempotency_conflict', 'This Idempotency-Key was used with a different body.');
}

function servedModel(body: Record<string, unknown>, route: RequestRoute): CatalogueModel {
  const name = ownText(body, 'model') ?? '';
  if (name === '') throw invalid(route, 'model must be the id of a model.');
  const model = modelOn(route, name);
  if (model !== undefined) return model;
  const { preparesReferences, submit } = requestRoutes[route];
  const message = `${name} is not served on ${routes[submit].path}`;
  if (preparesReferences) throw refsRefusal(`${message}; use ${routes.submitSpicy.path}.`);
  throw new Refusal('model_not_found', `${message}.`);
}

/** A refusal of a wrong request. @see service document §7.3, §7.4 */
function invalid(route: RequestRoute, message: string): Refusal {
  return requestRoutes[route].preparesReferences ? refsRefusal(message) : invalidInput(message);
}

/** Throws the generator's refusals, with its own words, numbers and code. @see service document §7.3 */
function assertGenerated(
  findings: readonly Finding[],
  model: CatalogueModel,
  input: Record<string, unknown>,
): void {
  const objections = generatorObjections(model, input, findings);
  if (objections.length > 0)
    throw new Refusal('provider_rejected', sentences(objections), { providerCode: 'InvalidParameter' });
}

function sentences(words: readonly string[]): string {
  return words.map((one) => `${one}.`).join(' ');
}

function tooSlow({ gatewaySeconds: takes, id }: CatalogueModel): Refusal {
  return new Refusal(
    'use_async_route',
    `${id} takes about ${takes} s, longer than an answer is waited for; use ${routes.submitImage.path}.`,
  );
}
