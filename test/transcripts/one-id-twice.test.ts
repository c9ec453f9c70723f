import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { onLoopback, sendJson } from './fixtures/on-loopback.ts';
import { startSameIdService } from './fixtures/same-id-service.ts';
import { errorOf, newHome, runGenctl } from './genctl.ts';

const image = ['-m', 'vendor-a/image-1', '--no-preflight'];
const clip = ['-m', 'vendor-b/video-2.5', '--no-preflight'];
const spicy = ['-m', 'spicy/video-2-5', '--no-preflight', '--no-probe'];

/** The files of a folder, by their names; not the logs that are drawn from them. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.log'));
  return Object.fromEntries(
    files.map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'base64')]),
  );
}

/** The lines that submit a fox, and then something else, in each way that there is. */
const ways: Record<string, readonly [first: readonly string[], second: readonly string[]]> = {
  v2: [
    ['submit', 'a fox', ...image],
    ['submit', 'a crow', ...image],
  ],
  '--once': [
    ['submit', 'a fox', ...image],
    ['submit', 'a fox', ...image, '--once', 'fox'],
  ],
  takes: [
    ['submit', 'a fox', ...image],
    ['submit', 'a crow', ...image, '--takes', '2', '--yes'],
  ],
  draft: [
    ['submit', 'a fox', ...image],
    ['draft', 'a crow', '--no-preflight'],
  ],
  rerun: [
    ['submit', 'a fox', ...image],
    ['rerun', 'job_same', '--no-preflight'],
  ],
  'a v1 task': [
    ['submit', 'a fox', ...clip, '--api', 'v1'],
    ['submit', 'a crow', ...clip, '--api', 'v1'],
  ],
  'a v1 picture': [
    ['submit', 'a fox', ...image, '--api', 'v1', '--route', 'images'],
    ['submit', 'a crow', ...image, '--api', 'v1', '--route', 'images'],
  ],
  spicy: [
    ['submit', 'a fox', ...spicy],
    ['submit', 'a crow', ...spicy],
  ],
  refs: [
    ['refs', 'a fox', ...spicy, '--ref-image', 'https://x.example/1.png'],
    ['refs', 'a crow', ...spicy, '--ref-image', 'https://x.example/1.png'],
  ],
};

