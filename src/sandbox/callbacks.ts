import { isLoopbackHost } from '../text/base-url.ts';
import { jobView } from './answers/job-view.ts';
import type { Deployment } from './deployment.ts';
import { currentState, hasEnded } from './life/job-state.ts';
import type { CallbackRecord } from './state/jobs.ts';

/** The limits of callbacks: the port that they go to, and the signal that ends them. */
interface CallbackWay {
  /** The only port of this machine that is posted to; undefined allows every port. */
  port: number | undefined;
  signal: AbortSignal;
}

/** Pauses before the second and each later post. Once they are used up, the callback is given up. */
const retryDelaysMs = [1_000, 5_000, 30_000];
/** How long a receiver may take to answer. */
const answerTimeoutMs = 5_000;

/**
 * The callbacks of a sandbox that listens: once a job is over, it posts the job as a poll shows it. It posts to this machine
 * only. State is on disk, so it also posts for jobs of other processes and of earlier runs. A run that dies between a post and
 * its record posts again.
 *
 * @see service document §6
 */
export function createCallbacks(deployment: Deployment, { port, signal }: CallbackWay) {
  const settled = new Set<string>();

  async function callBack(jobId: string): Promise<void> {
    const callback = deployment.callbacks.read(jobId);
    const record = deployment.jobs.read(jobId);
    const isDue = callback?.state === 'pending' && URL.canParse(callback.url);
    if (!isDue || record === undefined) {
      settled.add(jobId);
      return;
    }
    const nowMs = () => deployment.nowMs(record.accountId);
    if (nowMs() < callback.notBeforeMs || !hasEnded(currentState(deployment, record))) return;
    const barred = barOf(new URL(callback.url), port);
    if (barred !== undefined) {
      deployment.callbacks.write(jobId, { ...callback, state: barred });
      return;
    }
    // Meanwhile nobody else on the folder posts it: another address of this sandbox, or another server.
    deployment.callbacks.write(jobId, { ...callback, notBeforeMs: nowMs() + answerTimeoutMs });
    const delivered = await post(callback.url, jobView(deployment, record), signal);
    if (!signal.aborted) deployment.callbacks.write(jobId, afterPost(callback, delivered, nowMs()));
  }

  return {
    /** Posts for every job that is over, waits for the answers and records them. */
    async sweep(): Promise<void> {
      const due = deployment.callbacks.names().filter((jobId) => !settled.has(jobId));
      // A sweep waits for all posts, so that the next one does not repeat a post that is still under way.
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

/** Posts a job, and tells whether the receiver answered with a 2xx. A redirect is not followed: it may lead off this machine. */
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

/** Why a URL gets no post; undefined for one that does. */
function barOf(url: URL, only: number | undefined): 'off_loopback' | 'other_port' | undefined {
  if (!isLoopbackHost(url.hostname)) return 'off_loopback';
  const usualPort = url.protocol === 'https:' ? 443 : 80;
  const port = url.port === '' ? usualPort : Number(url.port);
  return only === undefined || port === only ? undefined : 'other_port';
}
