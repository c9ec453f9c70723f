import type { Clock } from '../../../src/api/transport/clock.ts';
import { type Exchange, ExchangeError } from '../../../src/api/transport/exchange.ts';

/** An account of a service that takes so many jobs at once, and answers 429 to more. Times are in ms, by a clock of its own. */
export interface CappedAccount {
  capAt?: (nowMs: number) => number;
  /** How long jobs run, by their number from 0. */
  lastsMs?: (place: number) => number;
  /** Seconds; undefined for a 429 without the header. */
  retryAfter?: number | undefined;
  /** Seconds that a running job asks to wait before the next look. */
  pollAfter?: number;
  /** What a submit is answered instead, by its key and how many jobs there are. `lost`: the job is made, and no answer comes. */
  answerTo?: (key: string, jobs: number) => Answer | 'lost' | undefined;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

interface HeldJob {
  id: string;
  key: string;
  startedMs: number;
  endsMs: number;
  /** The earliest time of the next look. */
  lookMs: number;
}

/** A service of one account, and what it saw of its client. */
export function cappedService({
  answerTo = () => undefined,
  capAt = () => 25,
  lastsMs = () => 60_000,
  pollAfter = 5,
  retryAfter = 10,
}: CappedAccount = {}) {
  const jobs = new Map<string, HeldJob>();
  const seen = { submits: [] as string[], refused: 0, undercut: 0, early: 0, looks: 0, mostInFlight: 0 };
  let closedMs: readonly [fromMs: number, untilMs: number] = [0, 0];

  function inFlight(nowMs: number): number {
    return [...jobs.values()].filter(({ endsMs }) => endsMs > nowMs).length;
  }
  function submit(key: string, body: string, nowMs: number, answeredMs: number): Answer | undefined {
    seen.submits.push(key);
    if (nowMs > closedMs[0] && nowMs < closedMs[1]) seen.undercut += 1;
    const known = jobs.get(`job_${key}`);
    if (known !== undefined) return { status: 202, body: stateOf(known, nowMs, body) };
    const instead = answerTo(key, jobs.size);
    if (instead !== undefined && instead !== 'lost') return instead;
    if (inFlight(nowMs) >= capAt(nowMs)) {
      seen.refused += 1;
      closedMs = [answeredMs, answeredMs + (retryAfter ?? 0) * 1000];
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      return {
        status: 429,
        headers,
        body: { error: { code: 'too_many_jobs', message: 'too many in flight' } },
      };
    }
    const job = { id: `job_${key}`, key, startedMs: nowMs, endsMs: nowMs + lastsMs(jobs.size), lookMs: 0 };
    jobs.set(job.id, job);
    seen.mostInFlight = Math.max(seen.mostInFlight, inFlight(nowMs));
    return instead === 'lost' ? undefined : { status: 202, body: stateOf(job, nowMs, body) };
  }
  function stateOf(job: HeldJob, nowMs: number, body = '{}') {
    const { model = 'vendor-a/image' } = JSON.parse(body) as { model?: string };
    const isOver = job.endsMs <= nowMs;
    job.lookMs = nowMs + pollAfter * 1000;
    return {
      id: job.id,
      model,
      status: isOver ? 'succeeded' : 'running',
      ...(isOver
        ? {
            outputs: [{ url: `https://api.example.com/v1/media/${job.id}`, type: 'image' }],
            completed_at: '2026-03-04T05:06:07Z',
          }
        : { retry_after: pollAfter }),
    };
  }
  function look(id: string, nowMs: number): Answer {
    const job = jobs.get(id);
    seen.looks += 1;
    if (job === undefined)
      return { status: 404, body: { error: { code: 'job_not_found', message: 'none' } } };
    if (nowMs < job.lookMs) seen.early += 1;
    return { status: 200, body: stateOf(job, nowMs) };
  }
  return {
    seen,
    jobs,
    /** Undefined where no answer comes. `answeredMs`: when the answer will be there. */
    answer(
      request: { method: string; path: string; key: string; body: string },
      nowMs: number,
      answeredMs: number,
    ) {
      const { body, key, method, path } = request;
      return method === 'POST'
        ? submit(key, body, nowMs, answeredMs)
        : look(decodeURIComponent(path.split('/').at(-1) ?? ''), nowMs);
    },
  };
}

export type CappedService = ReturnType<typeof cappedService>;

/** Carries requests to the service on the clock of a test: an answer takes that long. Unit: ms. */
export function exchangeTo(service: CappedService, clock: Clock, latencyMs = 40): Exchange {
  return {
    async send({ method, url, headers, body, signal }) {
      const sentMs = clock.monotonicMs();
      const request = {
        method,
        path: url.pathname,
        key: headers['idempotency-key'] ?? '',
        body: new TextDecoder().decode(body),
      };
      const answer = service.answer(request, sentMs, sentMs + latencyMs);
      await clock.sleep(latencyMs, signal);
      if (answer === undefined || signal?.aborted === true) {
        throw new ExchangeError('unknown', 'ECONNRESET', 'The connection was reset');
      }
      return {
        status: answer.status,
        headers: { 'content-type': 'application/json', ...answer.headers },
        body: bytesOf(answer.body),
        discard: async () => {},
      };
    },
    close: async () => {},
  };
}

async function* bytesOf(body: unknown): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify(body));
}
