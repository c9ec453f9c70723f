import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--seed', '7'];

interface JobOnStdout {
  id: string;
  profile: string;
  status: string;
  once: string | null;
  idempotency_key: string;
  request: unknown;
}

const jobOf = ({ stdout }: Ended) => JSON.parse(stdout) as JobOnStdout;

describe('rerun', () => {
  it('makes the same request again as a new job, at the account it was made with', async () => {
    const { run } = newHome();
    const first = jobOf(await run([...image, '--count', '2', '--once', 'hero', '--sandbox', '--json']));
    const again = await run(['rerun', '@last', '--wait', '--json']);
    expect(again.code, again.stderr).toBe(0);
    const job = jobOf(again);
    expect(job).toMatchObject({
      profile: 'sandbox',
      status: 'succeeded',
      request: first.request,
      once: null,
    });
    expect(job.id).not.toBe(first.id);
    expect(job.idempotency_key).not.toBe(first.idempotency_key);
    expect((await run(['jobs', '-q'])).stdout.trim().split('\n')).toEqual([job.id, first.id]);
  });

  it('changes what flags say, and nothing else', async () => {
    const { run } = newHome();
    await run([...image, '--sandbox']);
    const words = ['rerun', '@last', '--prompt', 'a blue fox', '--seed', '0', '--count', '3', '--dry-run'];
    const changed = JSON.parse((await run([...words, '--json'])).stdout) as { body: unknown };
    expect(changed.body).toEqual({
      model: 'vendor-a/image-1',
      input: { prompt: 'a blue fox', size: '96x64', seed: 0 },
      output: { count: 3 },
    });
    expect((await run(['jobs', '-q'])).stdout.trim().split('\n')).toHaveLength(1);
    const clip = ['submit', 'walks', '-m', 'vendor-b/video-2.5', '--duration', '4', '--sandbox'];
    await run([...clip, '--ref-image', 'https://example.com/a.png']);
    const other = await run(['rerun', '@last', '-p', 'runs', '--no-audio', '--json']);
    expect(jobOf(other).request).toMatchObject({
      input: {
        content: [{ type: 'text', text: 'runs' }, { type: 'image_url' }],
        duration: 4,
        generate_audio: false,
      },
    });
  });

  it('says so where its flags change nothing', async () => {
    const { run } = newHome();
    await run([...image, '--sandbox']);
    const same = ['rerun', '@last', '--seed', '7', '--set', 'size=96x64'];
    const told = 'the flags change nothing: this request repeats the earlier one';
    expect((await run([...same, '--dry-run'])).stderr).toContain(told);
    expect((await run(same)).stderr).toContain(told);
    expect((await run(['rerun', '@last'])).stderr).not.toContain(told);
    expect((await run(['rerun', '@last', '--seed', '8'])).stderr).not.toContain(told);
  });

  it('is checked as a submit is, and takes no whole body', async () => {
    const { run } = newHome();
    await run(['submit', 'x', '-m', 'vendor-b/video-2.5', '--sandbox']);
    const refused = await run(['rerun', '@last', '--duration', '31', '--json']);
    expect(refused.code).toBe(2);
    expect(errorOf(refused)).toMatchObject({ code: 'preflight' });
    expect((await run(['rerun', '@last', '--body', '{}'])).code).toBe(2);
    expect((await run(['rerun'])).code).toBe(2);
    expect((await run(['rerun', '@9'])).code).toBe(11);
  });

  it('is one job under a name of --once, and goes on to the files', async () => {
    const { run } = newHome();
    await run([...image, '--sandbox']);
    const words = ['rerun', '@last', '--seed', '8', '--once', 'take-2', '-D', 'out', '--json'];
    const first = jobOf(await run(words));
    const second = jobOf(await run(['rerun', '@2', ...words.slice(2)]));
    expect(second.id).toBe(first.id);
  });

  it('takes the JSON beside a download, or the download, on a machine that knows nothing of the job', async () => {
    const here = newHome();
    const { outputs, request } = JSON.parse(
      (await here.run([...image, '-D', 'out', '--sandbox', '--json'])).stdout,
    ) as { outputs: { path: string }[]; request: unknown };
    const path = outputs[0]?.path ?? '';
    const there = newHome();
    for (const word of [`${path}.json`, path]) {
      const ended = await there.run(['rerun', word, '--json']);
      expect(ended.code, ended.stderr).toBe(0);
      expect(jobOf(ended)).toMatchObject({ request, profile: 'sandbox' });
    }
    renameSync(`${path}.json`, join(there.home, 'fox.json'));
    expect((await there.run(['rerun', 'fox.json', '-q'])).code).toBe(0);
    const gone = await there.run(['rerun', path, '--json']);
    expect(gone.code).toBe(2);
    expect(errorOf(gone)).toMatchObject({ code: 'sidecar_unusable', hint: expect.any(String) });
  });

  it('never sends a key where a sidecar says', async () => {
    const { home, run } = newHome();
    const fields = { schema: 'genctl.sidecar/v1', job_id: 'job_x', base_url: 'http://127.0.0.1:9' };
    const request = { model: 'vendor-a/image-1', input: { prompt: 'x' } };
    for (const profile of ['environment', 'studio', null]) {
      writeFileSync(join(home, 'bad.json'), JSON.stringify({ ...fields, request, profile }));
      const env = { GENCTL_API_KEY: 'live-key' };
      expect((await run(['rerun', 'bad.json'], { env })).code).toBe(2);
      expect((await run(['rerun', 'bad.json'])).code).toBe(3);
      expect((await run(['rerun', 'bad.json', '--sandbox', '-q'])).code).toBe(0);
    }
  });

  it('of what is no sidecar, or holds no request, is told', async () => {
    const { home, run } = newHome();
    for (const [text, code] of [
      ['{"schema":"genctl.sidecar/v2"}', 'sidecar_unusable'],
      ['[1]', 'sidecar_unusable'],
      ['{', 'sidecar_unusable'],
      ['{"schema":"genctl.sidecar/v1","job_id":"job_x","request":null}', 'request_unknown'],
    ]) {
      writeFileSync(join(home, 'some.json'), text ?? '');
      const ended = await run(['rerun', './some.json', '--json', '--sandbox']);
      expect(ended.code).toBe(2);
      expect(errorOf(ended)).toMatchObject({ code });
    }
    const unknown = await run(['rerun', 'job_elsewhere', '--json', '--sandbox']);
    expect(unknown.code).toBe(2);
    expect(errorOf(unknown)).toMatchObject({ code: 'request_unknown' });
  });

  it('goes to the account that is named, and says that it moves', async () => {
    const { home, run } = newHome();
    await run([...image, '--sandbox']);
    const env = { GENCTL_BASE_URL: 'http://127.0.0.1:9', GENCTL_API_KEY: 'k' };
    const moved = await run(['rerun', '@last', '--dry-run'], { env });
    expect(moved.stdout).toContain('POST http://127.0.0.1:9/v2/jobs');
    expect(moved.stderr).toContain('it was made with sandbox, and goes to environment');
    const stays = await run(['rerun', '@last', '--dry-run', '--sandbox'], { env });
    expect(stays.stdout).toContain('sandbox.invalid');
    expect(stays.stderr).not.toContain('goes to');
    // A stored default names no account for this: what was tried for nothing is not charged unasked.
    const stored = {
      default_profile: 'work',
      profiles: { work: { base_url: 'https://a.example', api_key: 'k' } },
    };
    writeFileSync(join(home, 'genctl', 'config.json'), JSON.stringify(stored), { mode: 0o600 });
    expect((await run(['rerun', '@last', '--dry-run'])).stdout).toContain('sandbox.invalid');
    expect((await run(['rerun', '@last', '--dry-run', '--profile', 'work'])).stdout).toContain('a.example');
    expect(readFileSync(join(home, 'genctl', 'config.json'), 'utf8')).toBe(JSON.stringify(stored));
  });
});
