import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportIn, withFilm } from './fixtures/chains.ts';
import { jobsIn } from './fixtures/manifest.ts';
import { errorOf } from './genctl.ts';

const v1 = { api: 'v1', return_last_frame: true, duration: 4 };
const s1 = { id: 's1', prompt: 'one', ...v1 };
const s2 = { id: 's2', prompt: 'two', first_frame: '@s1.last_frame', ...v1 };

const journalName = 'film.jsonl.film.sandbox.genctl.ndjson';

/** Has a home know of its submits by the journal alone, and of no answer to them, as another machine that it was carried to. */
function carryUnanswered(home: string): void {
  rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
  const path = join(home, journalName);
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${lines.filter((line) => /"schema"|"event":"sent"/.test(line)).join('\n')}\n`);
}

/** Has the only submit of a ledger look as if its run was killed behind the record of the job, and before it was settled. */
function unsettle(home: string): void {
  const ledger = join(home, 'genctl', 'ledger');
  const [name = ''] = readdirSync(join(ledger, 'keys'));
  const { intent } = JSON.parse(readFileSync(join(ledger, 'keys', name), 'utf8')) as {
    intent: { created_at: string };
  };
  renameSync(join(ledger, 'keys', name), join(ledger, 'open', name));
  writeFileSync(join(ledger, 'open', name), JSON.stringify({ ...intent, first_sent_at: intent.created_at }));
}

describe('a line of v1, which has no key', () => {
  it('whose job was recorded as its run was killed is known by that, and what waits for it goes on', async () => {
    const { batch, home, write } = withFilm([s1]);
    expect((await batch('-D', 'out')).code).toBe(0);
    unsettle(home);
    write([s1, s2]);
    const { code, stderr } = await batch('-D', 'out', '--report', 'report');
    expect([code, jobsIn(home)], stderr).toEqual([0, 2]);
    expect(reportIn(home)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
  });

  it('that a carried journal alone tells of is freed in it by the command that the batch names', async () => {
    const { batch, home, run, write } = withFilm([s1]);
    expect((await batch()).code).toBe(0);
    carryUnanswered(home);
    write([s1, s2]);
    const held = await batch('--json');
    expect(held.code, held.stderr).toBe(13);
    const line = /genctl (recover --forget (\S+) --journal (\S+).*)$/m.exec(String(errorOf(held).hint));
    const [, words = '', key = '', path] = line ?? [];
    expect(path).toBe(join(home, journalName));
    expect(errorOf(held).hint).toContain('only the journal knows about s1');
    const unknown = await run([
      'recover',
      '--sandbox',
      '--json',
      '--forget',
      'another',
      '--journal',
      journalName,
    ]);
    expect([unknown.code, errorOf(unknown).code]).toEqual([2, 'send_unknown']);
    expect((await batch()).code).toBe(13);
    expect(words).toContain('--sandbox');
    const freed = await run(words.split(' '));
    expect(freed.code, freed.stderr).toBe(0);
    expect(freed.stderr).toContain('The submit of the line s1 of the batch film');
    const twice = await run(['recover', '--sandbox', '--json', '--forget', key, '--journal', journalName]);
    expect([twice.code, errorOf(twice).code]).toEqual([2, 'send_answered']);
    const ended = await batch('-D', 'out');
    expect([ended.code, jobsIn(home)], ended.stderr).toEqual([0, 3]);
    const known = await run(['recover', '--sandbox', '--json', '--forget', key, '--journal', journalName]);
    expect([known.code, errorOf(known).code]).toEqual([2, 'send_answered']);
  });

  it('is freed in no journal of another account, unless a person vouches for it', async () => {
    const { batch, home, run } = withFilm([s1]);
    expect((await batch()).code).toBe(0);
    carryUnanswered(home);
    const path = join(home, journalName);
    const text = readFileSync(path, 'utf8');
    const key = /"key":"([^"]+)"/.exec(text)?.[1] ?? '';
    writeFileSync(path, text.replace(/"account":"[^"]+"/, `"account":"j1-${'0'.repeat(32)}"`));
    const forget = ['recover', '--sandbox', '--json', '--forget', key, '--journal', journalName];
    const refused = await run(forget);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'journal_of_other_account']);
    expect((await run([...forget, '--yes'])).code).toBe(0);
  });

  it('is freed in no journal of another service, which is named', async () => {
    const { batch, home, run } = withFilm([s1]);
    expect((await batch()).code).toBe(0);
    const key = /"key":"([^"]+)"/.exec(readFileSync(join(home, journalName), 'utf8'))?.[1] ?? '';
    carryUnanswered(home);
    const words = ['recover', '--base-url', 'http://127.0.0.1:9', '--forget', key, '--journal', journalName];
    const refused = await run([...words, '--yes', '--json'], { env: { GENCTL_API_KEY: 'key' } });
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'journal_of_other_service']);
    expect(errorOf(refused).hint).toBe(
      `genctl recover --forget ${key} --journal ${join(home, journalName)} --sandbox`,
    );
  });

  it('has no journal to be freed in without a key, or where there is none', async () => {
    const { run } = withFilm([s1]);
    const alone = await run(['recover', '--journal', 'nowhere', '--json']);
    expect([alone.code, errorOf(alone).code]).toEqual([2, 'missing_flag']);
    const absent = await run(['recover', '--sandbox', '--forget', 'k', '--journal', 'nowhere', '--json']);
    expect([absent.code, errorOf(absent).code]).toEqual([2, 'journal_missing']);
  });
});
