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

/** The keys that a run takes. */
interface Admitted {
  /** The accounts of these keys, by id; undefined for that of every key that begins with `sbx_`. */
  accountIds: ReadonlySet<string> | undefined;
  /** The clock of an account, by which its keys end. Unit: ms since 1970. */
  nowMs(accountId: string): number;
}

/**
 * The account that sends a request. Any key that begins with `sbx_` is valid and names an account, unless a run takes few.
 *
 * @throws Refusal (401) without a key, for a key that may be a real one, and for a key that has ended.
 * @see service document §5
 */
export function keyHolderOf(request: Request, run: Admitted): KeyHolder {
  assertNotEnded(request, run);
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

/** The account of a request; undefined without a key of the sandbox, and for a key that has ended. */
export function knownAccount(request: Request, run: Admitted): KeyHolder | undefined {
  const { accountIds } = run;
  const key = bearerKey(request);
  if (key === undefined || hasEnded(key, run)) return undefined;
  // Ids are hashes: the time that it takes to compare them tells nothing of a key.
  const id = accountIdOf(key);
  const isKnown = accountIds === undefined ? key.startsWith(sandboxKeyPrefix) : accountIds.has(id);
  return isKnown ? { id, grants: grantsOf(key) } : undefined;
}

/** Throws Refusal (401) if the key of a request has ended. */
export function assertNotEnded(request: Request, run: Admitted): void {
  const key = bearerKey(request);
  if (key === undefined || !hasEnded(key, run)) return;
  throw new Refusal('unauthorized', 'This key has ended. Send one that its account was given since then.');
}

/** Follows the account's name: the second since 1970 at which the key ends. */
const endPattern = /^[^.]*\.ends-(\d{1,12}(?:\.\d{1,3})?)$/;

function hasEnded(apiKey: string, { nowMs }: Admitted): boolean {
  const [, endSeconds] = endPattern.exec(apiKey) ?? [];
  return endSeconds !== undefined && nowMs(accountIdOf(apiKey)) >= Number(endSeconds) * 1000;
}

function bearerKey({ headers }: Request): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '')?.[1];
}

/** The forms of keys that are not granted every model, or not for good. */
export const keyForms = [
  { key: 'sbx_NAME.ends-SECONDS', means: 'ends at that second since 1970; from then on it is answered 401' },
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
