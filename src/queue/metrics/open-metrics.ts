import type { Clock } from '../../api/transport/clock.ts';
import { typedWith } from '../../errors/hint.ts';
import { portUnusable } from '../../errors/port-trouble.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { MetricsAddress } from '../metrics-flag.ts';
import { readQueueFigures } from '../operate/queue-state.ts';
import type { QueueConnection } from '../store/connection.ts';
import { listenMetrics, type MetricsServer, type Page, plain } from './listen-metrics.ts';
import { queueMetrics } from './queue-metrics.ts';
import { createWorkerMetrics, type WorkerFacts, type WorkerMetrics } from './worker-metrics.ts';

/** The metrics that a worker gives to those who watch it, while it is open. */
export interface OpenMetrics extends WorkerMetrics {
  /** The URL of `/metrics`. */
  url: string;
  close(): Promise<void>;
}

/** How long the store may take for a page: a scraper waits for ten seconds as a rule, a probe for one. Unit: ms. */
const figuresMsMost = 2_000;
const pingMsMost = 800;

/** Serves what a worker tells. Throws MachineError where it can't listen there; no line has been taken then. */
export async function openMetrics(
  { clock }: Pick<OutputMeans, 'clock'>,
  address: MetricsAddress,
  { connection, facts }: { connection: QueueConnection; facts: WorkerFacts },
): Promise<OpenMetrics> {
  const metrics = createWorkerMetrics(facts);
  const closing = new AbortController();
  const how = { clock, signal: closing.signal };
  const figures = askWithin(() => readQueueFigures(connection), { ...how, mostMs: figuresMsMost });
  const ping = askWithin(() => connection.redis.ping(), { ...how, mostMs: pingMsMost });

  async function metricsPage(): Promise<Page> {
    const queue = queueMetrics(await figures(), connection.clock.nowMs());
    const texts = await Promise.all([metrics.registry.metrics(), queue.metrics()]);
    return { status: 200, type: metrics.registry.contentType, text: texts.join('') };
  }
  async function readyPage(): Promise<Page> {
    if (!metrics.isTaking) return { status: 503, type: plain, text: 'It takes no lines.\n' };
    if ((await ping()) === undefined)
      return { status: 503, type: plain, text: `${facts.queue} does not answer.\n` };
    return ok;
  }
  const pages: Record<string, () => Promise<Page>> = {
    '/metrics': metricsPage,
    // A store that is away is no reason to start all workers again.
    '/healthz': async () => ok,
    '/readyz': readyPage,
  };
  const server = await listen(
    address,
    async (path) => (Object.hasOwn(pages, path) ? pages[path]?.() : undefined) ?? nowhere,
  );
  return Object.assign(metrics, {
    url: `${server.origin}/metrics`,
    async close() {
      closing.abort();
      await server.close();
    },
  });
}

const ok: Page = { status: 200, type: plain, text: 'ok\n' };
const nowhere: Page = { status: 404, type: plain, text: 'There are /metrics, /healthz and /readyz.\n' };

async function listen(
  address: MetricsAddress,
  answer: (path: string) => Promise<Page>,
): Promise<MetricsServer> {
  try {
    return await listenMetrics(address, answer);
  } catch (cause) {
    const at = `${address.host}:${address.port}`;
    throw portUnusable({ what: 'The metrics of the worker', at, hint: typedWith('--metrics', '0') }, cause);
  }
}

/**
 * Asks a store that may be away: resolves with undefined where it has not answered within `mostMs`, or fails. There is one question at
 * a time, whoever asks, so that none pile up. A signal ends the waiting.
 */
export function askWithin<Answer>(
  ask: () => Promise<Answer>,
  { clock, mostMs, signal }: { clock: Pick<Clock, 'sleep'>; mostMs: number; signal: AbortSignal },
): () => Promise<Answer | undefined> {
  let asked: Promise<Answer | undefined> | undefined;
  async function answer(): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch {
      return undefined;
    } finally {
      asked = undefined;
    }
  }
  return async () => {
    const over = new AbortController();
    const late = clock.sleep(mostMs, AbortSignal.any([over.signal, signal]));
    asked ??= answer();
    try {
      return await Promise.race([asked, late.then(() => undefined)]);
    } finally {
      over.abort();
      await late;
    }
  };
}
