import { type Finding, finding } from './finding.ts';
import type { SubmitSubject } from './submit-subject.ts';

/**
 * A model that v2 does not serve. Ids of the spicy routes never are; any other family that the document places on
 * v1 alone is served once the live list has it.
 * @see service document §3, §9.5
 */
export function modelFindings({ modelId, family, entry }: SubmitSubject): Finding[] {
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
        ? 'set model to the vendor-b/video- id of the same model'
        : 'set model to an id that `genctl models` lists',
      section: onSpicyRoutes ? '§3' : '§4.6',
    }),
  ];
}
