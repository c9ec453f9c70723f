import { readBody, textOf } from '../../api/transport/answer-body.ts';
import type { Clock } from '../../api/transport/clock.ts';
import { type Exchange, ExchangeError, type ExchangeRequest } from '../../api/transport/exchange.ts';
import { reachWords } from '../../api/trouble/reach-words.ts';
import { noCredentials } from './credential-fields.ts';

/** What carries the request for credentials. */
export interface CredentialWay {
  exchange: Exchange;
  clock: Clock;
}

/** An endpoint that is busy is asked again so often, after such pauses. Unit: ms. */
const pausesMs = [200, 800];
const timeoutMs = 10_000;
const bytesMost = 256 * 1024;

/** Asks an endpoint for credentials. Rejects with AuthError, which names the source; what was asked is not shown. */
export async function fetchCredentials(
  { clock, exchange }: CredentialWay,
  request: Pick<ExchangeRequest, 'method' | 'url' | 'headers' | 'body'>,
  source: string,
): Promise<{ status: number; text: string }> {
  for (let attempt = 0; ; attempt += 1) {
    const pauseMs = pausesMs[attempt];
    try {
      const response = await exchange.send({ ...request, headersTimeoutMs: timeoutMs });
      const { broken, bytes } = await readBody(response, { clock, timeoutMs, bytesMost });
      if (broken !== undefined) throw broken;
      const isBusy = response.status >= 500 || response.status === 429;
      if (!isBusy || pauseMs === undefined) return { status: response.status, text: textOf(bytes) };
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const { why } = reachWords(error.code);
      if (pauseMs === undefined)
        throw noCredentials(source, `${request.url.host} can't be reached: ${why} (${error.code})`, error);
    }
    await clock.sleep(pauseMs);
  }
}
