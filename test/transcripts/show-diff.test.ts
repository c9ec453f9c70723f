import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q'];

interface DiffDocument {
  same: boolean;
  fields: { name: string; flag: string | null; before: unknown; after: unknown }[];
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

const documentOf = ({ stdout }: Ended) => JSON.parse(stdout) as DiffDocument;

describe('show --diff', () => {
  it('says in flags what a rerun changed, and what became of both', async () => {
    const { run } = newHome();
    const first = (await run([...image, '-w'])).stdout.trim();
    const second = (
      await run(['rerun', '@last', '--seed', '0', '-p', 'a blue fox', '-w', '-q'])
    ).stdout.trim();
    const ended = await run(['show', '@2', '@last', '--diff']);
    expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(new RegExp(`^${first} (→|->) ${second}$`)),
      '  --prompt  a [-red-]{+blue+} fox',
      expect.stringMatching(/^ {2}--seed {4}\(none\) (→|->) 0$/),
    ]);
    expect(ended.stdout).toMatch(/ cost {6}\$/);
    expect((await run(['show', '@2', '@last', '-q', '--diff'])).stdout).toBe('--prompt\n--seed\n');
    const document = documentOf(await run(['show', '@2', '@last', '--json', '--diff']));
    expect(document).toMatchObject({
      same: false,
      fields: [
        { name: 'prompt', flag: '--prompt', before: 'a red fox', after: 'a blue fox' },
        { name: 'seed', flag: '--seed', before: null, after: 0 },
      ],
      before: { id: first, sidecar: null, model: 'vendor-a/image-1', route: 'jobs', status: 'succeeded' },
      after: { id: second, profile: 'sandbox', cost_usd: expect.any(Number), error_code: null },
    });
  });

  it('takes the JSON beside a download, or the download, here and where its job is not known', async () => {
    const { home, run } = newHome();
    const file = (await run([...image, '-D', 'out'])).stdout.trim();
    await run(['rerun', '@last', '--seed', '8', '-q']);
    expect((await run(['show', file, '@last', '-q', '--diff'])).stdout).toBe('--seed\n');
    const sidecar = `${file}.json`;
    const elsewhere = join(home, 'elsewhere.json');
    const known = JSON.parse(readFileSync(sidecar, 'utf8')) as Record<string, unknown>;
    writeFileSync(elsewhere, JSON.stringify({ ...known, job_id: 'job_of_another_machine' }));
    const document = documentOf(await run(['show', elsewhere, '@2', '--json', '--diff']));
    expect(document).toMatchObject({
      same: true,
      before: { id: 'job_of_another_machine', sidecar: elsewhere, status: 'succeeded' },
      after: { sidecar: null },
    });
    expect(document.before.cost_usd).toBe(document.after.cost_usd);
    expect(document.before.took_seconds).toBe(document.after.took_seconds);
  });

  it('says of a job whose request is not known here where that is', async () => {
    const { run } = newHome();
    await run(image);
    const ended = await run(['show', '@last', 'job_of_another_machine', '--json', '--diff']);
    expect(ended.code).toBe(2);
    expect(errorOf(ended)).toMatchObject({
      code: 'request_unknown',
      hint: 'genctl show FILE.json @last --diff, with the sidecar of one of its files',
    });
    expect((await run(['show', '@last', '@7', '--diff'])).code).toBe(11);
    expect((await run(['show', '@last', 'nothing.json', '--diff'])).code).toBe(2);
  });
});
