import { type Intent, type JobRecord, ledgerSchemaVersion } from '../../ledger/record.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';

/** The intent of a shot that only a journal knows of. Its body is made of the line, which has the same fields. */
export function journalIntent(made: Intent, { attempt, key, sent_at }: ShotMemory): Intent {
  return { ...made, attempt, idempotency_key: key, created_at: sent_at, first_sent_at: sent_at };
}

/**
 * The record of a job that only a journal knows of. Of one that succeeded it does not know the outputs, so that it has to be looked
 * at as if it still ran.
 */
export function journalRecord(intent: Intent, id: string, { over, sent_at }: ShotMemory): JobRecord {
  const isBad = over !== undefined && over.status !== 'succeeded' && over.status !== 'refused';
  const job = {
    id,
    status: isBad ? over.status : 'queued',
    created_at: sent_at,
    ...(isBad ? { completed_at: over.at } : {}),
    ...(isBad && over.cost_usd !== null ? { cost_usd: over.cost_usd } : {}),
    ...(isBad && over.code !== null ? { error: { code: over.code } } : {}),
  };
  return {
    schema: ledgerSchemaVersion,
    id,
    route: intent.route,
    ...(intent.sync === undefined ? {} : { sync: intent.sync }),
    profile: intent.profile,
    base_url: intent.base_url,
    recorded_at: sent_at,
    intent,
    job,
    seen_at: sent_at,
    replayed: false,
    finals: [],
    files: [],
  };
}
