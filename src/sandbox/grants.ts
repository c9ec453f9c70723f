import { nativeIds } from './catalogue/native-ids.ts';
import { Refusal } from './refusal.ts';

/** The models that a key may use, by catalogue id or the vendor's native id. */
export type Grants = 'all' | readonly string[];

/** The forms of keys that are not granted every model, and what each form is granted. */
export const keyForms = [
  { form: 'sbx_NAME.only.MODEL+MODEL', means: 'is granted these alone, by catalogue or native id' },
  { form: 'sbx_ungranted…', means: 'is granted no model' },
] as const;

const ungrantedPrefix = 'sbx_ungranted';
/** Follows the account's name, which ends at the first dot. */
const onlyPattern = /^[^.]*\.only\.(.*)$/;

/** The models that a key is granted, which its own words say. @see service document §5 */
export function grantsOf(apiKey: string): Grants {
  if (apiKey.startsWith(ungrantedPrefix)) return [];
  const models = onlyPattern.exec(apiKey)?.[1];
  return models === undefined ? 'all' : models.split('+').filter((model) => model !== '');
}

/**
 * Checks that a key is granted a model, by its catalogue id or its native id.
 *
 * @throws Refusal (403) where neither id is granted.
 * @see service document §4.5, §5
 */
export function assertGranted(grants: Grants, modelId: string): void {
  if (grants === 'all' || grants.includes(modelId)) return;
  const native = (nativeIds as Partial<Record<string, string>>)[modelId];
  if (native !== undefined && grants.includes(native)) return;
  throw new Refusal(403, { code: 'model_not_granted', message: `This key is not granted ${modelId}.` });
}
