import { anyOfWords, counted } from '../../text/shown-value.ts';
import { nearestModels } from '../body/nearest-model.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { mayBeListed } from '../families/index.ts';
import { isTaskRoute, type RequestRoute, requestRoutes, type TaskRoute } from '../request-route.ts';
import { type Route, routes } from '../routes.ts';
import { type Finding, field, finding, flag, told, valueAtPath } from './finding.ts';

/** A model that its route does not serve. */
export function modelFindings(subject: SubmitSubject): Finding[] {
  const { route } = subject;
  return isTaskRoute(route) ? taskModelFindings(subject, route) : jobModelFindings(subject);
}

/** Tells whether the refs route takes a model. Its other rules need no check for a model that it refuses anyway. §4.8 */
export function isPreparedFor({ family }: Pick<SubmitSubject, 'family'>): boolean {
  return family?.tasks.some((route) => requestRoutes[route].preparesReferences) === true;
}

/** On v1 an id without a family may be the vendor's own. The refs route takes two model lines and nothing else. §4.5, §4.8 */
function taskModelFindings({ family, modelId }: SubmitSubject, route: TaskRoute): Finding[] {
  if (modelId === undefined || family?.tasks.some((one) => one === route)) return [];
  const { command, ordinary, preparesReferences } = requestRoutes[route];
  if (family === undefined && !preparesReferences) return [];
  const tasks: readonly RequestRoute[] = family?.tasks ?? [];
  const served = tasks.includes(ordinary) ? ordinary : tasks[0];
  const elsewhere = preparesReferences ? `; the ordinary endpoint is ${endpoint(ordinary).path}` : '';
  // A route with a command of its own has no `--api` and `--route` there, so the line must name `submit`.
  const line = command === 'submit' ? '' : 'genctl submit … ';
  const toV2 = line === '' ? told`${flag('--api')} v2, without ${flag('--route')}` : line.trimEnd();
  const where =
    served === undefined
      ? told`v2: ${toV2}`
      : told`${endpoint(served).path}: ${line}${flag('--api')} v1 ${flag('--route')} ${served}`;
  return [
    finding({
      rule: 'model-not-on-route',
      where: 'model',
      enforcedBy: 'service',
      message: told`${valueAtPath('model', modelId)} is not served on ${endpoint(route).path}${elsewhere}`,
      fix:
        family === undefined
          ? told`set ${field('model')} to an id of the 2.5 tier or the 2.0 line, or: genctl submit … --route ${ordinary}`
          : told`send it to ${where}`,
      section: endpoint(route).section,
    }),
  ];
}

/**
 * A model that v2 does not serve. It never serves ids of the spicy routes. It does serve a family that the document places on v1
 * alone, once the live list has it.
 * @see service document §3, §9.5
 */
function jobModelFindings(subject: SubmitSubject): Finding[] {
  const { entry, family, modelId } = subject;
  if (family === undefined || family.jobs) return unlistedFindings(subject);
  const onV1 = told`send it to v1: ${flag('--api')} v1 ${flag('--route')}`;
  const onSpicyRoutes = !mayBeListed(family);
  if (!onSpicyRoutes && entry !== undefined) return [];
  return [
    finding({
      rule: 'model-not-found',
      where: 'model',
      enforcedBy: 'service',
      message: told`${valueAtPath('model', modelId ?? '')} is not served on v2 (model_not_found)`,
      fix: onSpicyRoutes
        ? told`${onV1} spicy; or set ${field('model')} to the vendor-b/video- id of the same model`
        : told`${onV1} images; or set ${field('model')} to an id that \`genctl models\` lists`,
      section: onSpicyRoutes ? '§3' : '§4.6',
    }),
  ];
}

/**
 * A model that is not on the list, which is the authority, whatever its id looks like. It is an error by a list that was fetched
 * just now. It is a warning by a kept list, which may be older than the model, or by one that has no model at all.
 * @see service document §1.4, §2.4, §9.5
 */
function unlistedFindings({ facts: { listed, listedNow }, modelId }: SubmitSubject): Finding[] {
  if (listed === undefined || modelId === undefined || listed.includes(modelId)) return [];
  const near = nearestModels(modelId, listed);
  const isNow = listedNow === true;
  const again = isNow ? '`genctl models` lists them' : '`genctl models --refresh` fetches the list again';
  return [
    finding({
      rule: 'model-not-listed',
      where: 'model',
      enforcedBy: isNow && listed.length > 0 ? 'service' : 'advice',
      message: told`${valueAtPath('model', modelId)} is not among the ${counted(listed.length, 'model')} that v2 ${isNow ? 'lists now' : 'listed when it was last asked'}`,
      fix: near.length === 0 ? again : told`set ${field('model')} to ${anyOfWords(near)}; ${again}`,
      section: '§1.4',
      instead: near.length === 1 ? near[0] : undefined,
    }),
  ];
}

/** The endpoint for the requests of a route. @see service document §4.5–4.8 */
function endpoint(route: RequestRoute): Route {
  return routes[requestRoutes[route].submit];
}
