import { readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knowAccount } from './fixtures/known-account.ts';
import { onLoopback } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

/** A home with a submit that got no answer, whose intent is damaged, and a service that counts what is sent. */
async function damagedSubmit(words: readonly string[], damage: (path: string) => void) {
  const { home, run } = newHome();
  let sends = 0;
  const origin = await onLoopback((request, response) => {
    sends += request.method === 'POST' ? 1 : 0;
    request.resume().on('end', () => response.socket?.resetAndDestroy());
  });
  knowAccount(home, 'px', { base_url: origin, api_key: 'a-key' });
  const line = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight', '--once', 'hero', ...words];
  expect((await run(line)).code).toBe(13);
  const open = join(home, 'genctl', 'ledger', 'open');
  const [name = ''] = readdirSync(open).filter((file) => file.endsWith('.json'));
  damage(join(open, name));
  const sentBefore = sends;
  return { line, run, open, key: basename(name, '.json'), sentAgain: () => sends - sentBefore };
}

const tasks = ['--api', 'v1', '--route', 'tasks'];
const cut = (path: string) => truncateSync(path, 60);
const emptied = (path: string) => truncateSync(path, 0);

describe('a submit without an answer whose file is damaged', () => {
  it.each([
    ['cut short, on v1', tasks, cut],
    ['emptied, on v1', tasks, emptied],
    ['filled with NULs, on v1', tasks, (path: string) => writeFileSync(path, Buffer.alloc(512))],
    [
      'set aside by an earlier genctl, on v1',
      tasks,
      (path: string) => {
        cut(path);
        renameSync(path, `${path}.torn-1`);
      },
    ],
    ['cut short, on v2', [], cut],
    ['emptied, on v2', [], emptied],
  ])('is not sent again after other commands have read it: %s', async (_, words, damage) => {
    const { key, line, run, sentAgain } = await damagedSubmit(words, damage);
    for (const look of [['jobs'], ['costs'], ['sync', '-D', 'out'], ['wait', '--all']]) {
      const looked = await run(look);
      expect(looked.stderr).toContain('1 submit can’t be read, and may have been sent: genctl recover');
    }
    expect(JSON.parse((await run(['costs', '--json'])).stdout).unsettled).toBe(1);
    for (let again = 0; again < 2; again += 1) {
      const refused = await run([...line, '--json']);
      expect(refused.code).toBe(14);
      expect(errorOf(refused)).toMatchObject({ code: 'intent_torn', idempotency_key: key });
      expect(errorOf(refused).hint).toContain(`genctl recover --forget ${key}`);
      expect(errorOf(refused).hint).not.toMatch(/submit|again/);
    }
    expect(sentAgain()).toBe(0);
  });

  it('is named by doctor and by recover, and ends once it is closed', async () => {
    const { key, line, run, sentAgain } = await damagedSubmit(tasks, emptied);
    const diagnosis = JSON.parse((await run(['doctor', '--json'])).stdout);
    expect(diagnosis.items).toContainEqual({
      name: 'ledger',
      status: 'warn',
      message: `0 jobs, 1 submit that can’t be read, and may have been sent (${key})`,
      fix: 'genctl recover',
    });
    const listed = await run(['recover', '--json']);
    expect(listed.code).toBe(14);
    expect(JSON.parse(listed.stdout).unreadable_submits).toMatchObject([{ idempotency_key: key }]);
    const closed = await run(['recover', '--forget', key]);
    expect(closed.code, closed.stderr).toBe(0);
    expect(closed.stderr).toContain('its name is free again');
    expect((await run(['recover'])).stderr).toContain('Nothing to settle.');
    expect(sentAgain()).toBe(0);
    expect((await run(line)).code).toBe(13);
    expect(sentAgain()).toBe(1);
  });

  it('shows whose it is where its bytes still do, and is closed for another account only if that is said', async () => {
    const { key, open, run } = await damagedSubmit(tasks, (path) => {
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replace('"profile":"px"', '"profile":"py"').slice(0, -3),
      );
    });
    const listed = await run(['recover']);
    expect(listed.stderr).toContain('vendor-a/image-1 of ');
    const refused = await run(['recover', '--forget', key, '--json']);
    expect(errorOf(refused).code).toBe('intent_of_another_account');
    expect((await run(['recover', '--forget', key, '--yes'])).code).toBe(0);
    expect(readdirSync(open).filter((name) => !name.startsWith('.'))).toEqual([]);
  });
});
