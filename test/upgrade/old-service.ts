import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Deployment } from '../../src/sandbox/deployment.ts';
import { renderMarked } from '../search/marked-file.ts';
import { oldPorts, type RecordedSubmit } from './old-home.ts';

/** What meets a submit: it is answered, or taken without an answer, or never seen. */
export type SubmitFate = 'answered' | 'answer lost' | 'request lost';

interface OldServiceOptions {
  /** The work tree of the commit. */
  tree: string;
  folder: string;
  nowMs: () => number;
  speed: () => Deployment['speed'];
  /** Called at each submit, before it is answered. */
  onSubmit: () => SubmitFate;
}

/** The sandbox of an earlier commit, on the ports that the records of its home name. */
export interface OldService {
  submits: RecordedSubmit[];
  close(): void;
}

export async function serveOldSandbox(options: OldServiceOptions): Promise<OldService> {
  const load = (path: string): Promise<unknown> => import(join(options.tree, 'src/sandbox', path));
  const { sandboxOf } = (await load('app.ts')) as typeof import('../../src/sandbox/app.ts');
  const { createDeployment } = (await load(
    'deployment.ts',
  )) as typeof import('../../src/sandbox/deployment.ts');
  const { jobIdOf } = (await load('state/jobs.ts')) as typeof import('../../src/sandbox/state/jobs.ts');
  const deployment = createDeployment({
    folder: options.folder,
    nowMs: options.nowMs,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    speed: 'instant',
    baseUrl: `http://127.0.0.1:${oldPorts.api}`,
    cdnUrl: `http://127.0.0.1:${oldPorts.cdn}`,
    render: renderMarked,
  });
  const sandbox = sandboxOf(deployment);
  const submits: RecordedSubmit[] = [];

  async function take(request: Request, body: string): Promise<Response> {
    deployment.speed = options.speed();
    const response = await sandbox.fetch(request);
    const { id, job_id } = (await response.clone().json()) as { id?: string; job_id?: string };
    const jobId = response.ok ? (job_id ?? id) : undefined;
    submits.push({
      isV2: new URL(request.url).pathname === '/v2/jobs',
      key: request.headers.get('idempotency-key') ?? undefined,
      body,
      // v1 tells the id of a task.
      jobId: jobId === undefined ? undefined : jobIdOf(jobId),
      status: response.status,
    });
    return response;
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, port: number): Promise<void> {
    const body = await bodyOf(incoming);
    const { method = 'GET', url = '/' } = incoming;
    const sent = method === 'GET' ? {} : { body: new Uint8Array(body) };
    const request = new Request(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: headersOf(incoming),
      ...sent,
    });
    const isSubmit = method === 'POST' && !url.endsWith('/cancel');
    const fate = isSubmit ? options.onSubmit() : 'answered';
    if (fate === 'request lost') return;
    const response = isSubmit ? await take(request, body.toString()) : await sandbox.fetch(request);
    if (fate === 'answer lost') return;
    outgoing.sendDate = false;
    const date = new Date(options.nowMs()).toUTCString();
    outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), date });
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  }

  const servers = Object.values(oldPorts).map((port) =>
    createServer((incoming, outgoing) => {
      answer(incoming, outgoing, port).catch(() => outgoing.destroy());
    }).listen(port, '127.0.0.1'),
  );
  return {
    submits,
    close() {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const all = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(all.filter(([name]) => name !== 'connection'));
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
