import { sandboxKey, sandboxKeyPrefix } from '../rules/sandbox-key.ts';
import { type Grants, grantsOf } from './grants.ts';
import { Refusal } from './refusal.ts';
import { accountIdOf } from './state/accounts.ts';

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
