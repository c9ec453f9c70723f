import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '../api/loopback-service.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { errorOf, newHome } from './genctl.ts';

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A home that is logged in at a served sandbox, with a picture in its working folder. */
async function studio() {
  const { home, run } = newHome();
  const { account } = await serveSandbox(home);
  writeFileSync(join(home, 'hero.png'), png);
  const login = ['auth', 'login', '--profile', 'studio', '--base-url', account.GENCTL_BASE_URL];
  expect((await run(login, { stdin: account.GENCTL_API_KEY })).code).toBe(0);
  /** A program that notes each path it is given and prints a link. */
  const program = join(home, 'put.cjs');
  writeFileSync(
    program,
    `require('fs').appendFileSync(${JSON.stringify(join(home, 'uploads'))}, process.argv.at(-1) + '\\n');
     console.log('https://files.example.com/hero');`,
  );
  const command = JSON.stringify([process.execPath, program]);
  return {
    home,
    run,
    command,
    uploads: () => readFileSync(join(home, 'uploads'), 'utf8').trim().split('\n'),
  };
}

const words = ['submit', 'image 1 walks', '-m', 'vendor-b/video-2.5', '--ref-image', 'hero.png'];

describe('a file of this machine as a reference', () => {
  it('needs an upload command where links alone are taken, and then goes up once', async () => {
    const { command, run, uploads } = await studio();
    const refused = await run([...words, '--json']);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'upload_command_missing']);
    const set = await run(['auth', 'set', 'upload_command', command, '--profile', 'studio']);
    expect(set.code, set.stderr).toBe(0);
    for (const _ of [1, 2]) {
      const sent = await run([...words, '--no-probe']);
      expect(sent.code, sent.stderr).toBe(0);
      expect(sent.stderr).toContain('image 1 = hero.png');
      const shown = await run(['show', sent.stdout.trim(), '--json']);
      expect(JSON.stringify(JSON.parse(shown.stdout).request)).toContain('https://files.example.com/hero');
    }
    expect(uploads()).toHaveLength(1);
  });

  it('is told of where the link of its upload leads nowhere or to something else, and not sent with --strict', async () => {
    const { home, run } = await studio();
    const page = { 'content-type': 'text/html' };
    const { baseUrl } = await startService(
      (response) => response.writeHead(404).end(),
      (response) => response.writeHead(200, page).end(),
      (response) => response.writeHead(200, page).end(),
    );
    for (const [name, strict, says] of [
      ['gone', [], 'answered 404'],
      ['page', [], 'is served as text/html; --ref-image takes a picture'],
      ['other', ['--strict'], 'is served as text/html; --ref-image takes a picture'],
    ] as const) {
      writeFileSync(join(home, 'put.cjs'), `console.log('${baseUrl}/${name}')`);
      const command = JSON.stringify([process.execPath, join(home, 'put.cjs'), name]);
      await run(['auth', 'set', 'upload_command', command, '--profile', 'studio']);
      const ended = await run([...words, ...strict]);
      expect(ended.stderr).toContain(says);
      expect([ended.code, ended.stdout === '']).toEqual(name === 'other' ? [2, true] : [0, false]);
    }
  });

  it('is refused where it is not there, or is no picture, and nothing is sent', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'hero.png'), 'not a picture at all');
    const gone = await run([...words.with(-1, 'gone.png'), '--sandbox', '--json']);
    expect([gone.code, gone.stdout]).toEqual([2, '']);
    expect(gone.stderr).toContain('gone.png');
    const odd = await run([...words, '--sandbox', '--json']);
    expect([odd.code, odd.stdout]).toEqual([2, '']);
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });
});
