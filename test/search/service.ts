import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { sandboxOf } from '../../src/sandbox/app.ts';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { currentState, type JobNow } from '../../src/sandbox/life/job-state.ts';
import { totalMicrousd } from '../../src/sandbox/money/prices.ts';
import { type AcceptedJob, jobIdOf } from '../../src/sandbox/state/jobs.ts';
import { oldKey, oldPorts, type RecordedSubmit } from '../upgrade/old-home.ts';
import { faults, type Spoiling } from './faults.ts';
import type { Fault, History, RequestKind } from './history.ts';
import { hasEndedKey, type KeyProgram } from './key-program.ts';
import { renderMarked } from './marked-file.ts';
import { sendSpoilt } from './send-spoilt.ts';

/** A submit that arrived, whatever became of its answer. */
export interface Submit extends RecordedSubmit {
  step: number;
  /** Undefined where two machines sent at once. */
  home: number | undefined;
  /** The id of the job as the service told it. */
  toldId?: string | undefined;
}

interface JobInBooks {
  record: AcceptedJob;
  now: JobNow;
  usd: number;
}

/** A run whose requests arrive from now on, and what they meet. */
interface ServedRun extends Pick<Submit, 'step' | 'home'> {
  faults: readonly Fault[];
  onRequest: (count: number) => void;
  /** Tells whether its machine has a record of a job, by the id that the service told. */
  hasRecord: (id: string) => boolean;
}

