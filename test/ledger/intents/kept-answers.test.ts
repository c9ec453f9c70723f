import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openKeptAnswers } from '../../../src/ledger/intents/kept-answers.ts';

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-answers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return openKeptAnswers(folder);
}

const page = { bytes: Buffer.from('<html>'), contentType: 'text/html' };

describe('answers that no job could be read from', () => {
  it('are kept byte for byte, for their owner alone, and found by the key of their submit', () => {
    const answers = open();
    const path = answers.keep('key-1', { bytes: Uint8Array.of(0, 255, 10), contentType: undefined });
    answers.keep('key-10', page);
    expect([...readFileSync(path)]).toEqual([0, 255, 10]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(answers.of('key-1')).toEqual([path]);
    expect(answers.of('key-2')).toEqual([]);
  });

  it('are one file however often the same one came, and never another one’s', () => {
    const answers = open();
    const path = answers.keep('key-1', page);
    expect(answers.keep('key-1', page)).toBe(path);
    const other = answers.keep('key-1', { ...page, bytes: Buffer.from('<html >') });
    expect(answers.of('key-1').sort()).toEqual([path, other].sort());
  });

  it.each(['../../escape', 'UPPER', 'a/b', '.', 'x'.repeat(400)])(
    'stay in their folder under the key %.12s',
    (key) => {
      const answers = open();
      const path = answers.keep(key, page);
      expect(answers.of(key)).toEqual([path]);
      expect(path).toMatch(/answers[/\\][\w.-]+$/);
    },
  );

  it('go when they are old and their submit is settled', () => {
    const answers = open();
    const [old, unsettled, young] = ['old', 'unsettled', 'young'].map((key) => answers.keep(key, page));
    for (const path of [old, unsettled]) utimesSync(path ?? '', 1_000, 1_000);
    expect(answers.olderThan(2_000_000, ['unsettled'])).toEqual([{ path: old, bytes: 6 }]);
    expect(answers.remove(old ?? '')).toBe(true);
    expect(answers.remove(old ?? '')).toBe(false);
    expect([unsettled, young].every((path) => statSync(path ?? '').isFile())).toBe(true);
  });
});
