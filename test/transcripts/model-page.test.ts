import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { errorOf, newHome } from './genctl.ts';

const tier = ['models', 'vendor-b/video-2.5', '--sandbox'];

describe('genctl models ID', () => {
  it('is a page in flags, and ends with commands that work', async () => {
    const { run } = newHome();
    const { code, stderr, stdout } = await run(tier);
    expect([code, stderr]).toEqual([0, '']);
    for (const flag of ['--audio / --no-audio', '4–30 s or -1: the model chooses', '--ref-image'])
      expect(stdout).toContain(flag);
    expect(stdout).not.toContain('generate_audio');
    const commands = stdout
      .split('\n')
      .filter((line) => line.startsWith('  genctl ') && line.includes('--sandbox'));
    expect(commands).toHaveLength(3);
    for (const line of commands) {
      const words = [
        ...(line
          .trim()
          .split(/ {2,}/)[0]
          ?.matchAll(/'([^']*)'|(\S+)/g) ?? []),
      ];
      const [, ...typed] = words.map(([word, quoted]) => quoted ?? word);
      expect(await run([...typed, '--no-input'])).toMatchObject({ code: 0 });
    }
  });

  it('tells what its jobs cost here, of each account by itself', async () => {
    const { run } = newHome();
    expect((await run(tier)).stdout).not.toContain('charged here');
    for (const seconds of ['4', '4', '8'])
      await run([
        'submit',
        'a fox',
        '-m',
        'vendor-b/video-2.5',
        '--duration',
        seconds,
        '--sandbox',
        '-w',
        '-q',
      ]);
    const { stdout } = await run(tier);
    expect(stdout).toMatch(/charged here so far: 3 jobs, \$[\d.]+ in the middle \(\$[\d.]+–\$[\d.]+\)/);
    expect(stdout).toMatch(/\n {4}720p, 4 s: 2 jobs, \$[\d.]+ each\n {4}720p, 8 s: 1 job, \$[\d.]+\n/);
    expect(stdout).toContain('invented');
    const { account } = await countingService([promptModel('vendor-b/video-2.5', {})]);
    const elsewhere = await run(['models', 'vendor-b/video-2.5'], { env: account });
    expect(elsewhere.stdout).not.toContain('charged here');
  });

  it('leaves that out where the ledger can not be read, and says so', async () => {
    const { home, run } = newHome();
    mkdirSync(join(home, 'genctl', 'ledger'), { recursive: true });
    writeFileSync(join(home, 'genctl', 'ledger', 'done'), 'no folder');
    const { code, stderr, stdout } = await run(tier);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('the cost of vendor-b/video-2.5 here is not known'),
    ]);
    expect(stdout).toContain('--resolution');
  });

  it('brings the nearest name of one that is not there', async () => {
    const { run } = newHome();
    const ended = await run(['models', 'vendor-b/video-25', '--sandbox', '--json']);
    expect([ended.code, errorOf(ended)]).toEqual([
      11,
      expect.objectContaining({
        code: 'model_not_found',
        why: expect.stringContaining('the nearest is vendor-b/video-2.5'),
        hint: expect.stringContaining('genctl models vendor-b/video-2.5'),
      }),
    ]);
  });

  it('shows a parameter that no flag stands for under --set, by whatever name', async () => {
    const { run } = newHome();
    const odd = { 'camera\x1b[2J': { enum: ['low', '\x1b]0;x\x07'] }, orbit: { type: 'boolean' } };
    const { account } = await countingService([promptModel('maker/clip', odd)]);
    const { code, stdout } = await run(['models', 'maker/clip'], { env: account });
    expect(code).toBe(0);
    expect(stdout).toMatch(/--set orbit=… +true or false/);
    expect(stdout).toContain('--set camera\\x1b[2J=…  low, \\x1b]0;x\\x07');
  });

  it('stays the wire with --schema and --json', async () => {
    const { run } = newHome();
    const schema = JSON.parse((await run([...tier, '--schema'])).stdout) as object;
    const { items } = JSON.parse((await run([...tier, '--json'])).stdout) as { items: object[] };
    expect(items).toEqual([
      {
        id: 'vendor-b/video-2.5',
        media: 'video',
        runtime_seconds: 1800,
        max_output_count: 1,
        api: 'v2',
        route: 'jobs',
        input_schema: schema,
      },
    ]);
    expect((await run([...tier, '-q'])).stdout).toBe('vendor-b/video-2.5\n');
  });
});
