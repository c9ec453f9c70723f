import { askedCount, askedFields } from '../../service/body/asked-fields.ts';
import type { InputDescription } from '../../service/model.ts';
import { isFieldOf } from '../../service/options.ts';
import { serviceOrigin } from '../../text/base-url.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { pricedFields, secondsOf } from './priced-fields.ts';

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

/** The text and the length by which jobs are compared. */
export interface Likeness {
  /** A text that jobs share which differ in nothing that is charged, unless it is their length. */
  kind: string;
  /** Their length; null where it is not known. Unit: s. */
  seconds: number | null;
}

/**
 * Compares jobs of one account and service. Those that should cost the same are of one model and step, with the same options and as many
 * references of each kind. What a request leaves open is what the schema of its model names for it. A final is told by what it has from
 * its draft alone, and a draft's resolution is set by the service. The rewriting of a prompt is charged, too.
 * @see service document §1.5, §2.4, §3
 */
export function likenessOf(
  { baseUrl, model, profile, request, step }: PricedJob,
  schema: InputDescription | undefined,
): Likeness {
  const service = baseUrl === null ? null : serviceOrigin(baseUrl);
  const all = pricedFields(request, step, schema).sort(byName);
  const seconds = secondsOf(all) ?? null;
  const fields = all.filter(([name]) => seconds === null || !isFieldOf('duration', name));
  const enhance = ownValue(objectOf(request), 'prompt_enhance') ?? 'off';
  const parts = [profile, service, model, step, fields, askedCount(request), partKinds(request), enhance];
  return { kind: JSON.stringify(parts), seconds };
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The references of a request by what they are, without where they lie. */
export function partKinds(request: unknown): string[] {
  const content = ownValue(askedFields(request), 'content');
  const parts = Array.isArray(content) ? content.map(objectOf) : [];
  return parts
    .map((part) => ownText(part, 'role') ?? ownText(part, 'type') ?? '')
    .filter((kind) => kind !== 'text')
    .sort();
}
