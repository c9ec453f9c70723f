import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { absoluteUrl, isLoopbackHost } from '../../text/base-url.ts';
import type { MetricsAddress } from '../metrics-flag.ts';

/** The answer to a path. */
export interface Page {
  status: number;
  type: string;
  text: string;
}

export interface MetricsServer {
  /** The address where it listens, without a path. */
  origin: string;
  /** Cuts every connection and frees the port. */
  close(): Promise<void>;
}

/** A scraper and a few probes have one connection each. */
const connectionsMost = 64;
const requestMsMost = 10_000;

export const plain = 'text/plain; charset=utf-8';

/**
 * Answers GET and HEAD at an address, and never keeps the process alive. On loopback it answers to names of loopback alone.
 *
 * @throws the native error, with its `code`: EADDRINUSE, EACCES, EADDRNOTAVAIL.
 */
export function listenMetrics(
  { host, port }: MetricsAddress,
  answer: (path: string) => Promise<Page>,
): Promise<MetricsServer> {
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
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), () => {
      server.unref();
      resolve({
        origin: `http://${host}:${(server.address() as AddressInfo).port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
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
