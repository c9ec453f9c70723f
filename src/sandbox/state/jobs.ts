import type { Warn } from '../../files/set-aside.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { jobIdPrefix, type Medium } from '../../service/wire-values.ts';
import { objectOf } from '../../text/json-object.ts';
import type { JobPlan } from '../life/plan.ts';
import type { ScenarioName } from '../life/scenarios.ts';
import type { Rendering } from '../media/rendering.ts';
import type { JobPrice } from '../money/prices.ts';
import { type JsonRecords, jsonRecords } from './json-records.ts';

/** A job as it was accepted. The record never changes: the job's current state follows from it, its ending and the clock. */
export interface AcceptedJob {
  schema: 1;
  id: string;
  accountId: string;
  /** The route of the submit. */
  route: RequestRoute;
  /** The submit's body, as JSON. */
  body: Record<string, unknown>;
  model: string;
  medium: Medium;
  acceptedAtMs: number;
  deadlineAtMs: number;
  plan: JobPlan;
  price: JobPrice;
  /** The rendering of each output. A job that will not succeed has one too: its hold is computed from it. */
  rendering: Rendering;
  outputCount: number;
  scenario: ScenarioName | undefined;
  callbackUrl: string | undefined;
}

export type JobStore = ReturnType<typeof createJobStore>;

/** The part of a job id after its prefix, from which other ids and links are made: 32 hex digits. */
export function jobDigits(jobId: string): string {
  return jobId.slice(jobIdPrefix.length);
}

/** The job id with these digits; without any it names no job. */
export function jobIdFrom(digits = ''): string {
  return `${jobIdPrefix}${digits}`;
}

const idPattern = new RegExp(`^${jobIdPrefix}[0-9a-f]{32}$`);

export function createJobStore(folder: string, warn: Warn) {
  const records = jsonRecords({ folder, kind: 'jobs', isRecord: isJobRecord, warn });
  return {
    /** Undefined for an id that names no job. */
    read: (id: string) => (idPattern.test(id) ? records.read(id) : undefined),
    claim: (record: AcceptedJob) => records.claim(record.id, record),
  };
}

/** Checks the members that requests rely on. Members that are only drawn on a picture are not checked. */
function isJobRecord(value: unknown): value is AcceptedJob {
  const { id, accountId, body, medium, model, outputCount, plan, price, rendering, route, schema, ...times } =
    objectOf(value) ?? {};
  const { endsAtMs, startsAtMs, end } = objectOf(plan) ?? {};
  const { enhanceMicrousd, renderMicrousd } = objectOf(price) ?? {};
  const texts = [id, accountId, medium, model, route, objectOf(end)?.status, objectOf(rendering)?.kind];
  const numbers = [times.acceptedAtMs, times.deadlineAtMs, endsAtMs, startsAtMs, outputCount];
  return (
    schema === 1 &&
    objectOf(body) !== undefined &&
    texts.every((text) => typeof text === 'string') &&
    [...numbers, enhanceMicrousd, renderMicrousd].every(Number.isFinite)
  );
}

/** The cause that ended a job for good: its plan ran out, or a cancel came first. */
export type Ending = { by: 'plan' } | { by: 'cancel'; canceledAtMs: number };

/**
 * How jobs ended. The first claim counts, so neither a slow cancel nor a clock that is set back can change an end that was shown
 * once.
 */
export type EndingStore = ReturnType<typeof createEndingStore>;

export function createEndingStore(folder: string, warn: Warn) {
  const records = jsonRecords({ folder, kind: 'endings', isRecord: isEnding, warn });
  return {
    read: records.read,
    /** Claims an end, and returns the one that counts. */
    settle(jobId: string, ending: Ending): Ending {
      if (records.claim(jobId, ending) === 'claimed') return ending;
      return records.read(jobId) ?? ending;
    },
  };
}

function isEnding(value: unknown): value is Ending {
  const { by, canceledAtMs } = objectOf(value) ?? {};
  return by === 'plan' || (by === 'cancel' && Number.isFinite(canceledAtMs));
}

const taskPrefix = 'task-';

/** The vendor's task id for a job id of the service. @see service document §2.8 */
export function taskIdOf(jobId: string): string {
  return `${taskPrefix}${jobDigits(jobId)}`;
}

/** The job id for an id of v1, which may be the task's or the job's. */
export function jobIdOf(id: string): string {
  return id.startsWith(taskPrefix) ? jobIdFrom(id.slice(taskPrefix.length)) : id;
}

/**
 * `off_loopback`: nothing was sent, since the sandbox posts to this machine only. `other_port`: nothing was sent, since it was
 * told to post to one other port only.
 */
const states = ['pending', 'delivered', 'gave_up', 'off_loopback', 'other_port'] as const;

/** The state of a callback that a submit asked for. */
export interface CallbackRecord {
  url: string;
  state: (typeof states)[number];
  /** The number of posts made so far. */
  attempts: number;
  /** The earliest moment of the next post, milliseconds since 1970. */
  notBeforeMs: number;
}

/** The callbacks, by the ids of their jobs. */
export function createCallbackStore(folder: string, warn: Warn): JsonRecords<CallbackRecord> {
  return jsonRecords({ folder, kind: 'callbacks', isRecord: isCallbackRecord, warn });
}

function isCallbackRecord(value: unknown): value is CallbackRecord {
  const { attempts, notBeforeMs, state, url } = objectOf(value) ?? {};
  return (
    typeof url === 'string' &&
    URL.canParse(url) &&
    states.some((known) => known === state) &&
    Number.isSafeInteger(attempts) &&
    Number.isFinite(notBeforeMs)
  );
}
