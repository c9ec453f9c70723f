import { familyOn } from '../../service/families/index.ts';
import type { ModelEntry } from '../../service/model.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { chooseRoute } from '../rules/choose-route.ts';

/** How requests get to a model. */
export interface ModelWays {
  /** The route that its page describes: v2, or the one of v1 that has it. */
  route: RequestRoute;
  /** True if a command line has to name that route. */
  isRouteNamed: boolean;
  /** The routes of v1 that serve it, the usual one first. */
  onV1: readonly RequestRoute[];
}

/** @see service document §4.1, §4.5–4.8 */
export function waysOfModel({ id, onlyRoute }: Pick<ModelEntry, 'id' | 'onlyRoute'>): ModelWays {
  const route = onlyRoute ?? 'jobs';
  const onV1 = familyOn(route, id)?.tasks ?? (onlyRoute === undefined ? [] : [onlyRoute]);
  const chosen = chooseRoute({ sync: false }, id).route;
  return { route, isRouteNamed: chosen !== route, onV1 };
}

/** How a command line asks for a route: by a flag, or by a command of its own. */
export function wordsOfRoute(route: RequestRoute): string {
  const { command } = requestRoutes[route];
  return command === 'submit' ? `--route ${route}` : `genctl ${command}`;
}
