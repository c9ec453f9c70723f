import { clockSkewMs } from '../../rules/clock-skew.ts';
import { notAList, readModels } from '../ways/models.ts';
import type { Api } from './api.ts';

/** What one request tells about a service. */
export interface ServiceProbe {
  models: number;
  /** From sending the last attempt to the end of its answer. Unit: ms. */
  latencyMs: number;
  /** How far the service's clock is ahead of ours; undefined where it does not say. Unit: ms. */
  clockSkewMs: number | undefined;
}

/** Asks for the models, to learn whether the service can be reached and accepts the key. Rejects as listModels does. */
export async function probeService(api: Api): Promise<ServiceProbe> {
  let receivedAtMs = 0;
  const answer = await api.call({
    route: 'listModels',
    retryRoute: 'models',
    accept(received) {
      receivedAtMs = api.clock.nowMs();
      return notAList(received);
    },
  });
  const { headers, json, sentAtMs } = answer;
  return {
    models: readModels(json)?.length ?? 0,
    latencyMs: Math.max(0, receivedAtMs - sentAtMs),
    clockSkewMs: clockSkewMs({ date: headers.date, age: headers.age, sentAtMs, receivedAtMs }),
  };
}
