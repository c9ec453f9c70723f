import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lastingCalls } from '../../files/fixtures/system-calls.ts';
import { begun, opened, placeOf, run, sent } from './fixtures/open-journal.ts';

describe('a power cut while a journal is written', () => {
  it('leaves each line that counts: its name before the first of them, its bytes before each is told', async () => {
    const journal = await opened(placeOf());
    expect(await lastingCalls(() => journal.begin(run))).toEqual(['fsync', 'write', 'fdatasync']);
    expect(await lastingCalls(() => journal.own.append(sent('s01')))).toEqual(['write', 'fdatasync']);
  });

  it('leaves the lines that came at once, which share a flush', async () => {
    const journal = await begun(placeOf());
    const append = (shots: string[]) => Promise.all(shots.map((shot) => journal.own.append(sent(shot))));
    expect(await lastingCalls(() => append(['s01', 's02', 's03']))).toEqual(['write', 'fdatasync']);
  });

  it('leaves no half of an earlier line before the next', async () => {
    const place = placeOf();
    await (await begun(place)).close();
    appendFileSync(place.path, '{"event":"sent","shot":');
    const journal = await opened(place);
    expect(await lastingCalls(() => journal.begin(run))).toEqual(['ftruncate', 'fdatasync']);
    expect(await lastingCalls(() => journal.own.append(sent('s01')))).toEqual(['write', 'fdatasync']);
  });
});
