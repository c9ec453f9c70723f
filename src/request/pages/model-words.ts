import { limits } from '../../service/limits.ts';
import type { ModelEntry } from '../../service/model.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { formatRuntime } from '../../text/time.ts';
import { type ModelWays, wordsOfRoute } from '../offer/ways-of-model.ts';

/** What is known of a model as a whole, a few words each. */
export function modelFacts({ maxOutputCount, medium, runtimeSeconds }: ModelEntry): string[] {
  return [
    ...(medium === undefined ? [] : [medium]),
    ...(runtimeSeconds === undefined ? [] : [`runtime ceiling ${formatRuntime(runtimeSeconds)}`]),
    ...(maxOutputCount === undefined
      ? []
      : [maxOutputCount === 1 ? '1 output a job' : `up to ${maxOutputCount} outputs a job`]),
  ];
}

/** Where a model is served, and the words that send a request there: `v2; v1: --route tasks, genctl refs`. */
export function wayWords({ isRouteNamed, onV1, route }: ModelWays): string {
  const { api } = requestRoutes[route];
  const others = onV1.filter((one) => one !== route).map(routeWords);
  if (requestRoutes[route].hasModelList)
    return others.length === 0 ? `on ${api}` : `on ${api}; on v1: ${others.join(', ')}`;
  const own = isRouteNamed ? wordsOfRoute(route) : `the route ${route}, by its id`;
  return `on ${api} alone: ${[own, ...others].join(', ')}`;
}

function routeWords(route: RequestRoute): string {
  const prepares = requestRoutes[route].preparesReferences;
  return `${wordsOfRoute(route)}${prepares ? ` (prepares the first ${limits.preparedReferences} references)` : ''}`;
}

/** The APIs that serve a model: `v2 and v1`, `v1 alone`. */
export function apiWords({ onV1, route }: ModelWays): string {
  const { api, hasModelList } = requestRoutes[route];
  if (!hasModelList) return `${api} alone`;
  const others = [...new Set(onV1.map((one) => requestRoutes[one].api))];
  return [api, ...others].join(' and ');
}
