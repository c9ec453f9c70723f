import * as z from 'zod/mini';
import type { RequestRoute } from '../../service/request-route.ts';
import { jobIdPrefix, type Medium } from '../../service/wire-values.ts';
import type { JobPlan } from '../life/plan.ts';
import type { ScenarioName } from '../life/scenarios.ts';
import type { Rendering } from '../media/rendering.ts';
import type { JobPrice } from '../money/prices.ts';

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

const [text, number] = [z.string(), z.number()];

/** The members that requests rely on. Members that are only drawn on a picture are not checked. */
export const jobShape = z.looseObject({
  schema: z.literal(1),
  ...{ id: text, accountId: text, route: text, model: text, medium: text, outputCount: number },
  ...{ acceptedAtMs: number, deadlineAtMs: number, body: z.looseObject({}) },
  plan: z.looseObject({ startsAtMs: number, endsAtMs: number, end: z.looseObject({ status: text }) }),
  price: z.looseObject({ renderMicrousd: number, enhanceMicrousd: number }),
  rendering: z.looseObject({ kind: text }),
});

/** The cause that ended a job for good: its plan ran out, or a cancel came first. */
export const endingShape = z.union([
  z.looseObject({ by: z.literal('plan') }),
  z.looseObject({ by: z.literal('cancel'), canceledAtMs: number }),
]);

export type Ending = z.infer<typeof endingShape>;

/** The state of a callback that a submit asked for. */
export const callbackShape = z.looseObject({
  url: z.string(),
  /**
   * `off_loopback`: nothing was sent, since the sandbox posts to this machine only. `other_port`: nothing was sent, since it was
   * told to post to one other port only.
   */
  state: z.enum(['pending', 'delivered', 'gave_up', 'off_loopback', 'other_port']),
  /** The number of posts made so far. */
  attempts: z.int(),
  /** The earliest moment of the next post, milliseconds since 1970. */
  notBeforeMs: number,
});

export type CallbackRecord = z.infer<typeof callbackShape>;

/** The part of a job id after its prefix, from which other ids and links are made: 32 hex digits. */
export function jobDigits(jobId: string): string {
  return jobId.slice(jobIdPrefix.length);
}

/** The job id with these digits; without any it names no job. */
export function jobIdFrom(digits = ''): string {
  return `${jobIdPrefix}${digits}`;
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
