import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { type RequestWay, requestRoutes, requestWays, submitRouteOf } from '../../service/request-route.ts';
import { type RouteName, routes } from '../../service/routes.ts';
import { ownValue } from '../../text/json-object.ts';
import { catalogue } from '../catalogue/index.ts';
import type { Deployment, SandboxEnvironment } from '../deployment.ts';
import { admit } from '../life/admit.ts';
import { acceptCancel, currentState, keptJob } from '../life/job-state.ts';
import { scenarioHeader } from '../life/scenarios.ts';
import { renderedFile } from '../links/output-file.ts';
import { noSuchJob, Refusal } from '../refusal.ts';
import { bodyBytes, jsonObject } from '../request-body.ts';
import { type AcceptedJob, jobIdOf, taskIdOf } from '../state/jobs.ts';
import { acceptedView, jobView } from './job-view.ts';
import { errorOf, filesOf, taskView } from './task-view.ts';

type RouteContext = Context<SandboxEnvironment>;

const keyLengthMost = 255;

/** The routes that take a key: each way to submit, each way to look, cancel, and the list of models. @see service document §4.1–4.8 */
export function serviceRoutes(): Hono<SandboxEnvironment> {
  const app = new Hono<SandboxEnvironment>();
  for (const way of requestWays) app.post(routes[submitRouteOf(way)].path, accept(way));
  for (const poll of new Set(Object.values(requestRoutes).map((route) => route.poll)))
    app.get(routes[poll].path, (context) => {
      assertWithinRate(context, 'looks');
      return shown(context, ownJob(context, poll));
    });
  app.post(routes.cancelJob.path, async (context) => {
    const record = ownJob(context, 'pollJob');
    await acceptCancel(context.var.deployment, record);
    return shown(context, record);
  });
  app.get(routes.listModels.path, (context) => context.json({ data: listedModels }));
  return app;
}

const listedModels = catalogue.map(({ id, inputSchema, maxOutputCount, medium, runtimeSeconds }) => ({
  id,
  media: medium,
  max_runtime_seconds: runtimeSeconds,
  max_output_count: maxOutputCount,
  input_schema: inputSchema,
}));

/** Accepts a submit, and answers with the new job, with the id by which it is polled, or with what it rendered at once. */
function accept({ route, sync = false }: RequestWay) {
  return async (context: RouteContext): Promise<Response> => {
    const { account, deployment } = context.var;
    const { hasKey, isPassThrough, looksByVendorId } = requestRoutes[route];
    assertWithinRate(context, 'submits');
    const bytes = await bodyBytes(context.req.raw);
    const { record, replayed } = await admit(deployment, {
      account,
      route,
      idempotencyKey: hasKey ? idempotencyKey(context) : undefined,
      body: jsonObject(bytes),
      scenario: context.req.header(scenarioHeader),
      atOnce: sync,
    });
    if (sync) return context.json(await pictures(deployment, record));
    if (replayed) context.header('Idempotent-Replayed', 'true');
    if (replayed) return shown(context, record);
    if (!isPassThrough) return context.json(acceptedView(record), 202);
    const { id } = record;
    return context.json(looksByVendorId ? { id: taskIdOf(id) } : { job_id: id, status: 'submitted' });
  };
}

/**
 * Refuses the submits, or the looks at jobs, that an account sends faster than this run allows. A replay counts as any submit does,
 * since a rate is looked at before a request is. A refused one does not count. Cancels and lists are never refused.
 *
 * @throws Refusal (429), with the time until the next one is let through.
 */
function assertWithinRate({ var: { account, deployment } }: RouteContext, kind: 'submits' | 'looks'): void {
  const waitMs = deployment.limits.waitMs(kind, account.id, deployment.nowMs(account.id));
  if (waitMs === 0) return;
  throw new Refusal(
    'rate_limited',
    `Too many ${kind} in a time; the next is taken in ${Math.ceil(waitMs)} ms.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
  );
}

function idempotencyKey(context: RouteContext): string {
  const key = context.req.header('Idempotency-Key') ?? '';
  if (key.length >= 1 && key.length <= keyLengthMost) return key;
  throw new Refusal(
    'idempotency_key_required',
    `The request must carry an Idempotency-Key of 1 to ${keyLengthMost} characters.`,
  );
}

/** A job as its API shows it. On v1 the HTTP code says nothing of the task: its `status` does. */
function shown(context: RouteContext, record: AcceptedJob): Response {
  const { deployment } = context.var;
  if (requestRoutes[record.route].isPassThrough) return context.json(taskView(deployment, record));
  const view = jobView(deployment, record);
  if (view.retry_after !== undefined) context.header('Retry-After', String(view.retry_after));
  return context.json(view);
}

/** The job of the request's path. @throws Refusal (404) if there is none that this account can look at by this route and this id. */
function ownJob(context: RouteContext, poll: RouteName): AcceptedJob {
  const { account, deployment } = context.var;
  const id = context.req.param('id') ?? '';
  const record = keptJob(deployment, account.id, jobIdOf(id));
  const way = requestRoutes[record.route];
  if (way.poll !== poll || id !== (way.looksByVendorId ? taskIdOf(record.id) : record.id)) throw noSuchJob();
  return record;
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
    throw new Refusal(code, message, { status: 422, providerCode });
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
