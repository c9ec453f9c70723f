import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { mp4, serveFiles, slowly, whole } from '../transcripts/fixtures/file-service.ts';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-download');
afterEach(() => terminals.close());

const submit = 'submit "a fox" -m vendor-a/video-1';
const megabyte = 1_000_000;

it('a long download shows on a terminal how much came, how fast, and how long the rest takes', async () => {
  const { account } = await serveFiles([slowly(mp4(200 * megabyte), 2 * megabyte)]);
  const terminal = terminals.open(100, account);
  terminal.run(`${submit} -D out`);
  const shown = await terminal.until(/↓ [\d.]+ of 200 MB · [\d.]+ MB\/s · \d+s left · \S*clip1-1\.mp4/);
  const done = /↓ ([\d.]+) of/.exec(shown)?.[1];
  await terminal.until(new RegExp(`↓ (?!${done} )[\\d.]+ of 200 MB`));
  terminal.press('C-c');
  const after = await terminal.until(/ended 130/);
  expect(after).not.toContain('↓');
  expect(after).toContain('Files of job_clip1 are missing here.');
});

it('several at once are one sum, which takes in those that came and leaves nothing behind', async () => {
  const slow = slowly(mp4(8 * megabyte), megabyte / 4);
  const { account } = await serveFiles([slow, whole(mp4(megabyte)), slow]);
  const terminal = terminals.open(100, account);
  for (let jobs = 1; jobs <= 3; jobs += 1) {
    terminal.run(`${submit} -q`);
    await terminal.until(new RegExp(`job_clip${jobs}\nended 0`));
  }
  terminal.run('wait --all --download; echo over');
  await terminal.until(/↓ [\d.]+ of 17\.0 MB · [\d.]+ MB\/s · \d+s left · 2 files, 1 here/);
  const after = await terminal.until(/\nover/);
  expect(after).not.toContain('↓');
  expect(after).toContain('clip3-1.mp4');
});

it('a small file moves nothing', async () => {
  const { account } = await serveFiles([whole(mp4(10_000))]);
  const terminal = terminals.open(100, account);
  terminal.run(`${submit} --wait`);
  await terminal.until(/ended 0/);
  const bytes = join(terminal.home, 'bytes');
  terminal.record(bytes);
  terminal.run('download @last; echo over');
  await terminal.until(/\nover/);
  expect(readFileSync(bytes, 'utf8')).not.toMatch(/↓|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
});
