import type { Job } from '../job.ts';
import { type RequestRoute, requestRoutes } from '../request-route.ts';

/** How long a link of v1 works. Unit: ms. @see service document §4.9, §8 */
const passThroughLinksMs = 3_600_000;

/**
 * When the first link of a job's files stops working, as far as that is known; infinity where nothing tells. On v1 a fresh link may
 * be had for longer by asking again, which nobody promises. Unit: ms since 1970.
 * @see service document §2.2, §4.9
 */
export function linksEndMs({ completed_at, outputs = [] }: Job, route: RequestRoute): number {
  const told = outputs.map(({ expires_at }) => Date.parse(expires_at ?? '')).filter(Number.isFinite);
  if (told.length > 0) return Math.min(...told);
  const completedMs = Date.parse(completed_at ?? '');
  const isShort = requestRoutes[route].isPassThrough && Number.isFinite(completedMs);
  return isShort ? completedMs + passThroughLinksMs : Number.POSITIVE_INFINITY;
}
