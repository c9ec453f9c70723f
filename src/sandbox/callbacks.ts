import { isLoopbackHost } from '../rules/base-url.ts';
import type { Deployment } from './deployment.ts';
import { isOver, lookAtJob } from './life/job-state.ts';
import type { CallbackRecord } from './state/callback-records.ts';
import { jobView } from './v2/job-view.ts';

/** Makes the callbacks that are due. */
export interface Callbacks {
  /** Posts for every job that is over, waits for the answers and records what became of them. */
  sweep(): Promise<void>;
}

/** How callbacks are made, and until when. */
export interface CallbackWay {
  /** The only port of this machine that is posted to; any where there is none. */
  port: number | undefined;
  signal: AbortSignal;
}

/** Pauses before the second post and those after it; when they are used up, the callback is given up. */
const retryDelaysMs = [1_000, 5_000, 30_000];
/** Longest time to an answer. */
const answerTimeoutMs = 5_000;

/**
 * The callbacks of a deployment that listens: one POST of the job, as a poll shows it, once it is over. It posts to
 * this machine only. State is on disk, so jobs of other processes and of an earlier run are called back too; a run
 * that dies between a post and its record posts again.
 *
 * @see service document §6
 */
export function createCallbacks(deployment: Deployment, { port, signal }: CallbackWay): Callbacks {
  const settled = new Set<string>();

  async function callBack(jobId: string): Promise<void> {
    const callback = deployment.callbacks.read(jobId);
    const record = deployment.jobs.read(jobId);
    if (callback === undefined || record === undefined || callback.state !== 'pending') {
      settled.add(jobId);
      return;
    }
    if (deployment.nowMs() < callback.notBeforeMs || !isOver(lookAtJob(deployment, record))) return;
    const barred = barOf(new URL(callback.url), port);
    if (barred !== undefined) {
      deployment.callbacks.write(jobId, { ...callback, state: barred });
      return;
    }
    const delivered = await post(callback.url, jobView(deployment, record), signal);
    if (!signal.aborted)
      deployment.callbacks.write(jobId, afterPost(callback, delivered, deployment.nowMs()));
  }

  return {
    async sweep() {
      const due = deployment.callbacks.jobIds().filter((jobId) => !settled.has(jobId));
      // All are waited for, so that the next sweep meets none of them under way.
      const ends = await Promise.allSettled(due.map(callBack));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

function afterPost(callback: CallbackRecord, delivered: boolean, nowMs: number): CallbackRecord {
  const attempts = callback.attempts + 1;
  const delayMs = retryDelaysMs[attempts - 1];
  if (delivered) return { ...callback, attempts, state: 'delivered' };
  if (delayMs === undefined) return { ...callback, attempts, state: 'gave_up' };
  return { ...callback, attempts, notBeforeMs: nowMs + delayMs };
}

/** Any 2xx is an answer; a redirect is not followed, for it may lead off this machine. */
async function post(url: string, job: object, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(job),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Why nothing is posted to a place; undefined where it is. */
function barOf(url: URL, only: number | undefined): 'off_loopback' | 'other_port' | undefined {
  if (!isLoopbackHost(url.hostname)) return 'off_loopback';
  const usualPort = url.protocol === 'https:' ? 443 : 80;
  const port = url.port === '' ? usualPort : Number(url.port);
  return only === undefined || port === only ? undefined : 'other_port';
}
