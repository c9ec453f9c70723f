import { sandboxKey, sandboxKeyPrefix } from '../text/base-url.ts';
import { nativeIds } from './catalogue/index.ts';
import { Refusal } from './refusal.ts';
import { accountIdOf } from './state/accounts.ts';

/** The models that a key may use, by catalogue id or the vendor's native id. */
type Grants = 'all' | readonly string[];

/** The account that an API key belongs to. */
export interface KeyHolder {
  id: string;
  /** The models that its key may use. */
  grants: Grants;
}

/**
 * The account that sends a request. Any key that begins with `sbx_` is valid and names an account.
 *
 * @throws Refusal (401) without a key, and for a key that may be a real one.
 * @see service document §5
 */
export function keyHolderOf(authorization: string | null): KeyHolder {
  const key = bearerKey(authorization);
  if (key === undefined)
    throw unauthorized(
      `The request carries no Authorization: Bearer header with a key, such as ${sandboxKey}.`,
    );
  if (!key.startsWith(sandboxKeyPrefix))
    throw unauthorized(
      `This is a sandbox, whose keys begin with ${sandboxKeyPrefix}; never send a real key here. Use ${sandboxKey}.`,
    );
  return { id: accountIdOf(key), grants: grantsOf(key) };
}

/** The account of a request, or undefined without a key of the sandbox. */
export function knownAccount(authorization: string | null): KeyHolder | undefined {
  const key = bearerKey(authorization);
  return key?.startsWith(sandboxKeyPrefix) ? keyHolderOf(authorization) : undefined;
}

function bearerKey(authorization: string | null): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, { code: 'unauthorized', message });
}

/** The forms of keys that are not granted every model, and what each form is granted. */
export const keyForms = [
  { key: 'sbx_NAME.only.MODEL+MODEL', means: 'is granted these alone, by catalogue or native id' },
  { key: 'sbx_ungranted…', means: 'is granted no model' },
] as const;

const ungrantedPrefix = 'sbx_ungranted';
/** Follows the account's name, which ends at the first dot. */
const onlyPattern = /^[^.]*\.only\.(.*)$/;

/** The models that a key is granted, which its own words say. @see service document §5 */
function grantsOf(apiKey: string): Grants {
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
