import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertFinalsFree, writeFinals } from '../../../src/batch/finals/pick-finals.ts';
import { finalsPath } from '../../../src/batch/open-batch.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const columns = new Map<string, unknown>([
  ['shot', 's1'],
  ['command', 'draft'],
  ['prompt', 'a fox'],
  ['Seed', 7],
  ['set.style', 'noir'],
  ['scene', 'brook'],
  ['take', 2],
  ['ID', 'another word'],
  ['nested', { a: 1 }],
]);
const finals = [{ shot: 's1', id: 'job_1', columns }];

const kept = { idColumn: 'shot', overwrite: false };

describe('the manifest of finals', () => {
  it('has a line a final, with the free words of its draft and none of its request', () => {
    const path = join(temporaryFolder('genctl-finals-'), 'drafts.finals.jsonl');
    writeFinals(path, finals, kept);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      ...{ id: 's1', command: 'finalize', draft: 'job_1' },
      ...{ scene: 'brook', take: 2 },
    });
    expect(statSync(path).mode & 0o044).toBe(0o044);
  });

  it('takes the place of no other file, unless that is asked for', () => {
    const folder = temporaryFolder('genctl-finals-');
    const path = join(folder, 'mine.jsonl');
    writeFileSync(path, 'mine');
    expect(() => assertFinalsFree(path, false)).toThrow(`${path} already exists`);
    expect(() => writeFinals(path, finals, kept)).toThrow('already exists');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    assertFinalsFree(path, true);
    writeFinals(path, finals, { ...kept, overwrite: true });
    expect(readFileSync(path, 'utf8')).toContain('"finalize"');
    expect(readdirSync(folder)).toEqual(['mine.jsonl']);
  });

  it('lies beside that of the drafts, and is called as their batch is', () => {
    expect(finalsPath('/shoot/shots.csv', 'night.2-of-4')).toBe('/shoot/night.2-of-4.finals.jsonl');
    expect(() => finalsPath('/shoot/shots.csv', 'x'.repeat(98))).toThrow("A batch can't be called");
  });
});
