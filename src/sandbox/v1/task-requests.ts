import type { Context } from 'hono';
import type { TaskRoute } from '../../contract/request-route.ts';
import type { SandboxEnvironment } from '../environment.ts';
import { currentState, isRetained } from '../life/job-state.ts';
import { scenarioHeader } from '../life/scenarios.ts';
import { noSuchJob } from '../refusal.ts';
import { bodyBytes, jsonObject } from '../request-body.ts';
import { type AcceptedJob, routeOf } from '../state/jobs.ts';
import { acceptTask } from './submit-task.ts';
import { jobIdOf, taskIdOf } from './task-id.ts';
import { taskView } from './task-view.ts';

type RouteContext = Context<SandboxEnvironment>;

/** Accepts a v1 submit and returns its job. @throws Refusal. */
export async function submitted(
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
 * The answer to a v1 poll. The HTTP code says nothing of the task: its `status` does.
 *
 * @param ways the submit routes whose jobs this route shows.
 * @param named which of a job's two ids this route takes.
 * @throws Refusal (404) for a job of another account and for one that never existed alike.
 */
export function polled(context: RouteContext, ways: readonly TaskRoute[], named: 'task' | 'job'): Response {
  const { account, deployment } = context.var;
  const id = context.req.param('id') ?? '';
  const record = deployment.jobs.read(jobIdOf(id));
  if (record === undefined || record.accountId !== account.id) throw noSuchJob();
  const isNamed = id === (named === 'task' ? taskIdOf(record.id) : record.id);
  if (!isNamed || !ways.some((way) => way === routeOf(record))) throw noSuchJob();
  if (!isRetained(currentState(deployment, record), deployment.nowMs())) throw noSuchJob();
  return context.json(taskView(deployment, record));
}
