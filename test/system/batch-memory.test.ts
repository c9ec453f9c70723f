import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { batchHome, journalName } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { carry, lineCount, renderedLines as lines, quick, rendered } from './fixtures/batch/rendered.ts';
import { readReport, type ShotLine, wrongFiles } from './fixtures/batch/shots.ts';

describe('a batch on another machine', () => {
  it('goes on with the jobs that its journal knows, though the service forgot all keys', async () => {
    const { first, service } = await rendered();
    await service.forgetKeys();
    const second = batchHome(service);
    carry(first, second);
    const ended = await second.batch('--resume');
    expect(ended.code, ended.stderr).toBe(0);
    expect(wrongFiles(join(second.home, 'out'), lines)).toEqual([]);
    expect(await service.counts()).toMatchObject({ created: lineCount, submits: lineCount, doubled: [] });
    expect((await second.batch()).code).toBe(0);
    expect((await service.counts()).files).toBe(2 * lineCount);
  });

  it('goes on from the middle, where the first one was killed', async () => {
    const service = await startBatchService({ ...quick, cap: 8 });
    const first = batchHome(service, lines);
    const killed = await first.run(['batch', 'shots.jsonl', '-D', 'out'], {
      onStart(kill) {
        const look = setInterval(() => {
          const path = join(first.home, journalName);
          if (!existsSync(path) || readFileSync(path, 'utf8').split('"event":"job"').length < 8) return;
          clearInterval(look);
          kill('SIGKILL');
        }, 5);
      },
    });
    expect(killed.code).toBeNull();
    const { created } = await service.counts();
    expect(created).toBeLessThan(lineCount);
    await service.nextProcess();
    const second = batchHome(service);
    carry(first, second);
    const ended = await second.batch('--report', 'report.ndjson');
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({
      created: lineCount,
      doubled: [],
      undercuts: 0,
      earlyLooks: 0,
    });
    expect(wrongFiles(join(second.home, 'out'), lines)).toEqual([]);
    expect(readReport(second.home)).toHaveLength(lineCount);
  });

  it('without a journal finds the same jobs by their keys', async () => {
    const { first, service } = await rendered();
    const second = batchHome(service);
    copyFileSync(join(first.home, 'shots.jsonl'), join(second.home, 'shots.jsonl'));
    const ended = await second.batch();
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({
      created: lineCount,
      replayed: lineCount,
      conflicts: 0,
      doubled: [],
    });
    expect(wrongFiles(join(second.home, 'out'), lines)).toEqual([]);
    const third = batchHome(service, lines);
    expect((await third.batch('--resume')).code).toBe(2);
    expect((await service.counts()).submits).toBe(2 * lineCount);
  });
});

describe('a manifest that is edited', () => {
  it('sends what was put in, and leaves what was taken out and what moved', async () => {
    const { first, service } = await rendered();
    const [one, two, ...others] = lines;
    const put: ShotLine = { id: 'between', prompt: 'put in', model: 'vendor-a/image-1' };
    const edited = [...others.reverse(), put, one] as ShotLine[];
    first.write(edited);
    const ended = await first.batch('--report', 'report.ndjson');
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({
      created: lineCount + 1,
      submits: lineCount + 1,
      doubled: [],
    });
    expect(readReport(first.home).map(({ id }) => id)).toEqual(edited.map(({ id }) => id));
    expect(readReport(first.home).some(({ id }) => id === two?.id)).toBe(false);
  });
});
