import { requestText } from '../../service/body/prompt-field.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { submitFindings } from '../../service/checks/preflight.ts';
import { requestRoutes, type TaskRoute } from '../../service/request-route.ts';
import { routes } from '../../service/routes.ts';
import { assertGranted, type KeyHolder } from '../api-key.ts';
import { type CatalogueModel, taskModel } from '../catalogue/index.ts';
import type { Deployment } from '../deployment.ts';
import { draftFact, draftOf } from '../life/drafts.ts';
import { generatorObjections } from '../life/generator.ts';
import { claimJob } from '../life/new-job.ts';
import { assertReferencesUsable, refsRefusal } from '../life/reference-trouble.ts';
import { requestedScenario, scenarioOf } from '../life/scenarios.ts';
import { invalidInput, Refusal } from '../refusal.ts';
import { type AcceptedJob, jobIdFrom } from '../state/jobs.ts';

/** A v1 submit after its body was parsed. */
export interface TaskRequest {
  account: KeyHolder;
  route: TaskRoute;
  body: Record<string, unknown>;
  /** The value of the scenario header. */
  scenario: string | undefined;
  /** True if the answer contains the finished picture. */
  atOnce?: boolean;
}

/** How long the gateway waits for an answer. Unit: s. @see service document §8 */
const gatewaySeconds = 120;

/**
 * Accepts a task. v1 has no idempotency key: each submit is a job of its own. On v1 the generator examines a request before the
 * answer, so its refusals are answered here, in its own words.
 *
 * @throws Refusal: 400, 403, 404, 429, 503, or the one that a scenario asks for.
 * @see service document §4.5–4.8, §7.3, §7.4
 */
export async function acceptTask(deployment: Deployment, request: TaskRequest): Promise<AcceptedJob> {
  const { account, atOnce = false, body: sent, route } = request;
  const scenario = requestedScenario(request.scenario, requestText(readSubmit(sent, { route })));
  const model = servedModel(sent, route);
  assertGranted(account.grants, model.id);
  if (atOnce && (model.gatewaySeconds ?? 0) > gatewaySeconds) throw tooSlow(model);
  const body = { ...sent, model: model.id };
  const draft = (id: string) => draftFact(deployment, account.id, id, route);
  const findings = submitFindings(body, { route, model, loopback: true, draft });
  assertTaken(findings, route);
  assertGenerated(findings, model, readSubmit(body, { route }).input);
  await assertReferencesUsable({ deployment, accountId: account.id, route, body, scenario });
  const id = jobIdFrom(Buffer.from(deployment.randomBytes(16)).toString('hex'));
  const { record } = await claimJob(deployment, {
    id,
    accountId: account.id,
    route,
    model,
    body,
    findings,
    draft: draftOf(deployment, account.id, body, route),
    scenario,
    atOnce,
  });
  if (scenarioOf(scenario).submit === 'server_error_after_commit')
    throw new Refusal(500, { code: 'internal', message: 'The service failed after it took the job.' });
  return record;
}

function servedModel(body: Record<string, unknown>, route: TaskRoute): CatalogueModel {
  const name = body.model;
  if (typeof name !== 'string' || name === '')
    throw refusals[route].invalid('model must be the id of a model.');
  const model = taskModel(name, route);
  if (model !== undefined) return model;
  throw refusals[route].unserved(name, routes[requestRoutes[route].submit].path);
}

/** How a route refuses a wrong request, and a model that it does not serve. */
const ofTasks = {
  invalid: invalidInput,
  unserved: (model: string, path: string) =>
    new Refusal(404, { code: 'model_not_found', message: `${model} is not served on ${path}.` }),
};

/** @see service document §7.3, §7.4 */
const refusals: Record<TaskRoute, typeof ofTasks> = {
  tasks: ofTasks,
  images: ofTasks,
  spicy: ofTasks,
  refs: {
    invalid: (message) => refsRefusal(400, message),
    unserved: (model, path) =>
      refsRefusal(400, `${model} is not served on ${path}; use ${routes.submitSpicy.path}.`),
  },
};

/** Throws the service's own refusals. */
function assertTaken(findings: readonly Finding[], route: TaskRoute): void {
  const refused = findings.filter(({ enforcedBy }) => enforcedBy === 'service');
  if (refused.length > 0)
    throw refusals[route].invalid(refused.map(({ message }) => `${message}.`).join(' '));
}

/** Throws the generator's refusals, with its own words, numbers and code. @see service document §7.3 */
function assertGenerated(
  findings: readonly Finding[],
  model: CatalogueModel,
  input: Record<string, unknown>,
): void {
  const objections = generatorObjections(model, input, findings);
  if (objections.length === 0) return;
  throw new Refusal(400, {
    code: 'provider_rejected',
    message: objections.map((objection) => `${objection}.`).join(' '),
    providerCode: 'InvalidParameter',
  });
}

function tooSlow({ gatewaySeconds: takes, id }: CatalogueModel): Refusal {
  return new Refusal(400, {
    code: 'use_async_route',
    message: `${id} takes about ${takes} s, longer than an answer is waited for; use ${routes.submitImage.path}.`,
  });
}
