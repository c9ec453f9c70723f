import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { filesIn, hintedLines, typeLine } from './fixtures/type-line.ts';
import { newHome } from './genctl.ts';

const image = ['-m', 'vendor-a/image-1', '--no-preflight'];

describe('the line that an early end prints does the same journey', () => {
  it('of a wait that was too short', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run } = newHome();
    const ended = await run(
      ['submit', 'fox', ...image, '-D', 'out', '--name', '{id}.{ext}', '--timeout', '1s'],
      {
        env,
      },
    );
    expect(ended.code, ended.stderr).toBe(4);
    expect(hintedLines(ended.stderr)).toEqual([
      "genctl wait job_1 --dir out --name '{id}.{ext}' --timeout 1s",
    ]);
    service.state = 'succeeded';
    expect((await typeLine(home, hintedLines(ended.stderr)[0] ?? '', env)).code).toBe(0);
    expect(filesIn(join(home, 'out'))).toEqual(['job_1.png', 'job_1.png.json']);
  });

  it('of --fail-fast: those that were left are named', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run } = newHome();
    for (let job = 0; job < 3; job += 1) await run(['submit', 'fox', ...image, '-q'], { env });
    service.states.set('job_2', 'failed');
    const ended = await run(['wait', 'job_1', 'job_2', 'job_3', '--fail-fast', '-D', 'out'], { env });
    expect(ended.code, ended.stderr).toBe(5);
    const line = 'genctl wait job_1 job_3 --dir out --fail-fast';
    expect(hintedLines(ended.stderr)).toContain(line);
    service.state = 'succeeded';
    expect((await typeLine(home, line, env)).code).toBe(0);
    expect(filesIn(join(home, 'out'))).toContain('fox-3-1.png');
  });

  it('of a folder that can no longer be written', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run } = newHome();
    service.state = 'succeeded';
    for (let job = 0; job < 2; job += 1) await run(['submit', 'fox', ...image, '-q'], { env });
    service.onFile = (response) => {
      // The folder was there when it was tried.
      rmSync(join(home, 'out'), { recursive: true, force: true });
      writeFileSync(join(home, 'out'), '');
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 2 }).end('no');
    };
    const ended = await run(['download', 'job_1', 'job_2', '-D', 'out', '--overwrite'], { env });
    expect(ended.code, ended.stderr).toBe(14);
    const line = 'genctl download job_1 job_2 --dir out --overwrite';
    expect(ended.stderr).toContain(line);
    rmSync(join(home, 'out'));
    mkdirSync(join(home, 'out'));
    service.onFile = undefined;
    expect((await typeLine(home, line, env)).code).toBe(0);
  });
});
