import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { reach } from '../sample.ts';
import { reportIn } from '../transcripts/fixtures/chains.ts';
import { documentOf, jobsIn } from '../transcripts/fixtures/manifest.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome } from '../transcripts/genctl.ts';
import { proofSeed, seeded } from './fixtures/batch/seeded.ts';
import { uploads } from './fixtures/batch/uploads.ts';

const run = promisify(execFile);
const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const count = reach(4, 12);
/** How many shots are there as it is killed. */
const killedAt = [reach(1, 2), reach(2, 5), reach(3, 8)];
const shots = Array.from({ length: count }, (_, at) => `s${String(at + 1).padStart(2, '0')}`);

/** The hashes of the frames of a file, in their order; of a clip only those of its last second where `from` says so. */
async function framesOf(path: string, from: readonly string[] = []): Promise<string[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', ...from, '-i', path],
      ...['-map', '0:v', '-vsync', '0', '-pix_fmt', 'rgb24', '-f', 'framemd5', '-'],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('0,') ? [line.split(',').at(-1)?.trim() ?? ''] : []));
}

describe('batch --film', () => {
  it('makes the same film of the same shots, over its own file alone, and nothing is sent', async () => {
    const { home, run: genctl } = newHome();
    const lines = ['a', 'b', 'c'].map((id) => ({
      id,
      prompt: `clip ${id}`,
      duration: 4,
      resolution: '480p',
    }));
    const picture = { id: 'hero', prompt: 'a fox', model: 'vendor-a/image-1' };
    const write = (some: readonly object[]): void =>
      writeFileSync(join(home, 'shots.jsonl'), some.map((line) => `${JSON.stringify(line)}\n`).join(''));
    write([picture, ...lines]);
    const folder = "it's [a] %d folder";
    const batch = (...words: string[]) =>
      genctl(['batch', 'shots.jsonl', '-m', 'vendor-b/video-2.5', '--sandbox', '-D', folder, ...words]);
    const film = join(home, 'film.mp4');
    const first = await batch('--film', 'film.mp4', '--json');
    expect(first.code, first.stderr).toBe(0);
    expect(documentOf(first)).toMatchObject({
      film: { path: film, shots: 3, seconds: 12 },
      warnings: ['left out of the film: hero, which is no clip'],
    });
    const bytes = readFileSync(film);
    const again = await batch('--film', 'film.mp4');
    expect([again.code, jobsIn(home), readFileSync(film).equals(bytes)]).toEqual([0, 4, true]);
    write([...lines].reverse());
    expect((await batch('--film', 'film.mp4')).code).toBe(0);
    const turned = await Promise.all(
      ['c', 'b', 'a'].map((id) => framesOf(join(home, folder, `${id}-1.mp4`))),
    );
    expect(await framesOf(film)).toEqual(turned.flat());
    writeFileSync(join(home, 'other.mp4'), 'mine');
    const refused = await batch('--film', 'other.mp4');
    expect([refused.code, readFileSync(join(home, 'other.mp4'), 'utf8')]).toEqual([2, 'mine']);
    expect((await batch('--film', 'other.mp4', '--overwrite')).stderr).toContain('✓ other.mp4: 3 shots, 12s');
    await run('ffmpeg', ['-v', 'error', '-i', film, '-c', 'copy', join(home, 'edited.mp4')]);
    expect((await batch('--film', 'edited.mp4')).stderr).toContain('edited.mp4 already exists');
    expect(
      readdirSync(home)
        .filter((name) => name.includes('.mp4'))
        .sort(),
    ).toEqual(['edited.mp4', 'film.mp4', 'other.mp4']);
  });
});

describe('batch --film of MOV clips', () => {
  it('joins them to a MOV with their sound, the same each time', async () => {
    const { home, run: genctl } = newHome();
    const clips = ['a', 'b'].map((id) => ({ id, prompt: id, duration: 4, resolution: '480p' }));
    writeFileSync(join(home, 'shots.jsonl'), clips.map((line) => JSON.stringify(line)).join('\n'));
    const words = ['-m', 'vendor-b/video-2.5', '--output-format', 'mov', '--sandbox', '-D', 'out'];
    const batch = () => genctl(['batch', 'shots.jsonl', ...words, '--film', 'film.mov']);
    const film = join(home, 'film.mov');
    expect((await batch()).stderr).toContain('film.mov: 2 shots, 8s');
    const bytes = readFileSync(film);
    const again = await batch();
    expect([again.code, jobsIn(home), readFileSync(film).equals(bytes)]).toEqual([0, 2, true]);
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name', film]);
    expect(stdout).toMatch(/codec_name=h264[\s\S]*codec_name=pcm_s16le/);
    const frames = await Promise.all(['a', 'b'].map((id) => framesOf(join(home, 'out', `${id}-1.mov`))));
    expect(await framesOf(film)).toEqual(frames.flat());
  });
});

