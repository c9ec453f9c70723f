import { Hono } from 'hono';
import { routes } from '../../contract/routes.ts';
import type { SandboxEnvironment } from '../environment.ts';
import { taskIdOf } from './task-id.ts';
import { polled, submitted } from './task-requests.ts';

/** Video tasks of v1. @see service document §4.5 */
export function vendorTaskRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>()
    .post(routes.submitTask.path, async (context) => {
      const record = await submitted(context, 'tasks');
      return context.json({ id: taskIdOf(record.id) });
    })
    .get(routes.pollTask.path, (context) => polled(context, ['tasks'], 'task'));
}
