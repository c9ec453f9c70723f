import { onTestFinished } from 'vitest';
import { fixedKey } from '../../src/account/keys/account-key.ts';
import { type Api, type ApiOptions, createApi } from '../../src/api/transport/api.ts';
import type { ApiCall } from '../../src/api/transport/api-call.ts';
import type { RetryNotice } from '../../src/api/transport/caller.ts';
import type { TrafficEvent } from '../../src/api/transport/traffic.ts';
import { createUndiciExchange } from '../../src/api/transport/undici-exchange.ts';
import { wayOf } from '../../src/api/ways/index.ts';
import type { Submission, SubmittedAnswer } from '../../src/api/ways/way.ts';
import { CliError } from '../../src/errors/cli-error.ts';
import type { RequestRoute } from '../../src/service/request-route.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type LoopbackService, type Step, startService } from './loopback-service.ts';

export const apiKey = 'sk_test_0123456789';

export interface Bench {
  api: Api;
  service: LoopbackService;
  clock: FakeClock;
  notices: RetryNotice[];
  traffic: TrafficEvent[];
}

/** An API over real sockets, a clock that only moves when slept on, and random numbers that are all one half. */
export async function bench(steps: readonly Step[], options: Partial<ApiOptions> = {}): Promise<Bench> {
  const service = await startService(...steps);
  const exchange = createUndiciExchange();
  onTestFinished(() => exchange.close());
  const clock = createFakeClock();
  const notices: RetryNotice[] = [];
  const traffic: TrafficEvent[] = [];
  const api = createApi({
    baseUrl: service.baseUrl,
    key: fixedKey(apiKey),
    exchange,
    clock,
    random: () => 0.5,
    userAgent: 'genctl/0 (test)',
    observe: (event) => traffic.push(event),
    onRetry: (notice) => notices.push(notice),
    ...options,
  });
  return { api, service, clock, notices, traffic };
}

export const poll: ApiCall = { route: 'pollJob', retryRoute: 'poll', id: 'job_1' };
export const submit: ApiCall = {
  route: 'submitJob',
  retryRoute: 'submitJob',
  body: new TextEncoder().encode('{"model":"m"}'),
  headers: { 'idempotency-key': 'K' },
};
export const submitTask: ApiCall = {
  route: 'submitTask',
  retryRoute: 'submitTask',
  body: new Uint8Array([123, 125]),
};

/** Submits by a way, under the key `K`. */
export async function submitBy(
  api: Api,
  { route, ...submission }: Omit<Submission, 'idempotencyKey'> & { route: RequestRoute },
): Promise<SubmittedAnswer> {
  return (await wayOf(route)).submit(api, { idempotencyKey: 'K', ...submission });
}

export async function failureOf(promise: Promise<unknown>): Promise<CliError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CliError)) throw new Error('It did not fail as expected', { cause: error });
  return error;
}
