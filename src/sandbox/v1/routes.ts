import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { requestText } from '../../service/body/prompt-field.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { submitFindings } from '../../service/checks/preflight.ts';
import { requestRoutes, type TaskRoute } from '../../service/request-route.ts';
import { routes } from '../../service/routes.ts';
import { ownValue } from '../../text/json-object.ts';
import { assertGranted, type KeyHolder } from '../api-key.ts';
import { type CatalogueModel, taskModel } from '../catalogue/index.ts';
import type { Deployment, SandboxEnvironment } from '../deployment.ts';
import { generatorObjections } from '../life/generator.ts';
import { currentState, draftFact, draftOf, keptJob } from '../life/job-state.ts';
import { claimJob } from '../life/new-job.ts';
import { assertReferencesUsable, refsRefusal } from '../life/reference-trouble.ts';
import { requestedScenario, scenarioHeader, scenarioOf } from '../life/scenarios.ts';
import { renderedFile } from '../links/output-file.ts';
import { invalidInput, noSuchJob, Refusal } from '../refusal.ts';
import { bodyBytes, jsonObject } from '../request-body.ts';
import { type AcceptedJob, jobIdFrom, jobIdOf, taskIdOf } from '../state/jobs.ts';
import { errorOf, filesOf, taskView } from './task-view.ts';

type RouteContext = Context<SandboxEnvironment>;

/** The routes of v1. Jobs of the refs route are polled on the spicy one. @see service document §4.5–4.8 */
export function v1Routes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>()
    .post(routes.submitTask.path, accept('tasks'))
    .get(routes.pollTask.path, show('tasks'))
    .post(routes.submitImage.path, accept('images'))
    .get(routes.pollImage.path, show('images'))
    .post(routes.generateImage.path, async (context) => {
      const record = await submitted(context, 'images', { atOnce: true });
      return context.json(await pictures(context.var.deployment, record));
    })
    .post(routes.submitSpicy.path, accept('spicy'))
    .post(routes.submitRefs.path, accept('refs'))
    .get(routes.pollSpicy.path, show('spicy', 'refs'));
}

/** Accepts a submit, and answers with the id by which its job is polled. */
function accept(route: TaskRoute): (context: RouteContext) => Promise<Response> {
  return async (context) => {
    const { id } = await submitted(context, route);
    return context.json(
      requestRoutes[route].looksByVendorId ? { id: taskIdOf(id) } : { job_id: id, status: 'submitted' },
    );
  };
}

/** @throws Refusal. */
async function submitted(
  context: RouteContext,
  route: TaskRoute,
  { atOnce = false } = {},
): Promise<AcceptedJob> {
  const { account, deployment } = context.var;
  const body = jsonObject(await bodyBytes(context.req.raw));
  const scenario = context.req.header(scenarioHeader);
  return acceptTask(deployment, { account, route, body, scenario, atOnce });
}

/**
 * Answers a poll of jobs that were submitted by any of `ways`. The HTTP code says nothing of the task: its `status` does.
 * It throws a Refusal (404) for a job of another account and for one that never existed alike.
 */
function show(...ways: readonly TaskRoute[]): (context: RouteContext) => Response {
  return (context) => {
    const { account, deployment } = context.var;
    const id = context.req.param('id') ?? '';
    const record = keptJob(deployment, account.id, jobIdOf(id));
    const way = ways.find((one) => one === record.route);
    if (way === undefined) throw noSuchJob();
    if (id !== (requestRoutes[way].looksByVendorId ? taskIdOf(record.id) : record.id)) throw noSuchJob();
    return context.json(taskView(deployment, record));
  };
}

/**
 * The answer of the synchronous picture route, with the pictures in it.
 *
 * @throws Refusal (422) where the job did not succeed, since there is nothing left to wait for.
 * @see service document §4.6
 */
async function pictures(deployment: Deployment, record: AcceptedJob): Promise<Record<string, unknown>> {
  const now = currentState(deployment, record);
  if (now.status !== 'succeeded') {
    const errorCode = 'errorCode' in now ? now.errorCode : 'timeout';
    const { code, message, provider_code: providerCode } = errorOf(errorCode, 'image');
    throw new Refusal(422, { code, message, providerCode });
  }
  const { job_id, model, seed, size, usage } = taskView(deployment, record);
  const { data: links, media_url } = filesOf(deployment, record);
  const isInline = ownValue(record.body, 'response_format') === 'b64_json';
  const data = isInline ? await encoded(deployment, record) : links;
  const created = Math.floor(record.acceptedAtMs / 1_000);
  return { created, model, seed, size, data, usage, job_id, media_url };
}

/** The pictures themselves, in base64. */
function encoded(deployment: Deployment, record: AcceptedJob): Promise<{ b64_json: string }[]> {
  const files = Array.from({ length: record.outputCount }, async (_, index) => {
    const path = await renderedFile(deployment, { record, position: index + 1 });
    return { b64_json: readFileSync(path, 'base64') };
  });
  return Promise.all(files);
}

/** A v1 submit after its body was parsed. */
interface TaskRequest {
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
async function acceptTask(deployment: Deployment, request: TaskRequest): Promise<AcceptedJob> {
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
  if (typeof name !== 'string' || name === '') throw invalid(route, 'model must be the id of a model.');
  const model = taskModel(name, route);
  if (model !== undefined) return model;
  const { preparesReferences, submit } = requestRoutes[route];
  const message = `${name} is not served on ${routes[submit].path}`;
  if (preparesReferences) throw refsRefusal(400, `${message}; use ${routes.submitSpicy.path}.`);
  throw new Refusal(404, { code: 'model_not_found', message: `${message}.` });
}

/** A refusal of a wrong request. @see service document §7.3, §7.4 */
function invalid(route: TaskRoute, message: string): Refusal {
  return requestRoutes[route].preparesReferences ? refsRefusal(400, message) : invalidInput(message);
}

/** Throws the service's own refusals. */
function assertTaken(findings: readonly Finding[], route: TaskRoute): void {
  const refused = findings.filter(({ enforcedBy }) => enforcedBy === 'service');
  if (refused.length > 0) throw invalid(route, refused.map(({ message }) => `${message}.`).join(' '));
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
