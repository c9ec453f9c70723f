import { askedCount, askedFields } from '../../service/body/asked-fields.ts';
import { withPresets } from '../../service/body/option-presets.ts';
import { stepResolutions } from '../../service/checks/draft.ts';
import type { InputDescription } from '../../service/model.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';
import { type PricedJob, partKinds } from './likeness.ts';
import type { PricedWork } from './listed-price.ts';
import { type Field, mediaCount, optionValue, secondsOf } from './priced-fields.ts';

/**
 * The facts of a job that a price list goes by. They are not known of a job without its request, and of a final without its draft. Nor
 * has a list the price of a prompt's rewriting, which is billed as its own line. Undefined there.
 * @see service document §2.4, §3
 */
export function pricedWork(
  { model, request, step }: PricedJob,
  schema: InputDescription | undefined,
): PricedWork | undefined {
  const enhance = ownValue(objectOf(request), 'prompt_enhance') ?? 'off';
  const kinds = partKinds(request);
  if (objectOf(request) === undefined || enhance !== 'off' || kinds.includes('draft_task')) return undefined;
  const asked = askedFields(request);
  const fields = Object.entries(withPresets(asked, schema));
  const resolution =
    optionValue(fields, 'resolution') ?? fields.find(([name]) => plainName(name) === 'size')?.[1];
  const tier = step === null ? resolution : stepResolutions[step];
  const sound = optionValue(fields, 'generate_audio');
  const isVideoField = ([name, value]: Field): boolean =>
    /video|clip/i.test(name) && mediaCount(name, value) !== undefined;
  return {
    model,
    tier: typeof tier === 'string' ? tier : undefined,
    seconds: secondsOf(fields),
    sound: typeof sound === 'boolean' ? sound : undefined,
    video: kinds.some((kind) => /video/.test(kind)) || Object.entries(asked).some(isVideoField),
    count: askedCount(request),
  };
}
