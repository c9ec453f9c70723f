/** Facts that genctl reads from any refusal, whatever its shape was. */
export interface WireError {
  code?: string;
  message?: string;
  providerCode?: string;
}

/** The parts of a refused submit that tell what became of earlier sends of the same bytes. */
export interface SubmitRefusal {
  /** The status of the HTTP answer. */
  status: number;
  /** True if its body is the service's own `{error:{code,message}}`, both of them texts. */
  enveloped: boolean;
  wire: WireError;
}

/** Statuses that refuse a body for its content, whenever and however often it is sent. */
const bodyRefusals: readonly number[] = [400, 413, 422];

/**
 * Codes of refusals that may pass, whatever status they come with: they are about the account, its limits, its keys in use or
 * the list of models. The service may take the same body another time.
 */
const passing =
  /balance|fund|credit|billing|payment|quota|limit_?(reached|exceeded)|rate_?limit|throttl|too_many_(jobs|requests)|in_flight|idempot|conflict|in_progress|in_use|busy|overload|unavailable|time_?out|unauthori[sz]ed|forbidden|permission|grant|not_found|unknown_model|expired/i;

/**
 * A link in a text; a data URL has no host and never goes stale. Of its scheme the last letter and what follows is enough: to look
 * for all of it from each letter of a long prompt takes twenty seconds.
 */
const link = /[a-z][0-9+.-]*:\/\//i;

/**
 * Tells whether a refusal proves that no send of a body has made a job, not even an earlier send whose answer never arrived. Only
 * the service can know that, so an answer that a proxy or a restart could have given proves nothing. A 400 proves nothing where the
 * body names a draft or a link. Between the two sends the draft may have grown too old, or the link gone dead. A 401, 403, 404,
 * 409, 429, a word about the balance or about any other passing state never proves it.
 *
 * @param body the parsed body that was sent.
 * @see service document §7.2, §7.3
 */
export function provesNoJob({ status, enveloped, wire }: SubmitRefusal, body: unknown): boolean {
  if (!enveloped || !bodyRefusals.includes(status)) return false;
  if (mayNameBalance(wire) || passing.test(wire.code ?? '')) return false;
  return status !== 400 || !namesDraftOrLink(body);
}

/** Searches the whole body. It keeps a list instead of calling itself, since a body may be nested deeper than calls can be. */
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

/** Tells whether a refusal may be about the balance. Any word of it counts here: a submit that stays open for it costs nothing. */
function mayNameBalance({ code, message }: WireError): boolean {
  const words = `${code ?? ''} ${message ?? ''}`.replaceAll('_', ' ');
  return /\bbalance\b|\binsufficient[ -]?(funds|credits?)\b|\bout of (funds|credits?)\b|\btop up\b|payment required/i.test(
    words,
  );
}

/** Codes of an account whose balance is too low, as words; a service may write `account.` or `org_` before them. */
const balanceCode =
  /^((account|billing|org|organi[sz]ation|user) )?(out of (balance|credits?|funds)|(insufficient|not enough|no|low) (balance|credits?|funds)|(balance|credits?|funds) (exhausted|insufficient|too low)|payment required)( error)?$/;

/** Codes of a request that came too early, or as one too many. */
const paceCode = /\brate limit|\bthrottl|\btoo many\b|\bin flight\b|\bconcurren|\bslow ?down\b|\bbusy\b/;

/** Phrases that say nothing else. A single word such as "balance" may speak of anything. */
const balancePhrase = /\bout of balance\b|\binsufficient (balance|funds|credits)\b/i;

/**
 * Tells whether a 429 stands for the balance. Its code decides. If the code says nothing of it, a time to wait means that the request
 * passes later. Without a time to wait, a whole phrase of the message decides.
 * @see service document §7.2
 */
export function saysOutOfBalance(
  { code = '', message = '' }: WireError,
  retryAfterMs: number | undefined,
): boolean {
  const words = codeWords(code);
  if (balanceCode.test(words)) return true;
  if (paceCode.test(words) || retryAfterMs !== undefined) return false;
  return balancePhrase.test(message.replaceAll('_', ' '));
}

/** The words of a code: `insufficientBalance`, `INSUFFICIENT-BALANCE` and `insufficient_balance` are the same ones. */
function codeWords(code: string): string {
  return code
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}
