import { Hono } from 'hono';
import { routes } from '../../contract/routes.ts';
import type { SandboxEnvironment } from '../environment.ts';
import { polled, submitted } from './task-requests.ts';

/** The spicy routes of v1, and the refs route, whose jobs are polled on the spicy one. @see service document §4.7, §4.8 */
export function spicyRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>()
    .post(routes.submitSpicy.path, async (context) => {
      const record = await submitted(context, 'spicy');
      return context.json({ job_id: record.id, status: 'submitted' });
    })
    .post(routes.submitRefs.path, async (context) => {
      const record = await submitted(context, 'refs');
      return context.json({ job_id: record.id, status: 'submitted' });
    })
    .get(routes.pollSpicy.path, (context) => polled(context, ['spicy', 'refs'], 'job'));
}