describe(`a film of ${count} shots, each from the last frame of the one before`, () => {
  it('from one manifest that is killed three times is one job a shot, and each begins with what the one before ended with', {
    timeout: 300_000,
  }, async () => {
    const { home } = newHome();
    const sandbox = await serveSandbox(home);
    const { command, folder } = await uploads(home);
    const lines = shots.map((id, at) => {
      const words = {
        id,
        model: 'vendor-b/video-2.5',
        prompt: `shot ${id} of the fox`,
        duration: 4,
        resolution: '480p',
      };
      return at === 0 ? words : { ...words, first_frame: `@${shots[at - 1]}.last_frame` };
    });
    writeFileSync(join(home, 'film.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const env = {
      PATH: process.env.PATH,
      GENCTL_HOME: join(home, 'genctl'),
      GENCTL_UPLOAD_COMMAND: command,
      ...sandbox.account,
    };
    const words = ['batch', 'film.jsonl', '-D', 'out', '--report', 'report'];
    const jobCount = (): number => {
      try {
        return sandbox.jobIds().length;
      } catch {
        // The folder is made with the first job.
        return 0;
      }
    };
    const eventCount = (): number =>
      readFileSync(join(home, 'film.jsonl.film.genctl.ndjson'), 'utf8').split('\n').length;
    const chance = seeded(proofSeed());
    for (const shotsMade of killedAt) {
      const child = spawn(process.execPath, [binary, ...words], { cwd: home, env, stdio: 'ignore' });
      const exit = once(child, 'exit');
      const until = async (isReached: () => boolean): Promise<void> => {
        while (!isReached() && child.exitCode === null) await sleep(5);
      };
      await until(() => jobCount() >= shotsMade);
      // A shot has four events, and one shot at least is still to come: the run can't end before, however quick the machine.
      const killedAtEvent = eventCount() + Math.floor(chance() * 4);
      await until(() => eventCount() >= killedAtEvent);
      await sleep(chance() * 50);
      child.kill('SIGKILL');
      const [, signal] = (await exit) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
    }
    const last = await run(process.execPath, [binary, ...words], { cwd: home, env });
    expect(last.stderr).toContain(`shots ${count}/${count} done`);
    expect(jobCount()).toBe(count);
    const report = reportIn(home);
    expect(report.map(({ id, status }) => `${id} ${status}`)).toEqual(shots.map((id) => `${id} succeeded`));
    for (const [at, { job }] of report.entries()) {
      const place = join(home, 'served', 'sandbox', 'jobs');
      const name = readdirSync(place).find((one) => one.includes(String(job))) ?? '';
      const text = readFileSync(join(place, name), 'utf8');
      const frame = /http:\/\/127\.0\.0\.1:\d+\/([0-9a-f]{64}\.png)/.exec(text)?.[1];
      if (at === 0) expect(frame).toBeUndefined();
      else {
        const before = await framesOf(join(home, 'out', `${shots[at - 1]}-1.mp4`), ['-sseof', '-1']);
        expect(await framesOf(join(folder, frame ?? ''))).toEqual(before.slice(-1));
      }
    }
    // Each frame was uploaded once, however often the run was killed.
    expect(readdirSync(folder)).toHaveLength(count - 1);
    const again = await run(process.execPath, [binary, ...words, '--film', 'film.mp4'], { cwd: home, env });
    expect(again.stderr).toContain(`${count} lines, ${count} done`);
    expect(again.stderr).toContain(`✓ film.mp4: ${count} shots, `);
    expect(jobCount()).toBe(count);
    const each = await Promise.all(shots.map((id) => framesOf(join(home, 'out', `${id}-1.mp4`))));
    expect(await framesOf(join(home, 'film.mp4'))).toEqual(each.flat());
  });
});
