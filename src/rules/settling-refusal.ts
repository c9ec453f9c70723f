import type { WireError } from '../contract/wire-error.ts';
import { namesBalance } from './balance.ts';

/** A refusal of a submit, as far as it tells what became of earlier sends of the same bytes. */
export interface SubmitRefusal {
  /** Of the HTTP answer. */
  status: number;
  /** Whether its body is the service's own `{error:{code,message}}`, both of them texts. */
  enveloped: boolean;
  /** What it says. */
  wire: WireError;
}

/** Statuses that refuse a body for what it is, whenever and however often it is sent. */
const bodyRefusals: readonly number[] = [400, 413, 422];

/**
 * Codes of what passes, whatever status they come with: of the account, its limits, its keys in use, the list of models. The body
 * was not looked at, or would be taken another time.
 */
const passing =
  /balance|fund|credit|billing|payment|quota|limit_?(reached|exceeded)|rate_?limit|throttl|too_many_(jobs|requests)|in_flight|idempot|conflict|in_progress|in_use|busy|overload|unavailable|time_?out|unauthori[sz]ed|forbidden|permission|grant|not_found|unknown_model|expired/i;

/** A link in a text; a data URL has no host and never goes stale. */
const link = /[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Whether a refusal proves that no send of a body has made a job, the earlier ones included whose answers never arrived.
 * Only the service itself knows, so nothing counts that a proxy or a restart could have said. A 400 proves nothing where the
 * body names a draft or a link: the draft may have grown too old, and the link gone dead, between the two sends. A 401, 403,
 * 404, 409, 429, a word about the balance or another state that passes never does.
 *
 * @param body the parsed body that was sent.
 * @see service document §7.2, §7.3
 */
export function provesNoJob({ status, enveloped, wire }: SubmitRefusal, body: unknown): boolean {
  if (!enveloped || !bodyRefusals.includes(status)) return false;
  if (namesBalance(wire) || passing.test(wire.code ?? '')) return false;
  return status !== 400 || !namesDraftOrLink(body);
}

/** Looks at everything in the body; over a list of its own, since a body may be nested deeper than calls can be. */
function namesDraftOrLink(body: unknown): boolean {
  const left: unknown[] = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' && link.test(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, 'draft_task')) return true;
    for (const inner of Object.values(value)) left.push(inner);
  }
  return false;
}
