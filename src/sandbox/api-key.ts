import { nativeIds } from './catalogue/native-ids.ts';
import { Refusal } from './refusal.ts';
import { accountIdOf } from './state/accounts.ts';

/** Whoever a key speaks for. */
export interface Account {
  id: string;
  /** The models that it may use, by catalogue id or the vendor's native id. */
  grants: 'all' | readonly string[];
}

/** What every key of the sandbox begins with, so that a real one is never taken. */
export const keyPrefix = 'sbx_';

/** Whether an account may use a model: its catalogue id or the vendor's own satisfies the grant. @see service document §4.5, §5 */
export function isGranted({ grants }: Account, modelId: string): boolean {
  if (grants === 'all' || grants.includes(modelId)) return true;
  const native = (nativeIds as Partial<Record<string, string>>)[modelId];
  return native !== undefined && grants.includes(native);
}

/** The key that needs no account of its own. */
export const defaultApiKey = 'sbx_local';

/** Keys that are valid and are granted less than every model, by what they begin with; the longer before the shorter. */
export const limitedGrants: readonly { prefix: string; grants: readonly string[] }[] = [
  { prefix: 'sbx_ungranted', grants: [] },
  { prefix: 'sbx_granted_native', grants: [nativeIds['vendor-b/video-2.5']] },
  { prefix: 'sbx_granted', grants: ['vendor-b/video-2.5'] },
];

/**
 * The account that a request speaks for. Any key that begins with `sbx_` is valid and names an account.
 *
 * @throws Refusal (401) without a key, and for one that may be real.
 * @see service document §5
 */
export function accountOf(authorization: string | null): Account {
  const key = bearerKey(authorization);
  if (key === undefined)
    throw unauthorized(
      `The request carries no Authorization: Bearer header with a key, such as ${defaultApiKey}.`,
    );
  if (!key.startsWith(keyPrefix))
    throw unauthorized(
      `This is a sandbox, whose keys begin with ${keyPrefix}; never send a real key here. Use ${defaultApiKey}.`,
    );
  const limited = limitedGrants.find(({ prefix }) => key.startsWith(prefix));
  return { id: accountIdOf(key), grants: limited?.grants ?? 'all' };
}

/** The account of a request, or undefined where its key is none of the sandbox's. */
export function knownAccount(authorization: string | null): Account | undefined {
  const key = bearerKey(authorization);
  return key?.startsWith(keyPrefix) ? accountOf(authorization) : undefined;
}

function bearerKey(authorization: string | null): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, { code: 'unauthorized', message });
}
