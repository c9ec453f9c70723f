import { objectOf, ownValue } from '../rules/json/json-object.ts';
import { readJson } from '../rules/json/read-json.ts';
import { inheritedRequest } from '../rules/request/inherited-request.ts';
import type { JobRecord } from '../store/ledger/record.ts';

/** The body of a job as parsed JSON; null where it is not known. */
export function requestOf({ intent }: Pick<JobRecord, 'intent'>): unknown {
  return intent === null ? null : readJson(intent.body);
}

/** The request that a job renders: its own, with that of its draft where it is a final and the draft is known. */
export function renderedRequest(record: JobRecord, draft: JobRecord | undefined): unknown {
  const request = requestOf(record);
  return draft === undefined ? request : inheritedRequest(request, requestOf(draft));
}

/** The fields that a request gives its model: `input` on v2, the body itself on v1. Empty where the body is not known. */
export function askedOf(request: unknown): Record<string, unknown> {
  const fields = objectOf(request);
  return objectOf(ownValue(fields, 'input')) ?? fields ?? {};
}

/** The seed that a request asks for; undefined for none. */
export function seedOf(request: unknown): number | undefined {
  const { seed } = askedOf(request);
  return typeof seed === 'number' ? seed : undefined;
}
