import { createMiddleware } from 'hono/factory';
import type { RequestRate } from '../service/retries/request-rate.ts';
import { routes } from '../service/routes.ts';
import type { SandboxEnvironment } from './deployment.ts';
import type { CountedRequests, Limits } from './money/limits.ts';
import { Refusal } from './refusal.ts';

/** Counts a request where it is within the rate, and returns 0. Else it returns the time until the next one is. Unit: ms. */
function waitMsOf(
  counted: CountedRequests,
  accountId: string,
  { count, windowMs }: RequestRate,
  nowMs: number,
): number {
  const recent = (counted.get(accountId) ?? []).filter((ms) => ms + windowMs > nowMs);
  counted.set(accountId, recent);
  const oldest = recent.length < count ? undefined : recent[0];
  // A clock that was set back makes the whole window wait, and no longer.
  if (oldest !== undefined) return Math.min(oldest + windowMs - nowMs, windowMs);
  recent.push(nowMs);
  return 0;
}

/** Kinds of requests, each counted by itself. */
type Counted = 'submits' | 'looks';

const rateOf = { submits: 'submitRate', looks: 'lookRate' } as const satisfies Record<Counted, keyof Limits>;

const submitPaths = new Set<string>(
  [
    routes.submitJob,
    routes.submitTask,
    routes.submitImage,
    routes.generateImage,
    routes.submitSpicy,
    routes.submitRefs,
  ].map(({ path }) => path),
);

const lookPaths = [routes.pollJob, routes.pollTask, routes.pollImage, routes.pollSpicy].map(({ path }) =>
  path.slice(0, -':id'.length),
);

/**
 * Refuses the submits, or the looks at jobs, that an account sends faster than this run allows. A replay counts as any submit
 * does, since a rate is looked at before a request is. A refused one does not count. Cancels and lists are never refused.
 *
 * @throws Refusal (429), with the time until the next one is let through.
 */
export function withinRate() {
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    const { account, deployment } = context.var;
    const counted = countedAs(context.req.method, context.req.path);
    const rate = counted && deployment.limits[rateOf[counted]](account.id);
    if (counted !== undefined && rate !== undefined) {
      const waitMs = waitMsOf(deployment.rates[counted], account.id, rate, deployment.nowMs(account.id));
      if (waitMs > 0) throw tooOften(counted, waitMs);
    }
    await next();
  });
}

function countedAs(method: string, path: string): Counted | undefined {
  if (method === 'POST') return submitPaths.has(path) ? 'submits' : undefined;
  const isLook = method === 'GET' && lookPaths.some((begin) => path.startsWith(begin));
  return isLook ? 'looks' : undefined;
}

function tooOften(counted: Counted, waitMs: number): Refusal {
  return new Refusal(429, {
    code: 'rate_limited',
    message: `Too many ${counted} in a time; the next is taken in ${Math.ceil(waitMs)} ms.`,
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}
