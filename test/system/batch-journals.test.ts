import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { batchHome, journalName } from './fixtures/batch/batch-home.ts';
import {
  carry,
  lineCount,
  renderedLines as lines,
  rendered,
  renderedOnce,
} from './fixtures/batch/rendered.ts';
import { wrongFiles } from './fixtures/batch/shots.ts';

const raw = /^\s+at |node:internal|node:fs|genctl \S+ has a bug/m;

const once = renderedOnce();

describe('a journal that is not as genctl wrote it', () => {
  const spoilers: Record<string, (journal: string) => string | Buffer> = {
    'has garbage in the middle': (text) => text.replace('{"event":"job"', 'garbage {"event":"job"'),
    'is garbage': () => Buffer.from([0, 255, 254, 10, 0, 10]),
    'is of another batch': (text) => text.replace('"batch":"shots"', '"batch":"others"'),
    'is of another service': (text) => text.replace(/"origin":"[^"]+"/, '"origin":"https://other.example"'),
    'is of another account': (text) => text.replace(/"account":"j1-./, '"account":"j1-x'),
    'has an id that leads elsewhere': (text) => text.replace(/"job":"job_\w+"/, '"job":"../../v1/media/x"'),
    'has a line without an end': (text) => `${text}${'x'.repeat(300_000)}\n`,
    'has a file outside of its folder': (text) => text.replace('"path":"out/', '"path":"../../'),
    'is of a newer genctl': (text) => text.replace('genctl.journal/v1', 'genctl.journal/v9'),
  };
  it.each(sample(Object.entries(spoilers), () => 'a journal', 3))(
    'and %s is refused, and nothing is sent',
    async (_, spoil) => {
      const { first, service } = await once();
      const second = batchHome(service);
      carry(first, second);
      writeFileSync(
        join(second.home, journalName),
        spoil(readFileSync(join(first.home, journalName), 'utf8')),
      );
      const ended = await second.batch();
      expect([2, 14], ended.stderr).toContain(ended.code);
      expect(ended.stderr).toMatch(/✗ .+\n {2}.+\n(.+\n)* {2}→ .+\n/);
      expect(ended.stderr).not.toMatch(raw);
      expect((await service.counts()).submits).toBe(lineCount);
    },
  );

  it('and is cut in its last line is read without that line', async () => {
    const { first, service } = await once();
    const second = batchHome(service);
    carry(first, second);
    appendFileSync(join(second.home, journalName), '{"event":"sent","shot":"s0001","key":"g1-');
    const ended = await second.batch();
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: lineCount, submits: lineCount });
  });

  it('and names jobs of nobody ends those lines alone, and sends nothing', async () => {
    const { first, service } = await rendered();
    await service.forgetKeys();
    const second = batchHome(service);
    carry(first, second);
    const journal = readFileSync(join(second.home, journalName), 'utf8');
    const [, forged = ''] =
      /"event":"job","shot":"[^"]+","key":"[^"]+","job":"(job_\w+)"/.exec(journal) ?? [];
    writeFileSync(join(second.home, journalName), journal.replaceAll(forged, 'job_of_nobody'));
    const ended = await second.batch();
    expect(ended.code, ended.stderr).not.toBe(0);
    expect(ended.stderr).not.toMatch(raw);
    expect(await service.counts()).toMatchObject({ created: lineCount, submits: lineCount });
    expect(wrongFiles(join(second.home, 'out'), lines)).toHaveLength(1);
  });

  it('but is of the same account, whose key was rotated, is taken with --same-account', async () => {
    const { first, service } = await once();
    const second = batchHome(service, [], 'rotated-key');
    carry(first, second);
    expect((await second.batch()).stderr).toContain('--same-account');
    const ended = await second.batch('--same-account');
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: lineCount, submits: lineCount });
  });
});
