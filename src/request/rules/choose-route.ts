import { UsageError } from '../../errors/endings.ts';
import { toRoute } from '../../errors/hint.ts';
import { familyOf, mayBeListed } from '../../service/families/index.ts';
import {
  type ApiVersion,
  nameableRoutes,
  type RequestRoute,
  type RequestWay,
  requestRoutes,
} from '../../service/request-route.ts';

/** The words of a command line about the route of a request. */
export interface RouteChoice {
  api?: ApiVersion | undefined;
  route?: (typeof nameableRoutes)[number] | undefined;
  /** Images of v1 answered at once. */
  sync: boolean;
  /** The only route of a command such as `refs`. */
  only?: RequestRoute | undefined;
}

/**
 * The route of a request: the one that is named, else v1 for a model that only its spicy routes have, else v2. Throws
 * UsageError for words that contradict each other or the model.
 * @see service document §3, §4.5–4.8
 */
export function chooseRoute(choice: RouteChoice, modelId: string | undefined): RequestWay {
  const route = wordOf(choice, modelId);
  assertServed(choice, modelId);
  return { route, ...(choice.sync ? { sync: true } : {}) };
}

function wordOf({ api, route, sync, only }: RouteChoice, modelId: string | undefined): RequestRoute {
  const named = only ?? (sync ? 'images' : route);
  if (named !== undefined) {
    if (sync && route !== undefined && requestRoutes[route].atOnce === undefined)
      throw conflict('--sync', `--route ${route}`, 'images');
    if (api === 'v2')
      throw conflict('--api v2', only === undefined ? `the route ${named}` : `this command`, named);
    return named;
  }
  const family = modelId === undefined ? undefined : familyOf(modelId);
  const onV1 = family?.tasks[0];
  if (api === 'v1') {
    if (onV1 !== undefined && requestRoutes[onV1].command === 'submit') return onV1;
    throw new UsageError({
      code: 'route_required',
      message: `--api v1 needs a route${modelId === undefined ? '' : ` for ${modelId}`}`,
      why: `v1 has ${nameableRoutes.length}: ${nameableRoutes.join(', ')}; ${family === undefined ? 'none is known for this model' : `${family.name} are on v2 only`}.`,
      hint: family === undefined ? toRoute(nameableRoutes[0] ?? '') : 'leave --api v1 out',
    });
  }
  return api === undefined && onV1 !== undefined && !mayBeListed(family) ? onV1 : 'jobs';
}

/**
 * Throws UsageError for `--api v2` with a model that v2 certainly does not serve. Other models are left to the checks and the
 * service.
 */
function assertServed({ api }: RouteChoice, modelId: string | undefined): void {
  if (api !== 'v2' || modelId === undefined || mayBeListed(familyOf(modelId))) return;
  throw new UsageError({
    code: 'model_not_on_v2',
    message: `--api v2 does not take ${modelId}`,
    why: 'v2 serves none of the spicy/ ids (model_not_found); v1 does.',
    hint: 'leave --api v2 out, or --api v1',
  });
}

function conflict(one: string, other: string, route: RequestRoute): UsageError {
  return new UsageError({
    code: 'flag_conflict',
    message: `${one} and ${other} can't be used together`,
    why: `The route ${route} is on ${requestRoutes[route].api}.`,
    hint: `leave ${one} out`,
  });
}