describe('a submit that is answered with the id of another request', () => {
  it.each(Object.entries(ways))(
    'stays open, and overwrites nothing of it: %s',
    async (_, [first, second]) => {
      const { home, run } = newHome();
      const { account: env, keys } = await startSameIdService('job_same');
      const made = await run([...first, '-D', 'out'], { env });
      expect(made.code, made.stderr).toBe(0);
      const folders = ['out', 'genctl/ledger/done'].map((name) => join(home, name));
      const before = folders.map(filesIn);
      const refused = await run([...second, '-D', 'out'], { env });
      expect(refused.code, refused.stderr).toBe(13);
      expect(refused.stdout).toBe('');
      expect(refused.stderr).toContain('job_same, the job of another request');
      expect(folders.map(filesIn)).toEqual(before);
      const sends = keys.length;
      const recovered = await run(['recover', '--json'], { env });
      expect(recovered.code, recovered.stderr).toBe(13);
      expect(errorOf(recovered)).toMatchObject({ exit_code: 13 });
      expect(folders.map(filesIn)).toEqual(before);
      // What has a key is sent again under that key alone; what has none is never sent again.
      const again = keys.slice(sends);
      expect(again).toEqual(keys[0] === undefined ? [] : keys.slice(1, sends));
    },
  );

  it('is recovered as its own job once the service gives it one', async () => {
    const { run } = newHome();
    const service = await startSameIdService('job_same');
    const env = service.account;
    await run(['submit', 'a fox', ...image], { env });
    expect((await run(['submit', 'a crow', ...image], { env })).code).toBe(13);
    service.mend();
    const recovered = await run(['recover', '-q'], { env });
    expect([recovered.code, recovered.stdout], recovered.stderr).toEqual([0, 'job_same2\n']);
    expect(new Set(service.keys).size).toBe(2);
  });

  it('is still announced as replayed where it is the very request', async () => {
    const { run } = newHome();
    const { account: env, submits } = await startSameIdService('job_same');
    const words = ['submit', 'a fox', ...image, '--once', 'fox', '--json'];
    await run(words, { env });
    const again = await run(words, { env });
    expect(again.code, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ id: 'job_same', replayed: true });
    const keyed = await run(['submit', 'a fox', ...image, '--once', 'fox', '--json'], {
      env: { ...env, GENCTL_API_KEY: 'another-key-of-this-account' },
    });
    expect(keyed.code, keyed.stderr).toBe(0);
    expect(submits).toHaveLength(2);
  });

  it('of a job that was only looked at is recorded as the job of that submit', async () => {
    const { run } = newHome();
    const { account: env } = await startSameIdService('job_same');
    expect((await run(['submit', 'a fox', ...image, '-q'], { env })).stdout).toBe('job_same\n');
    expect((await run(['download', 'job_same', '-D', 'out'], { env })).code).toBe(0);
  });

  it('keeps the answer of a synchronous v1 route, which may hold a picture that was paid for', async () => {
    const { home, run } = newHome();
    const origin = await onLoopback((request, response) => {
      request.resume().once('end', () => {
        const picture = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
        sendJson(response, 200, { id: 'img-1', data: [{ b64_json: picture }] });
      });
    });
    const env = { GENCTL_BASE_URL: origin, GENCTL_API_KEY: 'k' };
    const words = [...image, '--api', 'v1', '--route', 'images', '--sync'];
    expect((await run(['submit', 'a fox', ...words], { env })).code).toBe(0);
    const refused = await run(['submit', 'a crow', ...words], { env });
    expect(refused.code, refused.stderr).toBe(13);
    const [, path = ''] = /kept the answer in (\S+\.json)/.exec(refused.stderr) ?? [];
    expect(readFileSync(path, 'utf8')).toContain('b64_json');
    expect(readdirSync(join(home, 'genctl/ledger/pictures'))).toHaveLength(1);
  });
});

describe('a batch whose lines are answered with one id', () => {
  it('has one of them, keeps the others open, and asks again under their keys each time', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'shots.csv'), 'id,prompt\ns1,a fox\ns2,a crow\ns3,a hare\n');
    const { account: env, keys } = await startSameIdService('job_same');
    const words = ['batch', 'shots.csv', ...image, '-D', 'out', '--in-flight', '1'];
    for (const sends of [3, 5, 7]) {
      const ended = await run(words, { env });
      expect(ended.code, ended.stderr).toBe(13);
      expect(ended.stdout.trim().split('\n')).toHaveLength(1);
      expect(ended.stderr).toContain('the job of another request');
      expect(readdirSync(join(home, 'out')).toSorted()).toEqual(['s1-1.png', 's1-1.png.json']);
      expect(keys).toHaveLength(sends);
      expect(new Set(keys).size).toBe(3);
    }
  });

  it('knows the job of another line by its journal alone', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'shots.csv'), 'id,prompt\ns1,a fox\n');
    const { account: env } = await startSameIdService('job_same');
    const words = ['batch', 'shots.csv', ...image, '-D', 'out'];
    expect((await run(words, { env })).code).toBe(0);
    writeFileSync(join(home, 'shots.csv'), 'id,prompt\ns1,a fox\ns2,a crow\n');
    const elsewhere = temporaryFolder('genctl-elsewhere-');
    const ended = await runGenctl(elsewhere, words, { env, cwd: home });
    expect(ended.code, ended.stderr).toBe(13);
    expect(ended.stderr).toContain('the line s1 of this batch');
    expect(readdirSync(join(home, 'out')).toSorted()).toEqual(['s1-1.png', 's1-1.png.json']);
  });
});
