import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { type Ended, errorOf, newHome } from './genctl.ts';

const { home, run } = newHome();
const image = ['-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];
const clip = ['--duration', '4', '--resolution', '480p', '--sandbox'];
const slow = { GENCTL_SANDBOX_SPEED: '0.01' };
let picture = '';
let draft = '';

beforeAll(async () => {
  picture = (await run(['submit', 'fox', ...image, '-q'])).stdout.trim();
  draft = (await run(['draft', 'fox', '--duration', '4', '--sandbox', '-w', '-q'])).stdout.trim();
});

const ids = /^(job_\w+\n)+$/;
const paths = new RegExp(`^(${home}/\\S+\\.(png|mp4|mov)\\n)+$`);

/** What a script may catch of each command: `ids`, `paths`, or `nothing`. */
interface Row {
  title: string;
  words: () => string[];
  answer: 'ids' | 'paths' | 'a table' | 'nothing';
}

/** Runs on v1 under one name at a time would stand in each other's way. */
let names = 0;
const freshName = (): string => `name-${names++}`;

const rows: Row[] = [
  { title: 'submit', words: () => ['submit', 'fox', ...image], answer: 'ids' },
  { title: 'submit --wait', words: () => ['submit', 'fox', ...image, '-w'], answer: 'ids' },
  { title: 'submit --dir', words: () => ['submit', 'fox', ...image, '-D', 'out'], answer: 'paths' },
  {
    title: 'submit with a warning of the check',
    words: () => ['submit', 'fox', '-m', 'vendor-b/video-2.5', ...clip, '--return-last-frame'],
    answer: 'ids',
  },
  {
    title: 'submit of a name that is used already',
    words: () => ['submit', 'fox', ...image, '--once', 'used', '-D', 'out'],
    answer: 'paths',
  },
  {
    title: 'submit --once on v1',
    words: () => ['submit', 'fox', '-m', 'spicy/video-2-5', ...clip, '--once', freshName()],
    answer: 'ids',
  },
  {
    title: 'submit --attempts',
    words: () => ['submit', 'fox', ...image, '--attempts', '2'],
    answer: 'ids',
  },
  {
    title: 'submit --attempts --dir',
    words: () => ['submit', 'fox', ...image, '--attempts', '2', '-D', 'out'],
    answer: 'paths',
  },
  {
    title: 'submit with references',
    words: () => [
      ...['submit', 'image 1 walks', '-m', 'vendor-b/video-2.5', ...clip],
      ...['--ref-image', 'https://example.com/hero.png'],
    ],
    answer: 'ids',
  },
  {
    title: 'draft --takes --dir',
    words: () => ['draft', 'fox', '--duration', '4', '--takes', '2', '-D', 'out', '--sandbox'],
    answer: 'paths',
  },
  { title: 'finalize', words: () => ['finalize', draft, '--yes'], answer: 'ids' },
  { title: 'finalize --dir', words: () => ['finalize', draft, '--yes', '-D', 'out'], answer: 'paths' },
  {
    title: 'refs --dir',
    words: () => [
      ...['refs', 'image 1 walks', '-m', 'spicy/video-2-5', ...clip, '-D', 'out'],
      ...['--ref-image', 'https://example.com/hero.png'],
    ],
    answer: 'paths',
  },
  { title: 'rerun', words: () => ['rerun', picture], answer: 'ids' },
  { title: 'rerun --dir', words: () => ['rerun', picture, '-D', 'out'], answer: 'paths' },
  { title: 'status', words: () => ['status', picture], answer: 'a table' },
  { title: 'wait', words: () => ['wait', picture, draft], answer: 'a table' },
  { title: 'wait --dir', words: () => ['wait', picture, '-D', 'out'], answer: 'paths' },
  { title: 'download', words: () => ['download', picture, draft, '-D', 'out'], answer: 'paths' },
  { title: 'cancel', words: () => ['cancel', picture], answer: 'a table' },
  { title: 'jobs', words: () => ['jobs'], answer: 'a table' },
  { title: 'recover', words: () => ['recover'], answer: 'nothing' },
];

/** Those whose streams are a process's own here; in the system tests all are. */
const asProcess = sample(rows, ({ answer }) => answer);

const answers = {
  paths,
  'a table': /\tsucceeded/,
  nothing: /^$/,
} as const;

describe('what is on stdout, and what on stderr', () => {
  it.each(rows)('of $title', async (row) => {
    const { words, answer } = row;
    const plain = await run(words(), asProcess.includes(row) ? { ownProcess: true } : {});
    const [quiet, json] = await Promise.all([run([...words(), '-q']), run([...words(), '--json'])]);
    expect([plain.code, quiet.code, json.code], `${plain.stderr}${quiet.stderr}${json.stderr}`).toEqual([
      0, 0, 0,
    ]);
    if (answer !== 'ids') expect(plain.stdout).toMatch(answers[answer]);
    else
      expect(plain.stdout.trim().split('\n')).toEqual(idsIn(json).map(() => expect.stringMatching(/^\S+$/)));
    expect(quiet.stdout).toMatch(
      answer === 'a table' ? ids : answer === 'ids' ? /^(\S+\n)+$/ : answers[answer],
    );
    expect(quiet.stderr).toBe('');
    expect(JSON.parse(json.stdout)).toMatchObject({ schema: expect.stringMatching(/^genctl\.jobs?\/v1$/) });
    expect(json.stderr).toBe('');
  });
});

function idsIn({ stdout }: Ended): string[] {
  const document = JSON.parse(stdout) as { id?: string; items?: { id: string }[] };
  return document.items?.map(({ id }) => id) ?? [document.id ?? ''];
}

describe('the id of a job whose files are the answer', () => {
  it('is on stderr as soon as it is known, whatever becomes of the process', async () => {
    const ended = await run(['submit', 'fox', ...image, '-D', 'killed'], {
      env: slow,
      onStderr: (stderr, kill) => {
        if (/^job_\w+ submitted\n/m.test(stderr)) kill('SIGKILL');
      },
    });
    const [id = ''] = /job_\w+/.exec(ended.stderr) ?? [];
    expect(ended.stdout).toBe('');
    expect((await run(['status', id])).code).toBe(0);
  });

  it('is told once where the job was there before', async () => {
    const words = ['submit', 'fox', ...image, '--once', 'twice', '-D', 'out'];
    const [id = ''] = /job_\w+/.exec((await run(words)).stderr) ?? [];
    const again = await run(words);
    expect(again.stderr).toContain(`${id} already exists`);
    expect(again.stderr).not.toContain(`${id} submitted`);
    expect(again.stdout).toMatch(paths);
  });

  it('is told of each attempt, and stdout has the last one alone', async () => {
    const ended = await run(['submit', 'sandbox:provider_failed', ...image, '--attempts', '3']);
    expect(ended.code).toBe(5);
    expect(ended.stderr.match(/^job_\w+ submitted$/gm)).toHaveLength(3);
    expect(ended.stdout).toMatch(/^job_\w+\n$/);
    expect(ended.stderr).toContain(`${ended.stdout.trim()} submitted`);
  });

  it.each([
    { title: 'plain', flags: [] },
    { title: 'with -q', flags: ['-q'] },
    { title: 'with --json', flags: ['--json'] },
  ])('is in the failure where the wait was too short, $title', async ({ flags }) => {
    const words = ['submit', 'fox', ...image, '-D', 'late', '--timeout', '1s', ...flags];
    const ended = await run(words, { env: slow });
    expect(ended.code).toBe(4);
    const [id = ''] = /job_\w+/.exec(flags[0] === '--json' ? ended.stdout : ended.stderr) ?? [];
    expect(ended.stderr).toContain(`genctl wait ${id}`);
    if (flags[0] === '--json') expect(errorOf(ended)).toMatchObject({ job_id: id });
    else expect(ended.stdout).toBe('');
  });
});

describe('a failure', () => {
  const failing = ['submit', 'sandbox:provider_failed', ...image, '-w'];

  it('is all that -q says on stderr', async () => {
    const ended = await run([...failing, '-q']);
    expect(ended.code).toBe(5);
    expect(ended.stderr).toMatch(/^\S+ job_\w+ failed: provider_failed\n( {2}.*\n)+$/);
  });

  it('is the one line that --json has on stderr', async () => {
    for (const words of [
      failing,
      ['submit', 'fox', ...image, '--duration', '4'],
      ['wait', picture, 'job_nowhere', '--sandbox'],
      ['submit', 'sandbox:provider_failed', ...image, '--attempts', '2'],
    ]) {
      const ended = await run([...words, '--json']);
      expect(ended.code, words.join(' ')).not.toBe(0);
      expect(ended.stderr, words.join(' ')).toMatch(/^\{"error":.*\}\n$/);
    }
  });

  it('comes after the requests where --verbose asks for them', async () => {
    const ended = await run([...failing, '-q', '-v']);
    expect(ended.stderr).toMatch(/^> [\s\S]*^✗ /m);
  });
});

describe('a shell that catches stdout', () => {
  it('has the path alone, which is there', async () => {
    const { stdout } = await run(['submit', 'fox', ...image, '-D', 'caught']);
    expect(readdirSync(join(home, 'caught'))).toContain(stdout.trim().split('/').at(-1));
  });
});

describe('--json', () => {
  it('has a document of the folder that everything is in', async () => {
    const { home, run } = newHome();
    const { stdout } = await run(['config', 'path', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      schema: 'genctl.setting/v1',
      name: 'path',
      value: join(home, 'genctl'),
    });
  });

  it.each([
    ['completion bash', 'genctl completion bash'],
    ['help routes', 'genctl help routes'],
    ['help exit-codes', 'genctl help --json'],
  ])('is refused of what is text: %s', async (typed, hint) => {
    const refused = await newHome().run([...typed.split(' '), '--json']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(errorOf(refused)).toMatchObject({ code: 'text_alone', hint });
  });
});
