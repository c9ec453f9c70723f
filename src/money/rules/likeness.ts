import { askedCount, askedFields } from '../../service/body/asked-fields.ts';
import type { InputDescription } from '../../service/model.ts';
import { serviceOrigin } from '../../text/base-url.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { pricedFields } from './priced-fields.ts';

/** A job that was rendered, or may be. */
export interface PricedJob {
  profile: string | null;
  /** The base URL of its service; null where that is not known. One profile may be of several. */
  baseUrl: string | null;
  model: string | null;
  step: 'draft' | 'final' | null;
  /** The request as it is rendered: a final has its draft's words. */
  request: unknown;
}

/**
 * A text that is the same for jobs of one account and service that should cost the same: those of one model and step, with the same
 * options and as many references of each kind. What a request leaves open is what the schema of its model names for it. A final is told
 * by what it has from its draft alone, and a draft's resolution is set by the service.
 * @see service document §1.5, §3
 */
export function likenessOf(
  { baseUrl, model, profile, request, step }: PricedJob,
  schema: InputDescription | undefined,
): string {
  const service = baseUrl === null ? null : serviceOrigin(baseUrl);
  const fields = pricedFields(request, step, schema).sort(byName);
  return JSON.stringify([profile, service, model, step, fields, askedCount(request), partKinds(request)]);
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The references of a request by what they are, without where they lie. */
function partKinds(request: unknown): string[] {
  const content = ownValue(askedFields(request), 'content');
  const parts = Array.isArray(content) ? content.map(objectOf) : [];
  return parts
    .map((part) => ownText(part, 'role') ?? ownText(part, 'type') ?? '')
    .filter((kind) => kind !== 'text')
    .sort();
}
