import { copyFileSync, existsSync, readdirSync, renameSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knowAccount } from './fixtures/known-account.ts';
import { onLoopback, sendJson } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight'];

/** A home whose service commits jobs and drops the answers until `answers` says otherwise; it counts jobs by their keys. */
async function unanswered() {
  const { home, run } = newHome();
  const jobs = new Map<string, string>();
  const state = { answers: false, sends: 0 };
  const origin = await onLoopback((request, response) => {
    request.resume().on('end', () => {
      if (request.method !== 'POST') return sendJson(response, 404, {});
      state.sends += 1;
      const key = String(request.headers['idempotency-key'] ?? `v1-${state.sends}`);
      const id = jobs.get(key) ?? `job_${jobs.size + 1}`;
      jobs.set(key, id);
      if (!state.answers) return response.socket?.resetAndDestroy();
      const created_at = new Date().toISOString();
      sendJson(response, 202, { id, status: 'queued', model: 'vendor-a/image-1', created_at });
    });
  });
  knowAccount(home, 'px', { base_url: origin, api_key: 'a-key' });
  const ledger = join(home, 'genctl', 'ledger');
  const open = join(ledger, 'open');
  const files = () => readdirSync(open).filter((name) => name.endsWith('.json'));
  return { files, jobs, ledger, open, run, state };
}

function swap(folder: string, [first = '', second = '']: readonly string[]): void {
  renameSync(join(folder, first), join(folder, 'between'));
  renameSync(join(folder, second), join(folder, first));
  renameSync(join(folder, 'between'), join(folder, second));
}

describe('open submits whose files were swapped', () => {
  it.each([
    ['v2', []],
    ['v1', ['--api', 'v1', '--route', 'tasks']],
  ])('are named, never sent, and settled once they are moved back: on %s', async (_, way) => {
    const { files, open, run, state } = await unanswered();
    const lines = ['one', 'two'].map((once) => [...submit, ...way, '--once', once]);
    for (const line of lines) expect((await run(line)).code).toBe(13);
    const names = files();
    swap(open, names);
    const sent = state.sends;
    for (const line of [...lines, ...lines.map((words) => [...words, '--revise'])]) {
      const refused = await run([...line, '--json']);
      expect(errorOf(refused)).toMatchObject({ code: 'intent_torn' });
      expect(errorOf(refused).hint).toMatch(/^a file was renamed; it holds the key \S+: mv /);
      expect(errorOf(refused).hint).not.toMatch(/--revise|run it again|--forget/);
    }
    const listed = await run(['recover', '--json']);
    expect(listed.code).toBe(14);
    expect(JSON.parse(listed.stdout).unreadable_submits).toHaveLength(2);
    for (const name of names) {
      const forgotten = await run(['recover', '--forget', basename(name, '.json'), '--json']);
      expect(forgotten.code).toBe(2);
      expect(errorOf(forgotten).code).toBe('intent_misnamed');
    }
    expect(state.sends).toBe(sent);
    const hint = String(errorOf(listed).hint);
    for (const [, from = '', to = ''] of hint.matchAll(/mv (\S+) (\S+)/g)) renameSync(from, to);
    expect(files().sort()).toEqual(names.sort());
    state.answers = true;
    expect((await run(['recover'])).code).toBe(way.length === 0 ? 0 : 13);
  });
});

describe('a torn intent beside a good copy of it', () => {
  it('is settled by recover, which sends the copy under its key again: one job, nothing lost', async () => {
    const { files, jobs, ledger, open, run, state } = await unanswered();
    expect((await run(submit)).code).toBe(13);
    const [name = ''] = files();
    const good = join(ledger, 'good');
    copyFileSync(join(open, name), good);
    truncateSync(join(open, name), 200);
    await run(['jobs']);
    expect(existsSync(join(open, `${name}.torn-1`))).toBe(true);
    copyFileSync(good, join(open, name));
    state.answers = true;
    const recovered = await run(['recover']);
    expect(recovered.code, recovered.stderr).toBe(0);
    expect(recovered.stdout).toBe('job_1\n');
    expect(jobs.size).toBe(1);
    expect((await run(['jobs'])).stderr).not.toContain('can’t be read');
    expect((await run(['recover'])).stderr).toContain('Nothing to settle.');
  });

  it('is closed with it by --forget, which says both', async () => {
    const { files, open, run } = await unanswered();
    expect((await run([...submit, '--once', 'hero'])).code).toBe(13);
    const [name = ''] = files();
    copyFileSync(join(open, name), join(open, `${name}.torn-1`));
    truncateSync(join(open, `${name}.torn-1`), 200);
    const closed = await run(['recover', '--forget', basename(name, '.json')]);
    expect(closed.code, closed.stderr).toBe(0);
    expect(closed.stderr).toContain('which can’t be read: 1 file moved to ledger/closed.');
    expect(closed.stderr).toContain('The submit for vendor-a/image-1 of px');
  });
});

describe('recover --forget', () => {
  it('of a submit whose file has a name in capitals closes nothing, and says where the file belongs', async () => {
    const { files, open, run } = await unanswered();
    expect((await run([...submit, '--once', 'hero'])).code).toBe(13);
    const [name = ''] = files();
    const capitals = `${basename(name, '.json').toUpperCase()}.json`;
    renameSync(join(open, name), join(open, capitals));
    for (const key of [basename(name, '.json'), basename(capitals, '.json')]) {
      const refused = await run(['recover', '--forget', key, '--json']);
      expect(refused.code).toBe(2);
      expect(errorOf(refused).hint).toContain(join(open, name));
    }
    expect(readdirSync(open).some((file) => file.startsWith(capitals))).toBe(true);
  });
});
