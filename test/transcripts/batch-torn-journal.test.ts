import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsIn, withManifest } from './fixtures/manifest.ts';

const clips = ['a1', 'a2', 'a3', 'a4'].map((id) => ({ id, model: 'spicy/video-2-5', prompt: `fox ${id}` }));

/** A batch on v1 whose journal ends with the send of its last shot, whatever the ledger knows. */
async function sentBatch() {
  const { batch, home } = withManifest(clips);
  expect((await batch()).code).toBe(0);
  const path = join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const [last = ''] = lines.filter((line) => line.includes('"event":"sent"') && line.includes('"shot":"a4"'));
  const others = lines.filter((line) => !line.includes('"shot":"a4"'));
  const carry = (text: string | Buffer): void => {
    rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
    writeFileSync(path, text);
  };
  return { batch, carry, home, last, others, path };
}

describe('a journal that is carried to another machine', () => {
  it.each([
    ['without its final line break', '\n', ''],
    ['with the line breaks of Windows, the last cut in two', '\r\n', '\r'],
  ])('%s, has its last line read, and goes on behind it', async (_, lineBreak, end) => {
    const { batch, carry, home, last, others, path } = await sentBatch();
    carry([...others, last].join(lineBreak) + end);
    const again = await batch();
    expect(again.code, again.stderr).not.toBe(0);
    expect(jobsIn(home)).toBe(4);
    for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) JSON.parse(line);
  });
});

it('a journal that is cut short beside the ledger that wrote it goes on', async () => {
  const { batch, home, last, others, path } = await sentBatch();
  writeFileSync(path, [...others, last.slice(0, -40)].join('\n'));
  expect((await batch()).code).toBe(0);
  expect(jobsIn(home)).toBe(4);
});
