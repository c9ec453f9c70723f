import { limits } from '../contract/limits.ts';
import { objectOf, ownValue } from '../rules/json-object.ts';
import { type DraftFact, readSubmit } from '../rules/submit-subject.ts';
import type { Deployment } from './deployment.ts';
import { isRetained, lookAtJob } from './job-state.ts';
import type { JobRecord } from './state/jobs.ts';

/**
 * What an account's final may know of the draft that it names. A job of another account is as unknown as one that
 * never was.
 *
 * @see service document §3
 */
export function draftFact(deployment: Deployment, accountId: string, id: string): DraftFact {
  const record = deployment.jobs.read(id);
  if (record === undefined || record.accountId !== accountId) return 'unknown-job';
  const now = lookAtJob(deployment, record);
  if (!isRetained(now, deployment.nowMs())) return 'unknown-job';
  if (readSubmit(record.body, {}).step !== 'draft') return 'not-a-draft';
  if (now.status !== 'succeeded') return 'not-succeeded';
  const ageMs = deployment.nowMs() - now.completedAtMs;
  return ageMs > limits.draftValiditySeconds * 1_000 ? 'past-validity' : 'usable';
}

/** The record of the draft that a body names; undefined where it names none that this account can use. */
export function draftOf(
  deployment: Deployment,
  accountId: string,
  body: Record<string, unknown>,
): JobRecord | undefined {
  const part = readSubmit(body, {}).parts.find(({ type }) => type === 'draft_task')?.part;
  const id = ownValue(objectOf(ownValue(part, 'draft_task')), 'id');
  if (typeof id !== 'string' || draftFact(deployment, accountId, id) !== 'usable') return undefined;
  return deployment.jobs.read(id);
}
