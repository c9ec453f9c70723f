import { Hono } from 'hono';
import { parseDurationMs } from '../../text/duration.ts';
import type { SandboxEnvironment } from '../deployment.ts';
import { bodyBytes, jsonObject } from '../request-body.ts';
import { resetAccount } from '../reset.ts';
import type { Control } from './control.ts';
import { readFault } from './faults.ts';

/** The paths that are the sandbox's own; no route of the service begins alike. */
export const controlPrefix = '/_sandbox/';

/**
 * Routes for tests in any language: to forget, to show requests, to put the clock on, to fail. Each takes a key, and is for its
 * account alone, so that tests run side by side.
 */
export function controlRoutes(control: Control): Hono<SandboxEnvironment> {
  const app = new Hono<SandboxEnvironment>().basePath(controlPrefix);

  app.post('reset', async (context) => {
    const { account, deployment } = context.var;
    const jobs = await resetAccount(deployment, account.id);
    control.forget(account.id);
    return context.json({ jobs });
  });

  app.get('requests', (context) => context.json({ data: control.requests.of(context.var.account.id) }));

  app.post('clock', async (context) => {
    const { account, deployment } = context.var;
    const { advance } = jsonObject(await bodyBytes(context.req.raw));
    control.advance(account.id, Number(typeof advance === 'string' ? parseDurationMs(advance) : advance));
    return context.json({ now: new Date(deployment.nowMs(account.id)).toISOString() });
  });

  app.get('faults', (context) => context.json({ data: control.faults.of(context.var.account.id) }));

  app.post('faults', async (context) => {
    const body = jsonObject(await bodyBytes(context.req.raw));
    const list = Array.isArray(body.faults) ? body.faults : [body];
    for (const fault of list.map(readFault)) control.faults.add(context.var.account.id, fault);
    return context.json({ data: control.faults.of(context.var.account.id) }, 201);
  });

  app.delete('faults', (context) => {
    control.faults.forget(context.var.account.id);
    return context.json({ data: [] });
  });

  return app;
}
