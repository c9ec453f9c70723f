import { type DraftFact, readSubmit } from '../../service/body/submit-subject.ts';
import { limits } from '../../service/limits.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { Deployment } from '../deployment.ts';
import { type AcceptedJob, jobIdOf } from '../state/jobs.ts';
import { currentState, isRetained } from './job-state.ts';

/** How long v1 holds a draft's billing record. The document says only that it is less than seven days. Unit: s. */
export const draftRecordSeconds = 48 * 3_600;

/**
 * The fact that an account may learn of the draft that its final names. A job of another account counts as unknown, as one that
 * never existed does. So does a draft of the other API, where bodies and rules are different.
 *
 * @see service document §3
 */
export function draftFact(
  deployment: Deployment,
  accountId: string,
  id: string,
  route: RequestRoute,
): DraftFact {
  const record = draftRecord(deployment, id, route);
  if (record === undefined || record.accountId !== accountId) return 'unknown-job';
  const now = currentState(deployment, record);
  const nowMs = deployment.nowMs(accountId);
  if (!isRetained(now, nowMs)) return 'unknown-job';
  if (readSubmit(record.body, { route: record.route }).step !== 'draft') return 'not-a-draft';
  if (now.status !== 'succeeded') return 'not-succeeded';
  const ageMs = nowMs - now.completedAtMs;
  if (requestRoutes[route].isPassThrough && ageMs > draftRecordSeconds * 1_000) return 'past-record';
  return ageMs > limits.draftValiditySeconds * 1_000 ? 'past-validity' : 'usable';
}

/** The record of the draft that a body names; undefined without one that this account can use. */
export function draftOf(
  deployment: Deployment,
  accountId: string,
  body: Record<string, unknown>,
  route: RequestRoute,
): AcceptedJob | undefined {
  const part = readSubmit(body, { route }).parts.find(({ type }) => type === 'draft_task')?.part;
  const id = ownValue(objectOf(ownValue(part, 'draft_task')), 'id');
  if (typeof id !== 'string' || draftFact(deployment, accountId, id, route) !== 'usable') return undefined;
  return draftRecord(deployment, id, route);
}

/** The record of a draft. On v1 the id may be that of its task or of its job. */
function draftRecord(deployment: Deployment, id: string, route: RequestRoute): AcceptedJob | undefined {
  const { api, isPassThrough } = requestRoutes[route];
  const record = deployment.jobs.read(isPassThrough ? jobIdOf(id) : id);
  return record !== undefined && requestRoutes[record.route].api === api ? record : undefined;
}
