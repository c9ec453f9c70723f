import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome, type RunOptions } from '../transcripts/genctl.ts';

/** The status of rsync where files went while it copied: what genctl was writing. */
const vanished = 24;
const lineCount = 12;
const batch = ['batch', 'shots.jsonl', '-m', 'vendor-a/image-1', '-D', 'out', '-y', '-v'];
const pictures = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.png'));

/** A home and a film in one folder, and what copies that folder away and back as a backup does. */
async function withBackup() {
  const { home, run } = newHome();
  const sandbox = await serveSandbox(home, { speed: '6' });
  const machine = join(home, 'machine');
  const film = join(machine, 'film');
  mkdirSync(film, { recursive: true });
  const lines = Array.from({ length: lineCount }, (_, shot) => `{"id":"s${shot}","prompt":"${shot}"}`);
  writeFileSync(join(film, 'shots.jsonl'), lines.join('\n'));
  const rsync = (...words: string[]): void => {
    const { status, stderr } = spawnSync('rsync', ['-a', ...words], { encoding: 'utf8' });
    if (status !== 0 && status !== vanished) throw new Error(stderr);
  };
  return {
    film,
    sandbox,
    run: (words: readonly string[], options: RunOptions = {}) =>
      run(words, {
        ...options,
        env: { ...sandbox.account, GENCTL_HOME: join(machine, 'genctl') },
        cwd: film,
      }),
    copy: () => rsync(`${machine}/`, join(home, 'backup')),
    putBack: (...words: string[]) => rsync(...words, `${join(home, 'backup')}/`, machine),
  };
}

/** Does one thing at so many answers of 202, each once. */
function atSubmits(acts: ReadonlyMap<number, () => void>): RunOptions {
  const left = new Map(acts);
  return {
    onStderr(stderr) {
      const submitted = stderr.split('< 202 ').length - 1;
      for (const [count, act] of left) {
        if (submitted < count) continue;
        left.delete(count);
        act();
      }
    },
  };
}

describe('a home that rsync copies while a batch runs', () => {
  it.each([
    ['over what came since', []],
    ['in place of what came since', ['--delete']],
  ])('and puts back %s: no line is paid twice, and none is lost', async (_, words) => {
    const { copy, film, putBack, run, sandbox } = await withBackup();
    expect(await run(batch, atSubmits(new Map([[5, copy]])))).toMatchObject({ code: 0 });
    expect(sandbox.jobIds()).toHaveLength(lineCount);
    putBack(...words);
    expect(await run(['recover'])).toMatchObject({ code: 0 });
    expect(await run(batch)).toMatchObject({ code: 0 });
    expect(await run(['wait', '--all', '-q'])).toMatchObject({ code: 0 });
    expect(pictures(join(film, 'out'))).toHaveLength(lineCount);
    expect(sandbox.jobIds()).toHaveLength(lineCount);
    const listed = JSON.parse((await run(['jobs', '--json', '--limit', '100'])).stdout).items;
    expect(listed).toHaveLength(lineCount);
    expect(new Set(listed.map(({ status }: { status: string }) => status))).toEqual(new Set(['succeeded']));
  });

  it('and puts back while it still runs: the next run goes on, and pays nothing twice', async () => {
    const { copy, film, putBack, run, sandbox } = await withBackup();
    await run(
      batch,
      atSubmits(
        new Map([
          [3, copy],
          [7, () => putBack('--delete')],
        ]),
      ),
    );
    expect(await run(['recover'])).toMatchObject({ code: 0 });
    expect(await run(batch)).toMatchObject({ code: 0 });
    expect(pictures(join(film, 'out'))).toHaveLength(lineCount);
    expect(sandbox.jobIds()).toHaveLength(lineCount);
  });

  it('and puts back an open submit: its job is known by its key', async () => {
    const { copy, putBack, run, sandbox } = await withBackup();
    const ended = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-probe', '-w', '-v'], {
      ...atSubmits(new Map()),
      onStderr: (stderr) => {
        if (/> POST /.test(stderr) && !/< 202 /.test(stderr)) copy();
      },
    });
    expect(ended).toMatchObject({ code: 0 });
    putBack('--delete');
    expect(await run(['recover'])).toMatchObject({ code: 0 });
    expect(await run(['wait', '--all', '-q'])).toMatchObject({ code: 0 });
    expect(sandbox.jobIds()).toHaveLength(1);
  });
});
