import { execFileSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordBytesMost } from '../bundle/budgets.ts';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { newHome } from './genctl.ts';

const { home, run } = newHome();
const binary = resolve(import.meta.dirname, '../../bin/genctl.js');

/** The bundle's own files that completing a word loads. Unit: bytes, all together. */
function loadedFor(...words: string[]): { files: string[]; bytes: number } {
  const hook = join(home, 'hook.cjs');
  writeFileSync(
    hook,
    "process.on('exit', () => process.stderr.write(Object.keys(require.cache).filter((path) => path.includes('dist')).join('\\n')));",
  );
  const line = `'${process.execPath}' -r '${hook}' '${binary}' __complete ${words.join(' ')} "" 2>&1 >/dev/null`;
  const env = { PATH: process.env.PATH, GENCTL_HOME: join(home, 'genctl') };
  const files = execFileSync('sh', ['-c', line], { encoding: 'utf8', env }).split('\n');
  return { files, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
}

describe('genctl __complete', () => {
  it('offers the jobs that were submitted and the models that were listed', async () => {
    const { run } = newHome();
    const submitted = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-q']);
    await run(['models', '--sandbox', '-q']);
    const id = submitted.stdout.trim();
    const jobs = await run(['__complete', 'job', '']);
    expect(jobs.stdout).toMatch(new RegExp(`^@last\t\\w+: a fox\n${id}\t\\w+: a fox\n$`));
    const models = await run(['__complete', 'model', 'vendor-a/im', '--sandbox']);
    expect(models.stdout).toBe('vendor-a/image-1\timage\n');
  });

  it('offers the models of the sandbox in an empty home, with it or without an account', async () => {
    const { run } = newHome();
    for (const line of [
      ['submit', '-m'],
      ['submit', '--sandbox', '-m'],
    ]) {
      const { stdout } = await run(['__complete', 'model', 'vendor-b/', ...line]);
      expect(stdout).toContain('vendor-b/video-2.5\tvideo\nvendor-b/video-2.0\tvideo\n');
      expect(stdout).toContain('vendor-b/image-1\timage\n');
    }
  });

  it('asks a service once for the models of its account, keeps them, and is quiet where it can not', async () => {
    const { run } = newHome();
    const { account, lists, seen } = await countingService(503);
    const words = ['__complete', 'model', '', 'submit', '-m'];
    expect(await run(words, { env: account })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    lists([promptModel('own/clip', {})]);
    seen.splice(0);
    for (let turn = 0; turn < 2; turn += 1) {
      const { stdout } = await run(words, { env: account });
      expect(stdout).toMatch(/^own\/clip\tvideo\nspicy\/video-2-5\tvideo\n/);
    }
    expect(seen).toEqual(['GET /v2/models']);
  });

  it('ends 0 and says nothing where it knows nothing', async () => {
    for (const words of [
      [],
      ['job', 'nothing-like-it'],
      ['elephant', ''],
      ['model', '', '--profile', 'nobody'],
    ])
      expect(await run(['__complete', ...words])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(['job', 'draft', 'model', 'profile'])('loads next to nothing for a %s', (kind) => {
    const { bytes, files } = loadedFor(kind);
    expect(files.length).toBeGreaterThan(2);
    expect(
      files.filter((file) => /shell|service|network|submit|contract/.test(file.split('/').at(-1) ?? '')),
    ).toEqual([]);
    expect(bytes).toBeLessThan(wordBytesMost);
  });
});
