import type { RequestRoute } from '../contract/request-route.ts';
import { routes } from '../contract/routes.ts';
import { type Finding, finding } from './finding.ts';
import type { SubmitSubject } from './submit-subject.ts';

/** Where each route of v1 is, for messages. @see service document §4.5–4.8 */
const endpoints = {
  tasks: routes.submitTask.path,
  images: routes.submitImage.path,
  spicy: routes.submitSpicy.path,
  refs: routes.submitRefs.path,
} as const satisfies Record<Exclude<RequestRoute, 'jobs'>, string>;

/** A model that its route does not serve. */
export function modelFindings(subject: SubmitSubject): Finding[] {
  return subject.route === 'jobs' ? jobModelFindings(subject) : taskModelFindings(subject, subject.route);
}

/** On v1 an id of no family may be a vendor's own; refs takes two model lines and nothing else. §4.5, §4.8 */
function taskModelFindings(
  { family, modelId }: SubmitSubject,
  route: Exclude<RequestRoute, 'jobs'>,
): Finding[] {
  if (modelId === undefined || family?.tasks.some((one) => one === route)) return [];
  if (family === undefined && route !== 'refs') return [];
  const [served] = family?.tasks ?? [];
  const ordinary = route === 'refs' ? `; the ordinary endpoint is ${endpoints.spicy}` : '';
  const where =
    served === undefined
      ? 'v2: leave --api v1 and --route out'
      : `${endpoints[served]}: --api v1 --route ${served}`;
  return [
    finding({
      rule: 'model-not-on-route',
      where: 'model',
      enforcedBy: 'service',
      message: `${modelId} is not served on ${endpoints[route]}${ordinary}`,
      fix:
        family === undefined
          ? 'set model to a 2.5 or 2.0 video id, or send it by the ordinary endpoint'
          : `send it to ${where}`,
      section: route === 'refs' ? '§4.8' : '§4.5',
    }),
  ];
}

/**
 * A model that v2 does not serve. Ids of the spicy routes never are; any other family that the document places on
 * v1 alone is served once the live list has it.
 * @see service document §3, §9.5
 */
function jobModelFindings({ modelId, family, entry }: SubmitSubject): Finding[] {
  if (family === undefined || family.jobs) return [];
  const onSpicyRoutes = family.tasks.includes('spicy');
  if (!onSpicyRoutes && entry !== undefined) return [];
  return [
    finding({
      rule: 'model-not-found',
      where: 'model',
      enforcedBy: 'service',
      message: `${modelId} is not served on v2 (model_not_found)`,
      fix: onSpicyRoutes
        ? 'send it to v1: --api v1; or set model to the vendor-b/video- id of the same model'
        : 'send it to v1: --api v1 --route images; or set model to an id that `genctl models` lists',
      section: onSpicyRoutes ? '§3' : '§4.6',
    }),
  ];
}