export interface SearchService {
  baseUrl: string;
  apiKey: string;
  /** By the ports of its URLs, those that it listens on: several histories have one origin, from which keys are derived. */
  ports: ReadonlyMap<number, number>;
  /** Every request, by method and path. */
  requests: { step: number; method: string; path: string }[];
  submits: Submit[];
  /** How many faults have met a request. */
  faultsMet: number;
  /** Has the requests that arrive from now on belong to a run. */
  begin(run: ServedRun): void;
  job(id: string): JobInBooks | undefined;
  /** The ends of its connections, by the ports of their clients. */
  connections: ReadonlyMap<number, Socket>;
  /** Cuts every connection, as the end of a process does; what it had sent before arrives. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

/** The sandbox on loopback, behind a layer in which everything goes wrong that a history has planned. */
export async function startService(
  folder: string,
  history: Pick<History, 'inFlight' | 'noCdn' | 'speed'>,
  nowMs: () => number,
  keys?: KeyProgram,
): Promise<SearchService> {
  const servers = [createServer(), createServer()] as const;
  const [api = 0, cdn = 0] = await Promise.all(servers.map(listen));
  const deployment = createDeployment({
    folder,
    nowMs,
    randomBytes,
    speed: history.speed,
    baseUrl: `http://127.0.0.1:${oldPorts.api}`,
    cdnUrl: history.noCdn ? undefined : `http://127.0.0.1:${oldPorts.cdn}`,
    limits: { inFlight: { every: history.inFlight } },
    render: renderMarked,
  });
  const sandbox = sandboxOf(deployment);
  /** Jobs that are over, which do not change any more. */
  const over = new Map<string, JobInBooks>();
  const connections = new Map<number, Socket>();
  let now: ServedRun = {
    ...{ step: -1, home: undefined, faults: [] },
    ...{ onRequest: () => {}, hasRecord: () => false },
  };
  let waiting: { fault: Fault; seen: number }[] = [];
  let arrived = 0;

  const service: SearchService = {
    baseUrl: deployment.baseUrl,
    apiKey: oldKey,
    ports: new Map([
      [oldPorts.api, api],
      [oldPorts.cdn, cdn],
    ]),
    requests: [],
    submits: [],
    faultsMet: 0,
    connections,
    begin(run) {
      now = run;
      waiting = run.faults.map((fault) => ({ fault, seen: 0 }));
      arrived = 0;
    },
    job(id) {
      const known = over.get(id);
      if (known !== undefined) return known;
      const record = deployment.jobs.read(id);
      if (record === undefined) return undefined;
      const now = currentState(deployment, record);
      const job = { record, now, usd: now.status === 'succeeded' ? totalMicrousd(record.price) / 1e6 : 0 };
      if (now.status !== 'queued' && now.status !== 'running') over.set(id, job);
      return job;
    },
    async cut() {
      // An accept, a read and an answer take a turn each.
      for (let turn = 0; turn < 8; turn += 1) await setImmediate();
      for (const server of servers) server.closeAllConnections();
    },
    async close() {
      await service.cut();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };

  function faultFor(kind: RequestKind): Spoiling | undefined {
    for (const one of waiting) {
      if (one.fault.on !== kind) continue;
      one.seen += 1;
      const { after, times, what } = one.fault;
      if (one.seen <= after || one.seen > after + times) continue;
      service.faultsMet += 1;
      return faults[what];
    }
    return undefined;
  }

  /** Tells the id of the machine's first job that another request made; the answer stays as it is if there is none. */
  function otherId({ hasRecord, home }: ServedRun, url: string, body: string): Spoiling | undefined {
    const isV2 = new URL(url, deployment.baseUrl).pathname === '/v2/jobs';
    const other = service.submits.find(
      (one) =>
        one.home === home && one.isV2 === isV2 && one.body !== body && one.toldId && hasRecord(one.toldId),
    );
    const change = (fields: Record<string, unknown>) => ({ ...fields, id: other?.toldId });
    return other === undefined ? undefined : { kind: 'fields', change };
  }

  async function take(
    { step, home }: ServedRun,
    request: Request,
    kind: RequestKind,
    body: string,
  ): Promise<Response> {
    const response = await sandbox.fetch(request);
    if (kind !== 'submit') return response;
    const text = await response.clone().text();
    const id = response.ok ? idIn(text) : undefined;
    // v1 tells the id of a task.
    const jobId = id === undefined ? undefined : jobIdOf(id);
    const isV2 = new URL(request.url).pathname === '/v2/jobs';
    const key = request.headers.get('idempotency-key') ?? undefined;
    service.submits.push({ step, home, isV2, key, body, jobId, toldId: id, status: response.status });
    return response;
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, port: number): Promise<void> {
    // It belongs to the step that it arrives in, however long it takes.
    const during = now;
    const body = await readAll(incoming);
    if (body === undefined) return;
    const { method = 'GET', url = '/' } = incoming;
    const kind = kindOf(method, url);
    if (hasEndedKey(incoming.headers.authorization, nowMs())) keys?.renew();
    service.requests.push({ step: during.step, method, path: url });
    arrived += 1;
    const count = arrived;
    const spoiling = faultFor(kind);
    const request = new Request(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: headersOf(incoming),
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
    });
    const commits = spoiling === undefined || !('commits' in spoiling) || spoiling.commits;
    const response = commits ? await take(during, request, kind, body.toString()) : undefined;
    during.onRequest(count);
    const met = spoiling?.kind === 'id of another' ? otherId(during, url, body.toString()) : spoiling;
    await sendSpoilt(outgoing, response, met, new Date(nowMs()).toUTCString());
  }
  servers.forEach((server, place) => {
    server.on('connection', (socket: Socket) => {
      const port = socket.remotePort ?? 0;
      connections.set(port, socket);
      socket.once('close', () => {
        if (connections.get(port) === socket) connections.delete(port);
      });
    });
    server.on('request', (incoming, outgoing) => {
      answer(incoming, outgoing, place === 0 ? oldPorts.api : oldPorts.cdn).catch(() => outgoing.destroy());
    });
  });
  return service;
}

function kindOf(method: string, url: string): RequestKind {
  if (method === 'POST') return url.endsWith('/cancel') ? 'cancel' : 'submit';
  if (url.startsWith('/v2/models')) return 'models';
  return /^\/v2\/jobs\/|^\/v1\/(?!media)/.test(url) ? 'look' : 'file';
}

function idIn(text: string): string | undefined {
  const { id, job_id } = JSON.parse(text) as { id?: string; job_id?: string };
  return job_id ?? id;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const all = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(all.filter(([name]) => name !== 'connection' && name !== 'host'));
}

/** Undefined where the client ended before it had sent all. */
async function readAll(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of incoming) pieces.push(piece as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
