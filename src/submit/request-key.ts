import type { Account } from '../account/account.ts';
import { originOf } from '../account/rules/claim-account.ts';
import type { Environment } from '../cli/surroundings.ts';
import { nodeCrypto, sha256 } from '../files/lazy-node.ts';
import type { BatchShot } from '../ledger/record.ts';
import { unsignedBody } from '../request/rules/signed-links.ts';
import { canonicalJson } from '../schema/json/canonical-json.ts';
import { draftIdsOf } from '../service/body/submit-subject.ts';
import { type RequestWay, requestWays, submitRouteOf } from '../service/request-route.ts';
import { routes } from '../service/routes.ts';
import type { IntentPlan } from './intent-flags.ts';
import { ciRunId, onceKeyPrefix, onceKeyText, onceName } from './rules/once-key.ts';
import type { BodyInKey, MakeIntent } from './submit-attempt.ts';

/** The parts that an intent is made from. The body becomes bytes here, and never changes afterwards. */
export interface IntentParts {
  body: Record<string, unknown>;
  account: Account;
  chosen: RequestWay;
  plan: IntentPlan;
  environment: Environment;
  /** ISO 8601. */
  createdAt: string;
  /** The line of a batch that the request is of. */
  batch?: BatchShot | undefined;
}

/** Makes the intents of one request by each way that it does not go. What they are for is their keys. */
export function intentsElsewhere(parts: IntentParts): MakeIntent[] {
  const own = submitRouteOf(parts.chosen);
  return requestWays
    .filter((way) => submitRouteOf(way) !== own)
    .map((chosen) => intentMaker({ ...parts, chosen }));
}

/** Makes the intents of one request, one for each attempt. They do not yet say which account's key they are sent with. */
export function intentMaker({
  body,
  account,
  chosen,
  plan,
  environment,
  createdAt,
  batch,
}: IntentParts): MakeIntent {
  const once = plan.once === undefined ? undefined : onceName(plan.once, ciRunId(environment));
  // The keys of later attempts of a request without a name are derived from the key of its first attempt.
  const name = once ?? plan.idempotencyKey ?? randomKey();
  const { method, path } = routes[submitRouteOf(chosen)];
  const keyOf = (attempt: number, bodyInKey: BodyInKey): string => {
    if (once === undefined && attempt === 1) return name;
    const text = onceKeyText({
      origin: originOf(account.baseUrl),
      route: `${method} ${path}`,
      name,
      attempt,
      body: bodyInKey === true ? bodyText() : bodyInKey === false ? undefined : bodyInKey,
    });
    return derivedKey(onceKeyPrefix, text);
  };
  // The link of an upload, and the signature of a link, may be other ones next time; the marks of a line's fields are the same.
  const bodyText = (): string => canonicalJson(batch?.fields ?? unsignedBody(body));
  const text = JSON.stringify(body);
  return (attempt, bodyInKey = false) => ({
    schema: 1,
    idempotency_key: keyOf(attempt, bodyInKey),
    ...chosen,
    profile: account.profile,
    base_url: account.baseUrl,
    body: text,
    model: String(body.model),
    once: once ?? null,
    attempt,
    draft_of: draftIdsOf(body)[0] ?? null,
    created_at: createdAt,
    first_sent_at: null,
    ...(plan.idempotencyKey === undefined ? {} : { key_by_hand: true }),
    ...(batch === undefined ? {} : { batch }),
    ...(plan.tags === undefined ? {} : { tags: plan.tags }),
  });
}

/** A fresh key: no other request ever has it. */
function randomKey(): string {
  return nodeCrypto().randomUUID();
}

/** A key derived from a text: prefix and hex SHA-256. */
export function derivedKey(prefix: string, text: string): string {
  return `${prefix}${sha256(text)}`;
}
