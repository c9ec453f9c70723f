/** A route of the service: its method, its path with `:id` where an id goes, and the section that describes it. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  section: string;
}

/** Every route of the service. @see service document §4 */
export const routes = {
  submitJob: { method: 'POST', path: '/v2/jobs', section: '§4.1' },
  pollJob: { method: 'GET', path: '/v2/jobs/:id', section: '§4.2' },
  cancelJob: { method: 'POST', path: '/v2/jobs/:id/cancel', section: '§4.3' },
  listModels: { method: 'GET', path: '/v2/models', section: '§4.4' },
  submitTask: { method: 'POST', path: '/v1/vendor-b/contents/generations/tasks', section: '§4.5' },
  pollTask: { method: 'GET', path: '/v1/vendor-b/contents/generations/tasks/:id', section: '§4.5' },
  submitImage: { method: 'POST', path: '/v1/vendor-b/images/async', section: '§4.6' },
  pollImage: { method: 'GET', path: '/v1/vendor-b/images/async/:id', section: '§4.6' },
  generateImage: { method: 'POST', path: '/v1/vendor-b/images/generations', section: '§4.6' },
  submitSpicy: { method: 'POST', path: '/v1/spicy/generations', section: '§4.7' },
  pollSpicy: { method: 'GET', path: '/v1/spicy/generations/:id', section: '§4.7' },
  submitRefs: { method: 'POST', path: '/v1/spicy/generations/refs', section: '§4.8' },
  media: { method: 'GET', path: '/v1/media/:id', section: '§4.9' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

/** The path of masked media under the base URL. @see service document §2.2, §4.9 */
export const mediaPathPrefix = '/v1/media/';

/** The path of a route with its id encoded, so that no id can climb out of its segment. */
export function routePath(name: RouteName, id = ''): string {
  return routes[name].path.replace(':id', encodeURIComponent(id));
}
