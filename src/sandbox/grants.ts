import { nativeIds } from './catalogue/native-ids.ts';
import { Refusal } from './refusal.ts';

/** The models that a key may use, by catalogue id or the vendor's native id. */
export type Grants = 'all' | readonly string[];

/** How a key is written that is granted less than every model, and what that is. */
export const keyForms = [
  { form: 'sbx_NAME.only.MODEL+MODEL', means: 'is granted these alone, by catalogue or native id' },
  { form: 'sbx_ungranted…', means: 'is granted no model' },
] as const;

const ungrantedPrefix = 'sbx_ungranted';
/** After the account's name, which ends at the first dot. */
const onlyPattern = /^[^.]*\.only\.(.*)$/;

/** What a key's own words grant it. @see service document §5 */
export function grantsOf(apiKey: string): Grants {
  if (apiKey.startsWith(ungrantedPrefix)) return [];
  const models = onlyPattern.exec(apiKey)?.[1];
  return models === undefined ? 'all' : models.split('+').filter((model) => model !== '');
}

/**
 * Either of a model's ids satisfies the grant.
 *
 * @throws Refusal (403) where neither is among them.
 * @see service document §4.5, §5
 */
export function assertGranted(grants: Grants, modelId: string): void {
  if (grants === 'all' || grants.includes(modelId)) return;
  const native = (nativeIds as Partial<Record<string, string>>)[modelId];
  if (native !== undefined && grants.includes(native)) return;
  throw new Refusal(403, { code: 'model_not_granted', message: `This key is not granted ${modelId}.` });
}
