import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isThere } from './measured.ts';

export interface BenchService {
  baseUrl: string;
  /** The same over https; undefined without openssl, which makes its certificate. */
  secureUrl: string | undefined;
  /** How many jobs were looked at. */
  readonly looks: number;
  close(): void;
}

export interface ServedJobs {
  /** What a look at a job brings. */
  jobOf(id: string): object;
  /** Files by their path. */
  fileAt?(path: string): Buffer | undefined;
}

/** A service that answers at once, so that what is measured is the client. A job that is submitted was made now: one of another day would be a replay. */
export async function startBenchService(
  folder: string,
  { jobOf, fileAt }: ServedJobs,
): Promise<BenchService> {
  let made = 0;
  let looks = 0;
  function answerTo({ method, url = '' }: IncomingMessage): { status: number; body: Buffer; type: string } {
    const file = fileAt?.(url);
    if (file !== undefined) return { status: 200, body: file, type: 'video/mp4' };
    const id = method === 'POST' ? `job_made${made++}` : (url.split('/').at(-1) ?? '');
    looks += method === 'POST' ? 0 : 1;
    return {
      status: method === 'POST' ? 202 : 200,
      body: Buffer.from(JSON.stringify(method === 'POST' ? queuedJob(id) : jobOf(id))),
      type: 'application/json',
    };
  }
  const answer: RequestListener = (request, response) => {
    request.resume().once('end', () => {
      const { status, body, type } = answerTo(request);
      response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body);
    });
  };
  const servers: Server[] = [createServer(answer)];
  if (isThere('openssl')) servers.push(createSecureServer(certificateIn(folder), answer));
  const [port, securePort] = await Promise.all(servers.map(listen));
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    secureUrl: securePort === undefined ? undefined : `https://127.0.0.1:${securePort}`,
    get looks() {
      return looks;
    },
    close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** The model of each job that is submitted: an answer about another one is no answer. */
export const benchModel = 'vendor-b/video-2.5';

/** A job as it is when it was just submitted. */
export function queuedJob(id: string, model = benchModel): object {
  const created_at = new Date().toISOString().replace('Z', '000+00:00');
  return { id, model, status: 'queued', created_at, retry_after: 1 };
}

function listen(server: Server): Promise<number> {
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
  });
}

function certificateIn(folder: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...kind, '-subj', '/CN=127.0.0.1', '-days', '1', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
