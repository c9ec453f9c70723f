import { type Context, Hono } from 'hono';
import { routes } from '../../contract/routes.ts';
import { isRetained, lookAtJob } from '../job-state.ts';
import { noSuchJob } from '../refusal.ts';
import { bodyBytes, jsonObject } from '../request-body.ts';
import { scenarioHeader } from '../scenarios.ts';
import { type JobRecord, routeOf } from '../state/jobs.ts';
import { submitTask, type TaskRoute } from '../submit-task.ts';
import { jobIdOf, taskIdOf } from '../task-id.ts';
import { taskView } from '../task-view.ts';
import type { SandboxEnvironment } from './environment.ts';

type RouteContext = Context<SandboxEnvironment>;

/** The v1 routes that answer with something to poll. @see service document §4.5–4.8 */
export function taskRoutes(): Hono<SandboxEnvironment> {
  const app = new Hono<SandboxEnvironment>();

  app.post(routes.submitTask.path, async (context) => {
    const record = await submitted(context, 'tasks');
    return context.json({ id: taskIdOf(record.id) });
  });
  app.post(routes.submitImage.path, async (context) => {
    const record = await submitted(context, 'images');
    return context.json({ id: taskIdOf(record.id) });
  });
  app.post(routes.submitSpicy.path, async (context) => {
    const record = await submitted(context, 'spicy');
    return context.json({ job_id: record.id, status: 'submitted' });
  });
  app.post(routes.submitRefs.path, async (context) => {
    const record = await submitted(context, 'refs');
    return context.json({ job_id: record.id, status: 'submitted' });
  });

  app.get(routes.pollTask.path, (context) => polled(context, ['tasks'], 'task'));
  app.get(routes.pollImage.path, (context) => polled(context, ['images'], 'task'));
  app.get(routes.pollSpicy.path, (context) => polled(context, ['spicy', 'refs'], 'job'));
  return app;
}

export async function submitted(
  context: RouteContext,
  route: TaskRoute,
  { atOnce = false } = {},
): Promise<JobRecord> {
  const { account, deployment } = context.var;
  const body = jsonObject(await bodyBytes(context.req.raw));
  const scenario = context.req.header(scenarioHeader);
  return submitTask(deployment, { account, route, body, scenario, atOnce });
}

/** The HTTP code says nothing of the task: its `status` does. @throws Refusal (404) as for an id that nobody has. */
function polled(context: RouteContext, ways: readonly TaskRoute[], named: 'task' | 'job'): Response {
  const { account, deployment } = context.var;
  const id = context.req.param('id') ?? '';
  const record = deployment.jobs.read(jobIdOf(id));
  if (record === undefined || record.accountId !== account.id) throw noSuchJob();
  const isNamed = id === (named === 'task' ? taskIdOf(record.id) : record.id);
  if (!isNamed || !ways.some((way) => way === routeOf(record))) throw noSuchJob();
  if (!isRetained(lookAtJob(deployment, record), deployment.nowMs())) throw noSuchJob();
  return context.json(taskView(deployment, record));
}
