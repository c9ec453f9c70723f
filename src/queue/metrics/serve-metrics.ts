import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../api/transport/clock.ts';
import type { MetricsAddress } from '../../batch/queue-flags.ts';
import { typedWith } from '../../errors/hint.ts';
import { portUnusable } from '../../errors/system-trouble.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { absoluteUrl, isLoopbackHost } from '../../text/base-url.ts';
import { readQueueFigures } from '../queue-state.ts';
import type { QueueConnection } from '../store/connection.ts';
import { createWorkerMetrics, queueMetrics, type WorkerFacts } from './metrics.ts';

/** The answer to a path. */
interface Page {
  status: number;
  type: string;
  text: string;
}

/** A scraper and a few probes have one connection each. */
const connectionsMost = 64;
const requestMsMost = 10_000;

export const plain = 'text/plain; charset=utf-8';

/**
 * Answers GET and HEAD at an address, and never keeps the process alive. On loopback it answers to names of loopback alone. Rejects with
 * MachineError where it can't listen there.
 */
export async function listenMetrics({ host, port }: MetricsAddress, answer: (path: string) => Promise<Page>) {
  const server = createServer(
    { requestTimeout: requestMsMost, headersTimeout: requestMsMost },
    (request, response) => {
      if (isForeign(request.headers, host)) {
        send(response, {
          status: 403,
          type: plain,
          text: 'It answers to this machine only, and to no page.\n',
        });
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD');
        send(response, { status: 405, type: plain, text: 'It takes GET.\n' });
        return;
      }
      const [path = '/'] = (request.url ?? '/').split('?');
      answer(path)
        .then((page) => send(response, page))
        .catch(() => send(response, { status: 500, type: plain, text: 'That is a defect of genctl.\n' }));
    },
  );
  server.maxConnections = connectionsMost;
  server.on('connection', (socket) => socket.unref());
  try {
    await once(server.listen(port, host.replace(/^\[(.*)\]$/, '$1')), 'listening');
  } catch (cause) {
    const at = `${host}:${port}`;
    throw portUnusable({ what: 'The metrics of the worker', at, hint: typedWith('--metrics', '0') }, cause);
  }
  // Such as a connection that can't be taken for want of descriptors: who asked asks again, and the worker goes on.
  server.on('error', () => {});
  server.unref();
  return {
    /** The address where it listens, without a path. */
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    /** Cuts every connection and frees the port. */
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Tells whether a web page asks: it says its origin, or it reached loopback by a name of its own. Elsewhere any name may be meant, as that
 * of a pod or a service; and a tunnel to loopback may come by any port.
 */
function isForeign({ host = '', origin }: IncomingHttpHeaders, listensOn: string): boolean {
  if (origin !== undefined) return true;
  if (!isLoopbackHost(listensOn)) return false;
  const asked = absoluteUrl(`http://${host}`);
  return asked === undefined || !isLoopbackHost(asked.hostname);
}

function send(response: ServerResponse, { status, text, type }: Page): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(text);
}

export type OpenMetrics = Awaited<ReturnType<typeof openMetrics>>;

/** How long the store may take for a page: a scraper waits for ten seconds as a rule, a probe for one. Unit: ms. */
const figuresMsMost = 2_000;
const pingMsMost = 800;

/** Serves the metrics that a worker gives to those who watch it, until it is closed. Throws MachineError where it can't listen there; no line has been taken then. */
export async function openMetrics(
  { clock }: Pick<OutputMeans, 'clock'>,
  address: MetricsAddress,
  { connection, facts }: { connection: QueueConnection; facts: WorkerFacts },
) {
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
  const server = await listenMetrics(
    address,
    async (path) => (Object.hasOwn(pages, path) ? pages[path]?.() : undefined) ?? nowhere,
  );
  return Object.assign(metrics, {
    /** The URL of `/metrics`. */
    url: `${server.origin}/metrics`,
    async close() {
      closing.abort();
      await server.close();
    },
  });
}

const ok: Page = { status: 200, type: plain, text: 'ok\n' };
const nowhere: Page = { status: 404, type: plain, text: 'There are /metrics, /healthz and /readyz.\n' };

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
