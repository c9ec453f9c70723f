import { sandboxKey, sandboxKeyPrefix } from '../text/base-url.ts';
import { nativeIdOf } from './catalogue/index.ts';
import { Refusal } from './refusal.ts';
import { accountIdOf } from './state/account-id.ts';

/** The models that a key may use, by catalogue id or the vendor's native id. */
type Grants = 'all' | readonly string[];

/** The account that an API key belongs to. */
export interface KeyHolder {
  id: string;
  /** The models that its key may use. */
  grants: Grants;
}

/** The accounts whose keys a run takes, by id; undefined for that of every key that begins with `sbx_`. */
interface Admitted {
  accountIds: ReadonlySet<string> | undefined;
}

/**
 * The account that sends a request. Any key that begins with `sbx_` is valid and names an account, unless a run takes few.
 *
 * @throws Refusal (401) without a key, and for a key that may be a real one.
 * @see service document §5
 */
export function keyHolderOf(request: Request, run: Admitted): KeyHolder {
  const holder = knownAccount(request, run);
  if (holder !== undefined) return holder;
  const isForAll = run.accountIds === undefined;
  const message =
    bearerKey(request) === undefined
      ? `The request carries no Authorization: Bearer header with a key${isForAll ? `, such as ${sandboxKey}` : ''}.`
      : isForAll
        ? `This is a sandbox, whose keys begin with ${sandboxKeyPrefix}; never send a real key here. Use ${sandboxKey}.`
        : 'This sandbox takes the keys that it was started with, and no other.';
  throw new Refusal('unauthorized', message);
}

/** The account of a request, or undefined without a key of the sandbox. */
export function knownAccount(request: Request, { accountIds }: Admitted): KeyHolder | undefined {
  const key = bearerKey(request);
  if (key === undefined) return undefined;
  // Ids are hashes: the time that it takes to compare them tells nothing of a key.
  const id = accountIdOf(key);
  const isKnown = accountIds === undefined ? key.startsWith(sandboxKeyPrefix) : accountIds.has(id);
  return isKnown ? { id, grants: grantsOf(key) } : undefined;
}

function bearerKey({ headers }: Request): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '')?.[1];
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
  if (grants === 'all' || [modelId, nativeIdOf(modelId)].some((id) => id && grants.includes(id))) return;
  throw new Refusal('model_not_granted', `This key is not granted ${modelId}.`);
}
