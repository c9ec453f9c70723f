import type { RequestRoute } from '../../contract/request-route.ts';
import { jobs } from './jobs.ts';
import type { Way } from './way.ts';

/** Each way, loaded when it is gone: nearly every run goes by v2 alone. */
const ways = {
  jobs: async () => jobs,
  tasks: async () => (await import('./tasks.ts')).tasks,
  images: async () => (await import('./images.ts')).images,
  spicy: async () => (await import('./tasks.ts')).spicy,
  refs: async () => (await import('./tasks.ts')).refs,
} as const satisfies Record<RequestRoute, () => Promise<Way>>;

/** The way of that name. */
export function wayOf(route: RequestRoute): Promise<Way> {
  return ways[route]();
}
