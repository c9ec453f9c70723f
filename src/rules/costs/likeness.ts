import type { InputDescription } from '../../contract/model.ts';
import { objectOf, ownText, ownValue } from '../json/json-object.ts';
import { askedCount, askedFields } from '../request/asked-fields.ts';
import { inheritedOptions } from '../request/inherited-request.ts';
import { withPresets } from '../request/option-presets.ts';

/** A job that was rendered, or may be. */
export interface PricedJob {
  profile: string | null;
  model: string | null;
  step: 'draft' | 'final' | null;
  /** The request as it is rendered: a final has its draft's words. */
  request: unknown;
}

/**
 * These change what is seen, and not what is charged: a job is charged by its model, resolution, length, count, sound and kind of
 * input, and by whatever else its model takes that nothing here knows of.
 * @see service document §2.7
 */
const unpriced: ReadonlySet<string> = new Set([
  'prompt',
  'seed',
  'draft',
  'model',
  'n',
  'ratio',
  'output_format',
  'bitrate_mode',
  'watermark',
  'return_last_frame',
  'callback_url',
]);

/**
 * A text that is the same for jobs of one account that should cost the same: those of one model and step, with the same options and as
 * many references of each kind. What a request leaves open is what the schema of its model names for it. A final is told by what it has
 * from its draft alone, and a draft's resolution is set by the service.
 * @see service document §1.5, §3
 */
export function likenessOf(
  { model, profile, request, step }: PricedJob,
  schema: InputDescription | undefined,
): string {
  const options = Object.entries(withPresets(askedFields(request), schema)).filter(
    ([name, value]) => typeof value !== 'object' && isPriced(name, step),
  );
  const facts = [profile, model, step, options.sort(byName), askedCount(request), partKinds(request)];
  return JSON.stringify(facts);
}

function isPriced(name: string, step: PricedJob['step']): boolean {
  if (unpriced.has(name)) return false;
  if (step === 'final') return isInherited(name);
  return step !== 'draft' || name !== 'resolution';
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
