import { readJson } from '../schema/json/read-json.ts';
import { askedFields } from '../service/body/asked-fields.ts';
import { inheritedRequest } from '../service/body/inherited-request.ts';
import type { JobRecord } from './record.ts';

/** The body of a job as parsed JSON; null where it is not known. */
export function requestOf({ intent }: Pick<JobRecord, 'intent'>): unknown {
  return intent === null ? null : readJson(intent.body);
}

/**
 * The request that a job renders: its own, with the words of its draft where it is a final and the draft is known. Whatever shows,
 * names or notes the words of a job has them from here.
 * @see service document §3
 */
export function renderedRequest(request: unknown, draft: JobRecord | undefined): unknown {
  return draft === undefined ? request : inheritedRequest(request, requestOf(draft));
}

/** The seed that a request asks for; undefined for none. */
export function seedOf(request: unknown): number | undefined {
  const { seed } = askedFields(request);
  return typeof seed === 'number' ? seed : undefined;
}
