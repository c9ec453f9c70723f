import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { type Ended, newHome } from '../transcripts/genctl.ts';

const long = 'z'.repeat(1_000_000);
const times = [
  'x',
  '',
  'y'.repeat(41),
  long,
  5,
  null,
  {},
  ['2026-01-01'],
  '1970-01-01',
  '9999-12-31T23:59:59Z',
];
const farTimes = ['-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '2026-02-31T25:61:61Z'];
const words = [5, null, {}, [], '', long, 'a\u0000\u001b[31m\u202e'];

type Fields = Record<string, unknown>;
const field = (name: string, values: readonly unknown[]): Fields[] =>
  values.map((value) => ({ [name]: value }));
const output = (name: string, values: readonly unknown[]): Fields[] =>
  values.map((value) => ({ outputs: [{ url: 'LINK', content_type: 'image/png', [name]: value }] }));

/** What is odd about the job of a line, each for one line. */
const oddities: Fields[] = [
  ...['created_at', 'completed_at', 'deadline_at', 'retention_until'].flatMap((name) =>
    field(name, [...times, ...farTimes]),
  ),
  ...field('cost_usd', ['0.5', -1, 1e308, 'INFINITY', null, {}, '', true]),
  ...field('status', ['exploded', 'SUCCEEDED', 'cancelled', long, ...words.slice(0, 4)]),
  ...['media', 'model'].flatMap((name) => field(name, words)),
  ...field('outputs', [null, {}, [], 'x', [null], [{}], [{ url: 5 }], [[]]]),
  ...output('url', ['', 'x', 'javascript:1', 'http://[', long, 5, null]),
  ...['expires_at', 'type', 'content_type'].flatMap((name) => output(name, [...words, ...farTimes])),
  ...field('error', ['sentence', 5, {}, { code: 5, message: [] }, { code: long, message: long }]).map(
    (odd) => ({
      ...odd,
      status: 'failed',
    }),
  ),
  ...field('retry_after', ['1', -1, 0, 1e-9, null, {}, 'INFINITY']).map((odd) => ({
    ...odd,
    status: 'running',
  })),
  ...field('id', ['JOB', '', 5, null, '../x', long]),
  ...field('__proto__', [{ status: 'failed' }, 5]),
];

let isOdd = true;
/** The keys that a line was sent under. */
const keys = new Map<number, Set<unknown>>();
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const service = createServer((request, response) => {
  const url = request.url ?? '';
  if (url.startsWith('/files/'))
    return void response
      .writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length })
      .end(picture);
  response.setHeader('content-type', 'application/json');
  if (!url.startsWith('/v2/jobs')) return void response.end('{"data":[{"id":"m"}]}');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const index =
      request.method === 'POST'
        ? Number(/line (\d+)/.exec(Buffer.concat(chunks).toString())?.[1])
        : Number(/job_(\d+)/.exec(url)?.[1]);
    const isSubmit = request.method === 'POST';
    if (isSubmit) keys.set(index, (keys.get(index) ?? new Set()).add(request.headers['idempotency-key']));
    response.end(answer(index, isSubmit));
  });
});

function answer(index: number, isSubmit: boolean): string {
  const id = `job_${index}`;
  const { port } = service.address() as AddressInfo;
  const link = `http://127.0.0.1:${port}/files/${index}.png`;
  const created_at = new Date().toISOString();
  const job: Fields = isSubmit
    ? { id, model: 'm', status: 'queued', created_at }
    : { ...{ id, model: 'm', media: 'image', status: 'succeeded', created_at, cost_usd: 0.01 } };
  if (!isSubmit) Object.assign(job, { completed_at: created_at, outputs: [{ url: link }] });
  const odd = isOdd && !(isSubmit && 'id' in (oddities[index] ?? {})) ? oddities[index] : {};
  const text = JSON.stringify(Object.fromEntries([...Object.entries(job), ...Object.entries(odd ?? {})]));
  return text.replaceAll('"LINK"', JSON.stringify(link)).replaceAll('"INFINITY"', '1e999');
}

beforeAll(() => new Promise<void>((listening) => void service.listen(0, '127.0.0.1', listening)));
afterAll(() => new Promise<void>((closed) => void service.close(() => closed())));

function isTold({ code, stderr }: Ended): void {
  expect(code, stderr.slice(0, 4_000)).not.toBe(1);
  expect(stderr).not.toMatch(/\n\s+at .*:\d+:\d+\)?$/m);
}

it('whatever the service says of a job keeps none of the others, and none of the runs after it, from its end', async () => {
  const { home, run } = newHome();
  const { port } = service.address() as AddressInfo;
  const env = { GENCTL_API_KEY: 'k', GENCTL_BASE_URL: `http://127.0.0.1:${port}` };
  const lines = oddities.map((_, index) =>
    JSON.stringify({ id: `s${index}`, prompt: `line ${index}`, model: 'm' }),
  );
  writeFileSync(join(home, 'shots.jsonl'), `${lines.join('\n')}\n`);
  const batch = ['batch', 'shots.jsonl', '-D', 'out', '--no-preflight', '--in-flight', '40'];
  const genctl = async (...typed: string[]): Promise<Ended> => {
    const ended = await run(typed, { env });
    isTold(ended);
    return ended;
  };
  await genctl(...batch, '--timeout', '3s', '--report', 'report.jsonl');
  for (const reader of [['jobs'], ['jobs', '--json'], ['costs'], ['costs', '--json'], ['sync', '-D', 'out2']])
    await genctl(...reader);
  const shown = sample([...oddities.keys()], () => 'shown', 8);
  for (const index of shown) await genctl('show', `job_${index}`, '--json');
  await genctl('wait', '--all', '--timeout', '2s');
  isOdd = false;
  const ended = await genctl(...batch);
  expect([...keys.values()].filter(({ size }) => size > 1)).toEqual([]);
  const here = readdirSync(join(home, 'out'));
  // A state that nobody knows is final where its job has ended, and so is a failure.
  const isFinal = (odd: Fields): boolean =>
    typeof odd.status === 'string' && odd.status !== '' && odd.status !== 'running';
  const missing = oddities.flatMap((odd, index) =>
    isFinal(odd) || here.some((name) => name.startsWith(`s${index}.`) || name.startsWith(`s${index}-`))
      ? []
      : [JSON.stringify(odd).slice(0, 80)],
  );
  expect(missing, ended.stderr.slice(0, 4_000)).toEqual([]);
}, 120_000);
