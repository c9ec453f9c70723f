import { type Context, Hono } from 'hono';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { requestText } from '../../service/body/prompt-field.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { submitFindings } from '../../service/checks/preflight.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { routes } from '../../service/routes.ts';
import { assertGranted, type KeyHolder } from '../api-key.ts';
import { type CatalogueModel, catalogue, catalogueModel } from '../catalogue/index.ts';
import type { Deployment, SandboxEnvironment } from '../deployment.ts';
import { acceptCancel, currentState, draftFact, draftOf, isRetained, keptJob } from '../life/job-state.ts';
import { claimJob } from '../life/new-job.ts';
import { requestedScenario, scenarioHeader, scenarioOf } from '../life/scenarios.ts';
import { invalidInput, noSuchJob, Refusal } from '../refusal.ts';
import { bodyBytes, jsonObject } from '../request-body.ts';
import { type AcceptedJob, jobIdFrom } from '../state/jobs.ts';
import { acceptedView, jobView } from './job-view.ts';

const keyLengthMost = 255;

/** Submit, poll and cancel, and the list of models, of which every account sees all. @see service document §4.1–4.4 */
export function v2Routes(): Hono<SandboxEnvironment> {
  const app = new Hono<SandboxEnvironment>();

  app.post(routes.submitJob.path, async (context) => {
    const { deployment, account } = context.var;
    const bytes = await bodyBytes(context.req.raw);
    const { record, replayed } = await acceptJob(deployment, {
      account,
      idempotencyKey: idempotencyKey(context),
      body: jsonObject(bytes),
      scenario: context.req.header(scenarioHeader),
    });
    if (replayed) {
      context.header('Idempotent-Replayed', 'true');
      return jobResponse(context, record);
    }
    if (scenarioOf(record.scenario).submit === 'server_error_after_commit')
      throw new Refusal(500, { code: 'internal', message: 'The service failed after it took the job.' });
    return context.json(acceptedView(record), 202);
  });

  app.get(routes.pollJob.path, (context) => jobResponse(context, ownJob(context)));

  app.post(routes.cancelJob.path, async (context) => {
    const record = ownJob(context);
    await acceptCancel(context.var.deployment, record);
    return jobResponse(context, record);
  });

  app.get(routes.listModels.path, (context) => context.json({ data: catalogue.map(listedModel) }));

  return app;
}

function listedModel(model: CatalogueModel) {
  return {
    id: model.id,
    media: model.medium,
    max_runtime_seconds: model.runtimeSeconds,
    max_output_count: model.maxOutputCount,
    input_schema: model.inputSchema,
  };
}

function jobResponse(context: Context<SandboxEnvironment>, record: AcceptedJob): Response {
  const view = jobView(context.var.deployment, record);
  if (view.retry_after !== undefined) context.header('Retry-After', String(view.retry_after));
  return context.json(view);
}

function idempotencyKey(context: Context<SandboxEnvironment>): string {
  const key = context.req.header('Idempotency-Key') ?? '';
  if (key.length >= 1 && key.length <= keyLengthMost) return key;
  throw new Refusal(400, {
    code: 'idempotency_key_required',
    message: `The request must carry an Idempotency-Key of 1 to ${keyLengthMost} characters.`,
  });
}

/** The job of the request's path. @throws Refusal (404) if there is none that this account can poll on v2. */
function ownJob(context: Context<SandboxEnvironment>): AcceptedJob {
  const { deployment, account } = context.var;
  const record = keptJob(deployment, account.id, context.req.param('id') ?? '');
  if (requestRoutes[record.route].isPassThrough) throw noSuchJob();
  return record;
}

/** A v2 submit after its headers and body were parsed. */
interface SubmitRequest {
  account: KeyHolder;
  idempotencyKey: string;
  body: Record<string, unknown>;
  /** The value of the scenario header. */
  scenario: string | undefined;
}

/** The job of a submit; `replayed` if an earlier submit made it. */
type Submitted = Readonly<{ record: AcceptedJob; replayed: boolean }>;

/**
 * Accepts a job. A known idempotency key is answered before any other check. A refusal charges, holds and records nothing.
 *
 * @throws Refusal: 404 model, 403 grant, 400 findings, 409 another body, 429, or the one that a scenario asks for.
 * @see service document §3, §4.1, §7.2
 */
async function acceptJob(deployment: Deployment, request: SubmitRequest): Promise<Submitted> {
  const { account, body } = request;
  const id = jobIdFor(deployment, account, request.idempotencyKey);
  const known = deployment.jobs.read(id);
  if (known !== undefined) return replay(known, body);
  const scenario = requestedScenario(request.scenario, requestText(readSubmit(body, {})));
  const model = grantedModel(account, body);
  const findings = assertAccepted(deployment, account, body, model);
  const draft = draftOf(deployment, account.id, body, 'jobs');
  const job = { id, accountId: account.id, route: 'jobs', model, body, findings, draft, scenario } as const;
  const { record, outcome } = await claimJob(deployment, job);
  if (outcome === 'exists') return replay(record, body);
  if (record.callbackUrl !== undefined)
    deployment.callbacks.write(id, {
      url: record.callbackUrl,
      state: 'pending',
      attempts: 0,
      notBeforeMs: 0,
    });
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
function replay(record: AcceptedJob, body: Record<string, unknown>): Submitted {
  if (canonicalJson(record.body) === canonicalJson(body)) return { record, replayed: true };
  throw new Refusal(409, {
    code: 'idempotency_conflict',
    message: 'This Idempotency-Key was used with a different body.',
  });
}

function grantedModel(account: KeyHolder, body: Record<string, unknown>): CatalogueModel {
  const id = body.model;
  if (typeof id !== 'string' || id === '') throw invalidInput('model must be an id of GET /v2/models.');
  const model = catalogueModel(id);
  if (model === undefined)
    throw new Refusal(404, { code: 'model_not_found', message: 'This model is not served on /v2.' });
  assertGranted(account.grants, id);
  return model;
}

function assertAccepted(
  deployment: Deployment,
  account: KeyHolder,
  body: Record<string, unknown>,
  model: CatalogueModel,
): Finding[] {
  const draft = (id: string) => draftFact(deployment, account.id, id, 'jobs');
  const findings = submitFindings(body, { model, loopback: true, draft });
  const refused = findings.filter(({ enforcedBy }) => enforcedBy === 'service');
  if (refused.length === 0) return findings;
  throw invalidInput(refused.map(({ message }) => `${message}.`).join(' '));
}
