import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { genctl, node } from './measured.ts';
import { line } from './table.ts';

/** A load on a served sandbox. */
export interface Load {
  clients: number;
  minutes: number;
}

/** Clients of a team share an account: its limit of jobs in flight, its lock, its balance. */
const clientsAnAccount = 10;
/** A client goes on after up to so long. Unit: ms. */
const pauseMostMs = 10_000;
/** One job in so many is a clip; the others are pictures. */
const clipEvery = 10;
/** One job in so many is canceled, and as many begin with the list of models. */
const seldomEvery = 5;

const bodies = {
  picture: { model: 'vendor-a/image-1', input: { prompt: 'a fox in the snow', size: '1024x1024' } },
  clip: {
    model: 'vendor-b/video-2.5',
    input: { content: [{ type: 'text', text: 'a fox in the snow' }], resolution: '480p', duration: 5 },
  },
} as const;

type Kind = 'submit' | 'poll' | 'list' | 'cancel' | 'media';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** How long answers took by kind. Unit: ms. */
type Times = Record<Kind, number[]>;

/** A server of a folder of its own, until it is told to stop. */
export interface Served {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** `sandbox serve` over the state of a home. */
export async function serve(home: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const [program = node, ...line] = genctl('sandbox', 'serve', '--port', '0', '--json');
  const server = spawn(program, line, {
    env: { PATH: process.env.PATH, HOME: home, GENCTL_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const text of createInterface({ input: server.stdout }))
    return {
      url: (JSON.parse(text) as { base_url: string }).base_url,
      process: server,
      async stop() {
        server.kill();
        await once(server, 'exit');
      },
    };
  throw new Error('sandbox serve ended without a line');
}

/**
 * Many clients on one served sandbox, each a loop: it submits a job, polls as often as it is told, fetches the file, and rests. Prints
 * how long answers took, and the memory of the server after a minute and at the end. Throws where an answer is no success.
 */
export async function benchLoad(folder: string, { clients, minutes }: Load): Promise<void> {
  const served = await serve(folder);
  const times: Times = { submit: [], poll: [], list: [], cancel: [], media: [] };
  const endsAtMs = performance.now() + minutes * 60_000;
  const rss: number[] = [];
  const looks = setInterval(() => rss.push(rssMib(served.process)), 5_000);
  try {
    await Promise.all(
      Array.from({ length: clients }, (_, index) => runClient({ url: served.url, index, times, endsAtMs })),
    );
    const after = rss[Math.min(11, rss.length - 1)] ?? Number.NaN;
    print(times, {
      load: { clients, minutes },
      after,
      end: rssMib(served.process),
      cpuMs: cpuMs(served.process),
    });
  } finally {
    clearInterval(looks);
    await served.stop();
  }
}

interface Client {
  url: string;
  index: number;
  times: Times;
  endsAtMs: number;
}

async function runClient({ url, index, times, endsAtMs }: Client): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const key = `sbx_team${Math.floor(index / clientsAnAccount)}`;
  const ask = async (kind: Kind, at: string, body?: object): Promise<Answer> => {
    const begunMs = performance.now();
    const answer = await asked(at, { agent, key, ...(body !== undefined && { body }) });
    times[kind].push(performance.now() - begunMs);
    if (answer.status >= 300) throw new Error(`${kind} was answered ${answer.status}: ${answer.text}`);
    return answer;
  };
  // Not all at once.
  await pause(Math.random() * pauseMostMs);
  for (let job = index; performance.now() < endsAtMs; job += 1) {
    if (job % seldomEvery === 0) await ask('list', `${url}/v2/models`);
    const isClip = job % clipEvery === 0;
    const { text } = await ask('submit', `${url}/v2/jobs`, isClip ? bodies.clip : bodies.picture);
    const { id } = JSON.parse(text) as { id: string };
    if (job % seldomEvery === 1) await ask('cancel', `${url}/v2/jobs/${id}/cancel`, {});
    const link = await overAt(() => ask('poll', `${url}/v2/jobs/${id}`));
    if (link !== undefined) await ask('media', link);
    await pause(Math.random() * pauseMostMs);
  }
  agent.destroy();
}

/** Polls a job until it is over: the link of its file, if it has one. */
async function overAt(poll: () => Promise<Answer>): Promise<string | undefined> {
  for (;;) {
    const { headers, text } = await poll();
    const wait = headers['retry-after'];
    if (wait === undefined) return (JSON.parse(text) as { outputs?: { url: string }[] }).outputs?.[0]?.url;
    await pause(Number(wait) * 1_000);
  }
}

let sent = 0;

function asked(
  url: string,
  { agent, body, key }: { agent: Agent; key: string; body?: object },
): Promise<Answer> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': `bench-${sent++}` }),
  };
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    request(url, { agent, method, headers }, async (response) => {
      const parts = await response.toArray().catch(reject);
      const text = Buffer.concat(parts ?? []).toString('latin1');
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    })
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The computing so far of the thread that answers; a tick of the kernel is 10 ms. */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** A process's part of the machine's memory. */
function rssMib({ pid }: ChildProcess): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

function print(
  times: Times,
  { after, cpuMs, end, load }: { load: Load; after: number; end: number; cpuMs: number },
): void {
  const { media, ...others } = times;
  const all = Object.values(others).flat();
  const heads = ['a second', 'p50 ms', 'p99 ms', 'most ms'];
  process.stdout.write(`\n${line(`${load.clients} clients, ${load.minutes} min`, ...heads)}`);
  for (const [name, values] of Object.entries({ 'all but media': all, ...others, media })) {
    const sorted = Float64Array.from(values).sort();
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);
    const rate = (values.length / load.minutes / 60).toFixed(1);
    process.stdout.write(line(name, rate, at(0.5), at(0.99), at(1)));
  }
  process.stdout.write(
    `${(cpuMs / (all.length + media.length)).toFixed(2)} ms of computing an answer, renders not counted\n`,
  );
  process.stdout.write(
    `memory ${after.toFixed(0)} MiB after a minute, ${end.toFixed(0)} MiB at the end: ${(end / after).toFixed(2)} ×\n`,
  );
}
