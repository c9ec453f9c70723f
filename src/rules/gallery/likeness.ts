import { objectOf, ownText, ownValue } from '../json/json-object.ts';
import { askedFields } from '../request/asked-fields.ts';
import { inheritedOptions } from '../request/inherited-request.ts';

/** A job that was rendered, or may be. */
export interface PricedJob {
  profile: string | null;
  model: string | null;
  step: 'draft' | 'final' | null;
  /** The request as it is rendered: a final has its draft's words. */
  request: unknown;
}

/** These change what is seen, and not what is charged. */
const unpriced: ReadonlySet<string> = new Set([
  'prompt',
  'seed',
  'draft',
  'model',
  'watermark',
  'return_last_frame',
]);

/**
 * A text that is the same for jobs of one account that should cost the same: those of one model and step, with the same options and as
 * many references of each kind. A final is told by what it has from its draft alone.
 * @see service document §1.5, §3
 */
export function likenessOf({ model, profile, request, step }: PricedJob): string {
  const fields = Object.entries(askedFields(request));
  const kept = step === 'final' ? fields.filter(([name]) => isInherited(name)) : fields;
  const options = kept.filter(([name, value]) => !unpriced.has(name) && typeof value !== 'object');
  const count = ownValue(objectOf(ownValue(objectOf(request), 'output')), 'count') ?? 1;
  return JSON.stringify([profile, model, step, options.sort(byName), count, partKinds(request)]);
}

function isInherited(name: string): boolean {
  return inheritedOptions.some((option) => option === name);
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
