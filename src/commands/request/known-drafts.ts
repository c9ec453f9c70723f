import { limits } from '../../contract/limits.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import { readJson } from '../../rules/json/read-json.ts';
import { isOver } from '../../rules/lifecycle.ts';
import { type DraftFact, readSubmit } from '../../rules/request/submit-subject.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';

/** The drafts that a body names, on v2 and v1 alike. */
export function draftIdsOf(body: Record<string, unknown>): string[] {
  const routes = ['jobs', 'tasks'] as const;
  const parts = routes.flatMap((route) => readSubmit(body, { route }).parts);
  return parts.flatMap(({ part, type }) => {
    const id = type === 'draft_task' ? ownValue(objectOf(ownValue(part, 'draft_task')), 'id') : undefined;
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}

/** What this machine knows of the drafts that a body names; of another machine's drafts nothing. */
export async function draftFacts(
  { clock, ledger }: CommandContext,
  body: Record<string, unknown>,
): Promise<(id: string) => DraftFact | undefined> {
  const facts = new Map<string, DraftFact | undefined>();
  const ids = draftIdsOf(body);
  if (ids.length === 0) return () => undefined;
  const open = await ledger();
  for (const id of ids) {
    const record = await open.find(id);
    facts.set(id, record === undefined ? undefined : draftFactOf(record, clock.nowMs()));
  }
  return (id) => facts.get(id);
}

/** Whether a job of the ledger can be made into a final, as far as this machine knows. */
export function draftFactOf(record: JobRecord, nowMs: number): DraftFact | undefined {
  const isOne = isDraft(record);
  if (!isOne && record.intent !== null) return 'not-a-draft';
  if (!isOver(record.job)) return undefined;
  if (record.job.status !== 'succeeded') return 'not-succeeded';
  const endedMs = Date.parse(record.job.completed_at ?? record.seen_at);
  if (nowMs - endedMs > limits.draftValiditySeconds * 1000) return 'past-validity';
  // What another machine asked for is not known.
  return isOne ? 'usable' : undefined;
}

/** Whether a job is known to be a draft: by its request, or on v1 by what the vendor says of it. @see service document §2.8, §3 */
export function isDraft({ intent, raw, route }: JobRecord): boolean {
  if (requestRoutes[route].isPassThrough && ownValue(objectOf(raw), 'draft') === true) return true;
  const body = intent === null ? undefined : objectOf(readJson(intent.body));
  return body !== undefined && readSubmit(body, { route }).step === 'draft';
}
