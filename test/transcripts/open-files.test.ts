import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/library.ts';
import { sample } from '../sample.ts';
import { errorOf, newHome } from './genctl.ts';

/** From the lowest limit at which Node starts, to one that has room for all. */
const limits = Array.from({ length: 47 }, (_, place) => 18 + place);

const picture = ['-m', 'vendor-a/image-1'];
const submit = ['submit', 'a fox', ...picture];
const clip = ['-m', 'vendor-b/video-2.5', '--duration', '4'];

/** The lines that pay; PICTURE and DRAFT stand for jobs that are over. */
const paying: Record<string, readonly string[]> = {
  submit,
  'submit --json': [...submit, '--json'],
  'submit -q': [...submit, '-q'],
  'submit --wait': [...submit, '--wait'],
  'submit -D': [...submit, '-D', 'out'],
  'submit --events': [...submit, '--wait', '--events'],
  'submit --takes': [...submit, '--takes', '3', '--yes'],
  'submit --count': [...submit, '--count', '2'],
  'submit --vary': [...submit, '--vary', 'seed=1,2', '--yes'],
  'submit --attempts': [...submit, '--attempts', '2'],
  'submit --once': [...submit, '--once', 'fox'],
  'submit --route tasks': ['submit', 'a fox', ...clip, '--route', 'tasks'],
  'submit --api v1': ['submit', 'a fox', '-m', 'vendor-b/image-1', '--api', 'v1'],
  'submit --sync': ['submit', 'a fox', '-m', 'vendor-b/image-1', '--sync'],
  'submit spicy': ['submit', 'a fox', '-m', 'spicy/video-2-5', '--duration', '4'],
  refs: ['refs', 'a fox', ...clip, '--ref-image', 'https://example.com/a.png', '--no-probe'],
  draft: ['draft', 'a fox', '--duration', '4'],
  finalize: ['finalize', 'DRAFT', '--yes'],
  rerun: ['rerun', 'PICTURE'],
  recover: ['recover'],
  batch: ['batch', 'shots.txt', ...picture, '--yes'],
  'batch -D': ['batch', 'shots.txt', ...picture, '--yes', '-D', 'out'],
};

/** A line of each command that pays for nothing. */
const free: Record<string, readonly string[]> = {
  status: ['status', 'PICTURE'],
  wait: ['wait', 'PICTURE'],
  'wait --json': ['wait', 'PICTURE', '--json'],
  'wait -D': ['wait', 'PICTURE', '-D', 'out'],
  cancel: ['cancel', 'PICTURE'],
  models: ['models'],
  download: ['download', 'PICTURE', '-D', 'out'],
  sync: ['sync', '-D', 'out'],
  jobs: ['jobs', '--refresh'],
  'jobs prune': ['jobs', 'prune', '--yes'],
  gallery: ['gallery'],
  compose: ['compose', 'a fox', ...picture],
  costs: ['costs'],
  show: ['show', 'PICTURE'],
  doctor: ['doctor'],
  auth: ['auth', 'status'],
  config: ['config', 'set', 'bell', 'never'],
  sandbox: ['sandbox', 'info'],
  help: ['help', 'exit-codes'],
  worker: ['worker'],
  queue: ['queue', 'status'],
  api: ['api', '/v2/models'],
  upload: ['upload', 'none.png'],
  completion: ['completion', 'bash'],
};

const raw = /^\s+at |node:internal|genctl \S+ has a bug/m;

/** A home with an account of a service that listens, and what that service took. */
async function newAccount() {
  const { home, run } = newHome();
  const service = createSandbox();
  const { baseUrl } = await service.listen();
  const env = { GENCTL_BASE_URL: baseUrl, GENCTL_API_KEY: service.apiKey };
  const submits = () =>
    service.requests().flatMap(({ answer, headers, method }) => {
      if (method !== 'POST' || answer === null || answer.status >= 300) return [];
      const { id, job_id } = answer.body as { id?: string; job_id?: string };
      return [{ id: String(id ?? job_id), key: headers['idempotency-key'] }];
    });
  writeFileSync(join(home, 'shots.txt'), 'one\ntwo\nthree\n');
  mkdirSync(join(home, 'out'));
  return { run, service, env, submits };
}

