import { CliError } from '../errors/cli-error.ts';
import type { JobRecord } from '../ledger/record.ts';
import { readJson } from '../schema/json/read-json.ts';
import { type DraftFact, readSubmit } from '../service/body/submit-subject.ts';
import { isOver } from '../service/lifecycle.ts';
import { limits } from '../service/limits.ts';
import { type RequestRoute, requestRoutes } from '../service/request-route.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import type { RequestMeans } from './request-means.ts';

type DraftContext = Pick<RequestMeans, 'apiOf' | 'clock' | 'interruption' | 'ledger'>;

/** Facts that this machine has of drafts, by their ids. It knows nothing of the drafts of another machine. */
export async function draftFacts(
  context: DraftContext,
  ids: readonly string[],
): Promise<Map<string, DraftFact | undefined>> {
  const facts = new Map<string, DraftFact | undefined>();
  for (const id of ids) {
    const record = await (await context.ledger()).find(id);
    facts.set(id, record === undefined ? undefined : await draftFact(context, record));
  }
  return facts;
}

/**
 * Tells whether a job of the ledger can be made into a final. Where the service gives its time, this machine's clock alone never
 * says that a job is too old.
 */
export async function draftFact(
  { apiOf, clock, interruption }: Omit<DraftContext, 'ledger'>,
  record: JobRecord,
): Promise<DraftFact | undefined> {
  const fact = draftFactOf(record, clock.nowMs());
  if (fact !== 'past-validity') return fact;
  try {
    const api = await apiOf(record);
    await api.askTime(interruption());
    return draftFactOf(record, api.clock.nowMs());
  } catch (error) {
    // Without a key nobody is asked.
    if (error instanceof CliError) return fact;
    throw error;
  }
}

/** Tells whether a job of the ledger can be made into a final, as far as this machine knows. */
export function draftFactOf(record: JobRecord, nowMs: number): DraftFact | undefined {
  const isOne = isDraft(record);
  if (!isOne && record.intent !== null) return 'not-a-draft';
  if (!isOver(record.job)) return undefined;
  if (record.job.status !== 'succeeded') return 'not-succeeded';
  const endedMs = Date.parse(record.job.completed_at ?? record.seen_at);
  if (nowMs - endedMs > limits.draftValiditySeconds * 1000) return 'past-validity';
  // The request of a job of another machine is not known here, so it may be no draft.
  return isOne ? 'usable' : undefined;
}

/** Tells whether a job is known to be a draft: by its request, or on v1 by what the vendor says of it. @see service document §2.8, §3 */
export function isDraft({ intent, raw, route }: Pick<JobRecord, 'intent' | 'raw' | 'route'>): boolean {
  if (requestRoutes[route].isPassThrough && ownValue(objectOf(raw), 'draft') === true) return true;
  const body = intent === null ? undefined : objectOf(readJson(intent.body));
  return body !== undefined && isDraftRequest(body, route);
}

/** Tells whether a request makes a draft. */
export function isDraftRequest(body: Record<string, unknown>, route: RequestRoute): boolean {
  return readSubmit(body, { route }).step === 'draft';
}
