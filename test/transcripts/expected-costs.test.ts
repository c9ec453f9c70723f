import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unpriced } from './fixtures/priced-home.ts';
import { newHome } from './genctl.ts';

const image = ['-m', 'vendor-a/image-1'];

describe('a dry run tells what it should cost', () => {
  it('of a final by finals like it, whether or not their drafts named what the model has as default', async () => {
    const { run } = newHome();
    await run(['draft', 'a fox', '--sandbox', '-w', '-q']);
    await run(['finalize', '@last', '-w', '-q']);
    await run(['draft', 'a tram', '--duration', '5', '--ratio', '16:9', '--sandbox', '-w', '-q']);
    const dry = await run(['finalize', '@last', '--dry-run']);
    expect(dry.code, dry.stderr).toBe(0);
    expect(dry.stderr).toMatch(
      /^expected: about \$\d+\.\d+ \(1 similar final was charged \$\d+\.\d+ here; the sandbox’s prices are invented\)$/m,
    );
    const { expected_cost } = JSON.parse((await run(['finalize', '@last', '--dry-run', '--json'])).stdout);
    expect(expected_cost).toEqual({
      sum_usd: expected_cost.least_usd,
      told: 1,
      untold: 0,
      jobs: 1,
      least_usd: expect.any(Number),
      most_usd: expected_cost.least_usd,
      by: ['charges'],
    });
    const quiet = await run(['finalize', '@last', '--dry-run', '--quiet']);
    expect(quiet.stderr).toBe('');
    const other = await run(['draft', 'a fox', '--duration', '6', '--sandbox', '--dry-run']);
    expect(other.stderr).toContain('(by the second: 2 similar jobs of another length were charged here; ');
  });

  it('of a batch the sum for what it would send, and for how many lines nothing is known', async () => {
    const { home, run } = await unpriced();
    const lines = [{ id: 's1' }, { id: 's2' }, { id: 's3', 'set.size': '96x64' }];
    const text = lines.map((line) => JSON.stringify({ prompt: 'a fox', ...line })).join('\n');
    writeFileSync(join(home, 'shots.jsonl'), text);
    const unknown = await run(['batch', 'shots.jsonl', ...image, '--dry-run']);
    expect(unknown.stdout).toContain('expected: cost unknown (no similar job has been charged here)\n');
    await run(['submit', 'a tram', ...image, '-w', '-q']);
    const known = await run(['batch', 'shots.jsonl', ...image, '--dry-run']);
    expect(known.stdout).toMatch(
      /^expected: about \$\d\S+ for 2 of them, 1 unknown \(1 similar job was charged/m,
    );
    const { expected_cost } = JSON.parse(
      (await run(['batch', 'shots.jsonl', ...image, '--dry-run', '--json'])).stdout,
    );
    expect(expected_cost).toMatchObject({ told: 2, untold: 1, jobs: 1 });
    expect(expected_cost.sum_usd).toBeCloseTo(2 * expected_cost.least_usd, 6);
  });
});