type Case = { name: string; limit: number };

/** A few of all in the everyday suite, and of each line in the system suite; the proofs have every limit of each. */
function some(lines: Readonly<Record<string, unknown>>): readonly Case[] {
  const cases = Object.keys(lines).flatMap((name) => limits.map((limit) => ({ name, limit })));
  const isEveryday = process.env.TEST_SAMPLE === undefined;
  return isEveryday ? sample(cases, () => 'any', 300) : sample(cases, ({ name }) => name, 20);
}

/** Whether Node itself, and not the program, could open no more. */
function isOfNode({ code, stderr }: { code: number | null; stderr: string }): boolean {
  return code === null || code > 143 || /bin\/genctl\.js|\(node:internal\/modules\/run_main/.test(stderr);
}

async function withJobs(line: readonly string[], { env, run }: Awaited<ReturnType<typeof newAccount>>) {
  const words = [...line];
  const made: Record<string, readonly string[]> = {
    PICTURE: [...submit, '--wait', '-q'],
    DRAFT: ['draft', 'a fox', '--duration', '4', '--wait', '-q'],
  };
  for (const [name, making] of Object.entries(made)) {
    const place = words.indexOf(name);
    if (place < 0) continue;
    const { stdout } = await run(making, { env });
    words[place] = stdout.trim();
  }
  return words;
}

it.each(some(paying))(
  '$name under ulimit -n $limit: each job that is made is told, and on record or found by recover',
  async ({ limit, name }) => {
    const account = await newAccount();
    const { env, run, service, submits } = account;
    const words = await withJobs(paying[name] ?? [], account);
    if (name === 'recover') {
      service.faults({ route: 'POST /v2/jobs', cut: 'after', times: 6 });
      await run(submit, { env });
    }
    const before = new Set(submits().map(({ id }) => id));
    const ended = await run(words, { env, limit: `-n ${limit}` });
    if (isOfNode(ended)) return;
    const text = `${ended.stdout}${ended.stderr}`;
    expect(ended.stderr, text).not.toMatch(raw);
    // A submit that could not be sent again is as open as it was.
    expect([0, 2, 9, name === 'recover' ? 13 : 14, 14], text).toContain(ended.code);
    if (ended.code === 14) expect(text).toMatch(/EMFILE|too many files open/);
    const made = submits().filter(({ id }) => !before.has(id));
    const isToldByFile = name === 'batch -D' || name === 'submit -D';
    for (const { id, key = 'none' } of made) {
      const isTold = text.includes(id) || (text.includes(key) && text.includes('recover'));
      expect(isTold || (isToldByFile && ended.code === 0) || name === 'batch -D', text).toBe(true);
    }
    // Nothing that was not sent is sent later, where nobody was told that it is open.
    const recovered = await run(['recover', '--json'], { env });
    const isOpen = name === 'recover' || /recover|batch/.test(text);
    const after = new Set(submits().map(({ id }) => id));
    if (!isOpen) expect(after).toEqual(new Set([...before, ...made.map(({ id }) => id)]));
    const { stdout } = await run(['jobs', '--json'], { env });
    for (const id of after) expect(stdout, `${text}${recovered.stderr}`).toContain(id);
    await service.close();
  },
);

it.each(some(free))(
  '$name under ulimit -n $limit ends as it should, or by one error in three parts',
  async ({ limit, name }) => {
    const account = await newAccount();
    const { env, run, service } = account;
    const words = await withJobs(free[name] ?? [], account);
    const ended = await run(words, { env, limit: `-n ${limit}` });
    if (isOfNode(ended)) return;
    expect(ended.stderr).not.toMatch(raw);
    expect([0, 2, 9, 14], ended.stderr).toContain(ended.code);
    if (ended.code !== 0 && words.includes('--json'))
      expect(errorOf(ended)).toMatchObject({ hint: expect.any(String), why: expect.any(String) });
    // The answer of `doctor` is what is wrong with this machine.
    else if (ended.code !== 0 && name !== 'doctor') expect(ended.stderr).toMatch(/✗ .+\n( +.+\n)* +→ .+\n/);
    await service.close();
  },
);
