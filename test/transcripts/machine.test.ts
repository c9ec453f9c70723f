import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const submit = (prompt: string) => ['submit', prompt, '-m', 'vendor-a/image-1', '--sandbox'];
const raw = /^\s+at |node:internal|node:fs|genctl \S+ has a bug/m;

/** Makes the record of a job one that can't be written: its lock is taken by what is no lock. */
function lockRecord(home: string, id: string): void {
  const done = join(home, 'genctl', 'ledger', 'done');
  const [month = ''] = readdirSync(done);
  mkdirSync(join(done, month, `.${id}.json.lock`));
}

async function submitted(run: ReturnType<typeof newHome>['run'], prompt: string): Promise<string> {
  return (await run([...submit(prompt), '-q'])).stdout.trim();
}

describe('a record that can not be written', () => {
  it('ends the wait for several jobs with exit 14, in three parts, and names those that go on', async () => {
    const { home, run } = newHome();
    const one = await submitted(run, 'fox');
    const { stdout } = await run([...submit('sandbox:slow hare'), '-q'], {
      env: { GENCTL_SANDBOX_SPEED: '1' },
    });
    const other = stdout.trim();
    lockRecord(home, one);
    const ended = await run(['wait', one, other]);
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).not.toMatch(raw);
    expect(ended.stderr).toMatch(/ledger can't be written/);
    expect(ended.stderr).toContain(`genctl wait ${one} ${other}`);
  });

  it('leaves the last known state on stdout, and the id in the line of JSON', async () => {
    const { home, run } = newHome();
    const id = await submitted(run, 'fox');
    lockRecord(home, id);
    for (const words of [
      ['wait', id],
      ['status', id],
      ['show', id],
      ['cancel', id],
      ['jobs', '--refresh'],
    ]) {
      const ended = await run([...words, '--json']);
      expect(ended.code, ended.stderr).toBe(14);
      const document = JSON.parse(ended.stdout) as { items?: unknown[] };
      expect(document.items?.[0] ?? document).toMatchObject({ id, status: 'succeeded' });
      expect(errorOf(ended)).toMatchObject({ exit_code: 14, job_id: id });
    }
  });

  it('does not keep a file from coming home, whose path is told', async () => {
    const { home, run } = newHome();
    const id = await submitted(run, 'fox');
    lockRecord(home, id);
    const ended = await run(['download', id, '-D', 'out', '-q']);
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stdout).toBe(`${join(home, 'out', `fox-${id.slice(4, 12)}-1.png`)}\n`);
    expect(ended.stderr).toContain(`genctl download ${id}`);
  });
});

describe('a limit of the process', () => {
  it('on open files is exit 14 in three parts, never a stack, from where Node itself starts', async () => {
    const { run } = newHome();
    const ends = new Set<number | null>();
    // How many are open at once depends on how far behind the thread pool is: the last limit has room for all of them.
    for (const most of [18, 20, 22, 26, 64]) {
      const ended = await run([...submit('fox'), '-D', 'out'], { limit: `-n ${most}` });
      // What Node can't open is not ours to tell: the program, or a package.json above it.
      if (/bin\/genctl\.js|\(node:internal\/modules\/run_main/.test(ended.stderr)) continue;
      if (ended.code === null || ended.code > 128) continue;
      ends.add(ended.code);
      expect(ended.stderr, `ulimit -n ${most}`).not.toMatch(raw);
      expect([0, 14], `ulimit -n ${most}: ${ended.stderr}`).toContain(ended.code);
      if (ended.code === 14) expect(ended.stderr).toContain('EMFILE');
      if (ended.code === 14 && ended.stdout !== '')
        expect(ended.stderr).toContain(ended.stdout.split('\n')[0]);
    }
    expect(ends).toContain(0);
  });

  it('that keeps Node from reading any answer is told at once, and what mends it', async () => {
    const { run } = newHome();
    const env = {
      GENCTL_BASE_URL: 'http://127.0.0.1:9',
      GENCTL_API_KEY: 'k',
      NODE_OPTIONS: '--jitless',
    };
    const ended = await run(['models', '--json'], { env, ownProcess: true });
    expect(ended.code, ended.stderr).toBe(14);
    expect(errorOf(ended)).toMatchObject({ code: 'not_sent', hint: expect.stringContaining('--jitless') });
  });

  it.each([0, 2])('on the size of files (%i blocks) is exit 14 with what goes on', async (blocks) => {
    const { run } = newHome();
    const ended = await run([...submit('fox'), '--wait'], { limit: `-f ${blocks}` });
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).not.toMatch(raw);
    expect(ended.stderr).toContain('ulimit -f');
    const [id] = ended.stdout.split('\n');
    if (id !== '') expect(ended.stderr).toMatch(new RegExp(`genctl (wait|download) ${id}`));
  });
});

describe('the folder of the embedded sandbox', () => {
  it('that is a file ends the submit at once: exit 14, and the intent is kept for recover', async () => {
    const { home, run } = newHome();
    mkdirSync(join(home, 'genctl'));
    writeFileSync(join(home, 'genctl', 'sandbox'), '');
    const ended = await run(submit('fox'));
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).not.toMatch(/again in|answered 500/);
    expect(ended.stderr).toContain('genctl recover');
    rmSync(join(home, 'genctl', 'sandbox'));
    const recovered = await run(['recover', '-q']);
    expect(recovered).toMatchObject({ code: 0, stdout: expect.stringMatching(/^job_\w+\n$/) });
  });
});
