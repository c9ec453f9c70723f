import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { type Ended, errorOf, newHome } from './genctl.ts';

const { home, run } = newHome();
const image = ['-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];
const slow = { GENCTL_SANDBOX_SPEED: '0.01' };
let picture = '';
let draft = '';

beforeAll(async () => {
  picture = (await run(['submit', 'fox', ...image, '-q'])).stdout.trim();
  draft = (await run(['draft', 'fox', '--duration', '4', '--sandbox', '-w', '-q'])).stdout.trim();
}, 60_000);

const ids = /^(job_\w+\n)+$/;
const paths = new RegExp(`^(${home}/\\S+\\.(png|mp4|mov)\\n)+$`);

const answers = { ids: /^(\S+\n)+$/, paths, table: /\tsucceeded/, nothing: /^$/ } as const;

/** The answer of each line that a script may catch; PICTURE and DRAFT stand for the ids of finished jobs. */
const rows: [line: string, answer: keyof typeof answers][] = [
  ['submit fox -m vendor-a/image-1 --sandbox', 'ids'],
  ['submit fox -m vendor-a/image-1 --attempts 2 -D out --sandbox', 'paths'],
  ['submit fox -m vendor-b/video-2.5 --duration 4 --return-last-frame --sandbox', 'ids'],
  ['submit fox -m vendor-a/image-1 --once used -D out --sandbox', 'paths'],
  ['draft fox --duration 4 --takes 2 -D out --sandbox', 'paths'],
  ['finalize DRAFT --yes', 'ids'],
  ['refs fox -m spicy/video-2-5 --ref-image https://example.com/hero.png --sandbox', 'ids'],
  ['rerun PICTURE -D out', 'paths'],
  ['status PICTURE', 'table'],
  ['wait PICTURE DRAFT', 'table'],
  ['download PICTURE DRAFT -D out', 'paths'],
  ['cancel PICTURE', 'table'],
  ['jobs', 'table'],
  ['recover', 'nothing'],
];

/** Those whose streams are a process's own here; in the system tests all are. */
const asProcess = sample(rows, ([, answer]) => answer);

describe('what is on stdout, and what on stderr', () => {
  it.each(rows)('of %s', async (line, answer) => {
    const words = line.split(' ').map((word) => ({ PICTURE: picture, DRAFT: draft })[word] ?? word);
    const isProcess = asProcess.some(([one]) => one === line);
    const plain = await run(words, isProcess ? { ownProcess: true } : {});
    const [quiet, json] = await Promise.all([run([...words, '-q']), run([...words, '--json'])]);
    expect([plain.code, quiet.code, json.code], `${plain.stderr}${quiet.stderr}${json.stderr}`).toEqual([
      0, 0, 0,
    ]);
    if (answer !== 'ids') expect(plain.stdout).toMatch(answers[answer]);
    else
      expect(plain.stdout.trim().split('\n')).toEqual(idsIn(json).map(() => expect.stringMatching(/^\S+$/)));
    expect(quiet.stdout).toMatch(answer === 'table' ? ids : answers[answer]);
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

  it('is in the failure where the wait was too short', async () => {
    const words = ['submit', 'fox', ...image, '-D', 'late', '--timeout', '1s', '--json'];
    const ended = await run(words, { env: slow });
    expect(ended.code).toBe(4);
    const [id = ''] = /job_\w+/.exec(ended.stdout) ?? [];
    expect(errorOf(ended)).toMatchObject({ job_id: id, hint: expect.stringContaining(`genctl wait ${id}`) });
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
