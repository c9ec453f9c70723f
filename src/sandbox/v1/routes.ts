import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { requestRoutes, type TaskRoute } from '../../service/request-route.ts';
import { routes } from '../../service/routes.ts';
import { ownValue } from '../../text/json-object.ts';
import type { Deployment, SandboxEnvironment } from '../deployment.ts';
import { currentState, keptJob } from '../life/job-state.ts';
import { scenarioHeader } from '../life/scenarios.ts';
import { renderedFile } from '../links/output-file.ts';
import { noSuchJob, Refusal } from '../refusal.ts';
import { bodyBytes, jsonObject } from '../request-body.ts';
import { type AcceptedJob, jobIdOf, taskIdOf } from '../state/jobs.ts';
import { acceptTask } from './submit-task.ts';
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
