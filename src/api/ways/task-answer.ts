import type { Job } from '../../service/job.ts';
import { isKnownStatus, isTerminal, spelledStatus } from '../../service/lifecycle.ts';
import { requestRoutes, type TaskRoute } from '../../service/request-route.ts';
import { idObjection } from '../../service/sendable.ts';
import { isoTime } from '../../text/iso-time.ts';
import { defined, objectOf, ownValue } from '../../text/json-object.ts';
import { quotedText } from '../trouble/wire-error.ts';
import { shortWord, withShortWords } from './job-answer.ts';
import { taskOutputs } from './task-outputs.ts';

/**
 * The id under which a route of v1 looks at what a submit started: the vendor's task id on tasks and images, the service's
 * `job_id` on spicy and refs. Where the one is missing the other is taken. @see service document §2.8, §4.7, §4.8
 */
export function acceptedId(json: unknown, route: TaskRoute): string | undefined {
  const body = objectOf(json);
  const names = requestRoutes[route].looksByVendorId
    ? ['id', 'task_id', 'job_id']
    : ['job_id', 'id', 'task_id'];
  return names.map((name) => idText(ownValue(body, name))).find((id) => id !== undefined);
}

/** Says what is wrong with the answer to a look at a task; undefined where nothing is. */
export function taskObjection(json: unknown, route: TaskRoute, id: string): string | undefined {
  const body = objectOf(json);
  if (textAt(body, 'status') === undefined) return 'is not a task: it lacks a status';
  const named = ['id', 'job_id'].flatMap((name) => idText(ownValue(body, name)) ?? []);
  // On spicy the only id in the answer may be the vendor's, which is not the one that was asked for.
  const tells = named.length === 2 || (named.length === 1 && requestRoutes[route].looksByVendorId);
  return tells && !named.includes(id)
    ? `is about the task ${shortWord(named[0] ?? '')}, not ${id}`
    : undefined;
}

/**
 * The job for a polled task. Only `status` tells its state; an unknown status is kept, shortened for showing.
 * @see service document §2.8, §4.5
 */
export function jobOfTask(json: unknown, route: TaskRoute, id: string): Job {
  const body = objectOf(json);
  const status = spelledStatus(textAt(body, 'status') ?? 'unknown');
  const isOver = isTerminal(status);
  const mayHaveOutputs = status === 'succeeded' || !isKnownStatus(status);
  const outputs = mayHaveOutputs ? taskOutputs(body, requestRoutes[route].medium) : [];
  const job: Job = defined({
    id,
    status,
    model: textAt(body, 'model'),
    media: requestRoutes[route].medium,
    created_at: timeAt(body, 'created_at') ?? timeAt(body, 'created'),
    completed_at: timeAt(body, 'completed_at') ?? (isOver ? timeAt(body, 'updated_at') : undefined),
    cost_usd: numberAt(body, 'cost_usd'),
    outputs: outputs.length === 0 ? undefined : outputs,
    error: errorOf(ownValue(body, 'error')),
    retry_after: isOver ? undefined : numberAt(body, 'retry_after'),
  });
  return withShortWords(job);
}

/** The text of an id that can be part of a URL and be shown. It may be a number. */
function idText(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && idObjection(text) === undefined ? text : undefined;
}

/**
 * Why a task failed. The message may quote the request, so secrets and pictures in it are hidden. @see service document §7.3
 */
function errorOf(value: unknown): Job['error'] {
  if (typeof value === 'string' && value !== '') return { message: quotedText(value) };
  const error = objectOf(value);
  if (error === undefined) return undefined;
  const message = textAt(error, 'message');
  return defined({
    code: textAt(error, 'code'),
    message: message === undefined ? undefined : quotedText(message),
    provider_code: textAt(error, 'provider_code'),
  });
}

/** ISO 8601, from that or from seconds since 1970. */
function timeAt(body: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = ownValue(body, name);
  if (typeof value === 'string') return Number.isNaN(Date.parse(value)) ? undefined : value;
  if (typeof value !== 'number' || !(value > 0)) return undefined;
  // Some services count in milliseconds, which as seconds would be years after 5000.
  const ms = value < 1e11 ? value * 1000 : value;
  return ms < 8e15 ? isoTime(ms) : undefined;
}

function textAt(body: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = ownValue(body, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function numberAt(body: Record<string, unknown> | undefined, name: string): number | undefined {
  const value = ownValue(body, name);
  return typeof value === 'number' ? value : undefined;
}
