import { describe, expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { newHome } from './genctl.ts';

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
      const [, ...typed] = words.map(([word, quoted]) =>
        (quoted ?? word).replace('YOUR PROMPT', 'a red fox'),
      );
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
