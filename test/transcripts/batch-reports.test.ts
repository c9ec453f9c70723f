import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  documentOf,
  jobsIn,
  manifestModel,
  recordsIn,
  threeLines,
  withManifest,
} from './fixtures/manifest.ts';
import { newHome } from './genctl.ts';

describe('what a batch writes', () => {
  it('a report has a line a shot, and a manifest of what failed can be mended and run', async () => {
    const { batch, home, run } = withManifest(threeLines);
    await batch('-D', 'out', '--report', 'report.ndjson', '--failed', 'failed.jsonl');
    const report = readFileSync(join(home, 'report.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(report.map(({ id, status }) => [id, status])).toEqual([
      ['s1', 'succeeded'],
      ['s2', 'succeeded'],
      ['s3', 'failed'],
    ]);
    expect(report[0]).toMatchObject({
      job: expect.stringMatching(/^job_/),
      cost_usd: expect.any(Number),
      files: [{ path: join(home, 'out', 's1-1.png'), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      error: null,
    });
    expect(report[2]).toMatchObject({ error: { code: 'provider_failed' } });
    const failed = readFileSync(join(home, 'failed.jsonl'), 'utf8');
    expect(JSON.parse(failed)).toEqual({
      ...threeLines[2],
      failed_because: expect.stringContaining('provider_failed'),
    });
    const again = await batch('-D', 'out', '--report', 'again.ndjson', '--failed', 'again.jsonl');
    expect(again.code).toBe(5);
    for (const [one, other] of [
      ['report.ndjson', 'again.ndjson'],
      ['failed.jsonl', 'again.jsonl'],
    ] as const)
      expect(readFileSync(join(home, other), 'utf8')).toBe(readFileSync(join(home, one), 'utf8'));
    writeFileSync(join(home, 'failed.jsonl'), failed.replace('sandbox:provider_failed ', ''));
    expect((await run(['batch', 'failed.jsonl', ...manifestModel])).code).toBe(0);
  });

  it('a report does not tell the job of a line at another line of the same id', async () => {
    const { batch, home } = withManifest([
      { id: 's1', prompt: 'a fox' },
      { id: 's1', prompt: 'a fox' },
    ]);
    await batch('--skip-invalid', '--report', 'report.ndjson');
    const lines = readFileSync(join(home, 'report.ndjson'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { line: 1, status: 'succeeded', error: null },
      { line: 2, status: 'invalid', job: null, error: { code: 'id_twice' } },
    ]);
  });

  it('what failed is written as its name tells, and read as it was meant', async () => {
    const { home, run } = newHome();
    const links = ['https://example.com/a,b.png', 'https://example.com/b.png'];
    const words = {
      model: 'vendor-b/video-2.5',
      duration: 4,
      'set.style': '12',
      'set.steps': 3,
      ref_image: links,
    };
    const line = { id: 's1', prompt: 'sandbox:provider_failed, "a" boat', note: 'x', ...words };
    writeFileSync(join(home, 'shots.jsonl'), `${JSON.stringify(line)}\n`);
    const failing = (file: string, to: string) => run(['batch', file, '--sandbox', '--failed', to]);
    const { code, stderr } = await failing('shots.jsonl', 'one.csv');
    expect(code, stderr).toBe(5);
    expect((await failing('one.csv', 'two.tsv')).code).toBe(5);
    expect((await failing('two.tsv', 'three.ndjson')).code).toBe(5);
    const back = JSON.parse(readFileSync(join(home, 'three.ndjson'), 'utf8')) as Record<string, unknown>;
    expect(back).toEqual({
      ...line,
      duration: '4',
      failed_because: expect.stringContaining('provider_failed'),
    });
    const bodies = recordsIn(home).map(({ body }) => JSON.stringify(body));
    expect([bodies.length, new Set(bodies).size]).toEqual([3, 1]);
    const unknown = await failing('shots.jsonl', 'failed.txt');
    expect([unknown.code, jobsIn(home)]).toEqual([2, 3]);
  });

  it.runIf(process.platform !== 'win32').each(['--report', '--failed'])(
    '%s takes the place of no pipe and of no device, and nothing is sent',
    async (flag) => {
      const { batch, home } = withManifest(threeLines);
      const pipe = join(home, 'pipe.jsonl');
      execFileSync('mkfifo', [pipe]);
      // Nothing of that name may come to stand there, whoever runs the tests.
      const device = '/dev/no-report-of-a-test.jsonl';
      const folder = join(home, 'folder.jsonl');
      mkdirSync(folder);
      for (const path of [pipe, device, folder]) {
        const ended = await batch(flag, path);
        expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(`${path} can't be written`)]);
      }
      expect([statSync(pipe).isFIFO(), existsSync(device)]).toEqual([true, false]);
      expect(jobsIn(home)).toBe(0);
    },
  );

  it('a report is a table where its name says so', async () => {
    const { batch, home } = withManifest(threeLines);
    await batch('-D', 'out', '--report', 'report.csv');
    const [head, first, , last] = readFileSync(join(home, 'report.csv'), 'utf8').split('\r\n');
    expect(head).toBe(
      'line,id,job,status,attempt,cost_usd,prompt,seed,draft_of,parents,files,sha256,error_code,error',
    );
    expect(first).toMatch(/^1,s1,job_\w+,succeeded,1,[\d.]+,a fox in snow,,,,[^,]*s1-1\.png,[0-9a-f]{64},,$/);
    expect(last).toMatch(/^3,s3,job_\w+,failed,.*,provider_failed,/);
  });

  it('--json has one summary, and --events a line a change', async () => {
    const { batch } = withManifest(threeLines);
    const ended = await batch('--json');
    expect(documentOf(ended)).toMatchObject({
      schema: 'genctl.batch/v1',
      batch: 'shots',
      shots: 3,
      done: 2,
      failed: 1,
      uncertain: 0,
      unsent: 0,
    });
    const { batch: other } = withManifest(threeLines);
    const told = (await other('--events')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told[0]).toMatchObject({ schema: 'genctl.events/v1', event: 'started' });
    expect(
      told
        .filter(({ event }) => event === 'line')
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['done', 'done', 'lost', 'sent', 'sent', 'sent']);
    expect(told.at(-1)).toMatchObject({ event: 'summary', exit_code: 5, done: 2, failed: 1 });
  });

  it('runs the command of --exec for each shot, and once where it ended with 0', async () => {
    const { batch, home } = withManifest(threeLines);
    const exec = ['--exec', 'echo "$GENCTL_SHOT $GENCTL_JOB_STATUS" >> ran'];
    await batch();
    await batch(...exec);
    await batch(...exec);
    expect(readFileSync(join(home, 'ran'), 'utf8').trim().split('\n').sort()).toEqual([
      's1 succeeded',
      's2 succeeded',
      's3 failed',
    ]);
    expect(jobsIn(home)).toBe(3);
  });
});
