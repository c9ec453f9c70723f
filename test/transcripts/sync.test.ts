import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q'];
const clip = [
  'submit',
  'a fox',
  '-m',
  'vendor-b/video-2.5',
  '--duration',
  '4',
  '--resolution',
  '480p',
  '--sandbox',
  '-q',
];
const task = [...clip, '--api', 'v1', '--return-last-frame'];

describe('sync', () => {
  it('brings every finished file that is not here, first those whose links end soonest, once', async () => {
    const { home, run } = newHome();
    await run([...picture, '-D', 'before']);
    const ofImage = (await run([...picture, '-w'])).stdout.trim();
    const ofTask = (await run([...task, '-w'])).stdout.trim();
    const first = await run(['sync', '-D', 'out', '-q']);
    expect(first.code, first.stderr).toBe(0);
    const at = (name: string) => join(home, 'out', name);
    expect(first.stdout.trim().split('\n')).toEqual([
      at(`a-fox-${ofTask.slice(0, 8)}-1.mp4`),
      at(`a-fox-${ofTask.slice(0, 8)}-2.png`),
      at(`a-fox-${ofImage.slice(4, 12)}-1.png`),
    ]);
    expect(await run(['sync', '-D', 'out'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Every finished file is here: there is nothing to fetch.\n',
    });
    rmSync(at(`a-fox-${ofTask.slice(0, 8)}-2.png`));
    expect((await run(['sync', '-D', 'out', '-q'])).stdout).toContain(
      at(`a-fox-${ofTask.slice(0, 8)}-2.png`),
    );
    expect(readdirSync(join(home, 'before')).filter((name) => name.endsWith('.png'))).toHaveLength(1);
  });

  it('takes the filters of jobs, a limit, and lists with --dry-run without fetching', async () => {
    const { home, run } = newHome();
    await run([...picture, '-w', '--tag', 'client=acme']);
    await run([...picture, '-w']);
    const listed = JSON.parse((await run(['sync', '-D', 'out', '--dry-run', '--json'])).stdout);
    expect(listed.items).toHaveLength(2);
    expect(existsSync(join(home, 'out'))).toBe(false);
    const tagged = JSON.parse((await run(['sync', '-D', 'out', '--tag', 'client', '--json'])).stdout);
    expect(tagged.items).toMatchObject([
      { tags: { client: 'acme' }, outputs: [{ path: expect.any(String) }] },
    ]);
    expect(
      JSON.parse((await run(['sync', '-D', 'out', '--limit', '1', '--json'])).stdout).items,
    ).toHaveLength(1);
    expect(JSON.parse((await run(['sync', '-D', 'out', '--json'])).stdout)).toEqual({
      schema: 'genctl.jobs/v1',
      items: [],
    });
  });

  it('tries the folder before anything is fetched', async () => {
    const { run } = newHome();
    await run([...picture, '-w']);
    expect((await run(['sync', '-D', '/proc/nowhere'])).code).toBe(14);
  });
});

describe('files that are not here, and whose links end soon', () => {
  it('are told by jobs and by doctor, until they are fetched', async () => {
    const { run } = newHome();
    await run([...task, '-w']);
    const words = /1 finished job has undownloaded files, and its links end in (59m \d+s|1h 00m)/;
    const listed = await run(['jobs']);
    expect(listed.stderr).toMatch(words);
    expect(listed.stderr).toContain('genctl sync -D out');
    const checks: { name: string }[] = JSON.parse(
      (await run(['doctor', '--sandbox', '--json'])).stdout,
    ).items;
    const files = checks.find(({ name }) => name === 'files');
    expect(files).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(words),
      fix: 'genctl sync -D out',
    });
    await run(['sync', '-D', 'out', '-q']);
    expect((await run(['jobs'])).stderr).toBe('');
  });
});
