import { describe, expect, it } from 'vitest';
import { renderJobTable } from '../../src/follow/words/job-table.ts';
import { renderTable } from '../../src/terminal/table.ts';
import { textWidth } from '../../src/text/text-width.ts';
import { failed, job, nowMs, output, succeeded } from '../follow/words/jobs.ts';
import { look, piped } from './looks.ts';

const jobs = [job(), succeeded, { ...failed, id: 'job_0123456789' }];

describe('the list of jobs', () => {
  it('is aligned and has no borders', () => {
    expect(renderJobTable(jobs, look(100), nowMs)).toEqual([
      'ID              STATUS       MODEL                COST  CREATED    PROMPT',
      'job_01          ● running    vendor-b/video-2.5         4 min ago  a harbour at dawn',
      'job_01          ✓ succeeded  vendor-b/video-2.5  $0.42  4 min ago  a harbour at dawn',
      'job_0123456789  ✗ failed     vendor-b/video-2.5         4 min ago  a harbour at dawn',
    ]);
  });

  it('has the columns that were chosen, in their order, an empty one too; in a narrow window the last are left out', () => {
    const chosen = ['tags', 'id', 'took', 'age', 'files', 'seed'] as const;
    const tagged = { ...succeeded, tags: { client: 'acme', round: '2' } };
    const lines = renderJobTable([tagged], look(100), nowMs, chosen);
    expect(lines).toEqual([
      'TAGS                 ID        TOOK     AGE  FILES  SEED',
      'client=acme round=2  job_01  2m 05s  4m 48s',
    ]);
    const titles = (columns: number) =>
      renderJobTable([tagged], look(columns), nowMs, chosen)[0]?.split(/ +/);
    expect(titles(40)).toEqual(['TAGS', 'ID', 'TOOK', 'AGE']);
    expect(titles(20)).toEqual(['TAGS']);
  });

  it('has ids as they are shown, and whole for a program', () => {
    const final = job({ id: 'job_012345', draft_of: 'job_678901', finals: ['job_abcdef'] });
    const columns = ['id', 'draft', 'finals'] as const;
    const ids = { of: (id: string) => id.slice(0, 7), within: (text: string) => text };
    expect(renderJobTable([final], look(80, { ids }), nowMs, columns)[1]).toBe('job_012  job_678  job_abc');
    expect(renderJobTable([final], { ...piped, ids }, nowMs, columns)).toEqual([
      'job_012345\tjob_678901\tjob_abcdef',
    ]);
  });

  it('gives a program whole values: seconds, and paths', () => {
    const here = output({ path: '/home/mia/film/out/a fox.mp4' });
    const made = job({ ...succeeded, outputs: [here], seed: 0 });
    const columns = ['age', 'took', 'files', 'seed', 'error', 'once', 'draft'] as const;
    expect(renderJobTable([made], piped, nowMs, columns)).toEqual([
      '288\t125\t/home/mia/film/out/a fox.mp4\t0\t\t\t',
    ]);
    expect(renderJobTable([job()], piped, nowMs, columns)).toEqual(['288\t\t\t\t\t\t']);
    expect(renderJobTable([failed], look(), nowMs, ['error', 'files'])[1]).toBe('provider_failed');
    expect(renderJobTable([made], look(), nowMs, ['files'])[1]).toBe('a fox.mp4');
  });

  it('gives up columns, the least needed first, and keeps ids whole', () => {
    const titles = (columns: number) => renderJobTable(jobs, look(columns), nowMs)[0]?.split(/ +/);
    expect(titles(90)).toEqual(['ID', 'STATUS', 'MODEL', 'COST', 'CREATED', 'PROMPT']);
    expect(titles(80)).toEqual(['ID', 'STATUS', 'MODEL', 'CREATED', 'PROMPT']);
    expect(titles(60)).toEqual(['ID', 'STATUS', 'CREATED', 'PROMPT']);
    expect(titles(50)).toEqual(['ID', 'STATUS', 'PROMPT']);
    expect(titles(40)).toEqual(['ID', 'PROMPT']);
    expect(renderJobTable(jobs, look(20), nowMs).at(-1)).toBe('job_0123456789  ✗');
    expect(renderJobTable(jobs, look(10), nowMs).at(-1)).toBe('job_0123456789  ✗');
  });

  it.each([40, 60, 80, 120])(
    'fits into %i columns with ids of the service, and says which prompt is whose',
    (columns) => {
      const prompts = [
        '一只红色的狐狸在雪地里,晨光,电影感,慢镜头,特写',
        '🚢 a ship 🏖️ at dawn, slowly, seen from the pier',
        'plain',
      ];
      const listed = prompts.map((prompt, place) =>
        job({ ...succeeded, id: `job_${String(place).repeat(32)}`, request: { input: { prompt } } }),
      );
      const lines = renderJobTable(listed, look(columns), nowMs);
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
      for (const [place, { id }] of listed.entries()) expect(lines[place + 1]).toContain(`${id}  ✓`);
      const at = columns < 60 ? undefined : /一只红|🚢 a s|plain/u;
      if (at === undefined) return;
      const starts = lines.slice(1).map((line) => textWidth(line.slice(0, line.search(at))));
      expect(new Set(starts).size).toBe(1);
    },
  );

  it('leaves a long prompt out of a pipe, but for its beginning', () => {
    const [line = ''] = renderJobTable(
      [job({ request: { input: { prompt: 'x'.repeat(100_000) } } })],
      piped,
      nowMs,
    );
    expect(line.length).toBeLessThan(400);
    expect(line).toMatch(/x{150,}…$/);
  });

  it('cuts the prompt before it gives up a column', () => {
    const wordy = [job({ request: { input: { prompt: 'a harbour at dawn, boats leaving one by one' } } })];
    const lines = renderJobTable(wordy, look(80), nowMs);
    expect(lines[1]).toBe('job_01  ● running  vendor-b/video-2.5  4 min ago  a harbour at dawn, boats leav…');
    expect(textWidth(lines[1] ?? '')).toBe(80);
  });

  it('is tab-separated, whole and without titles where a program reads', () => {
    const wordy = { ...succeeded, request: { input: { prompt: 'a\tharbour\nat dawn' } } };
    expect(renderJobTable([wordy], piped, nowMs)).toEqual([
      'job_01\tsucceeded\tvendor-b/video-2.5\t0.42\t2026-03-01T11:55:12.000000+00:00\ta harbour at dawn',
    ]);
  });

  it('of nothing is nothing', () => {
    expect(renderJobTable([], look(), nowMs)).toEqual([]);
    expect(renderJobTable([], piped, nowMs)).toEqual([]);
  });

  it('cannot steer the terminal', () => {
    const hostile = [job({ id: 'a\x1b[2J', model: 'b\u202e', status: 'c\x9b' })];
    for (const each of [look(100), piped])
      expect(renderJobTable(hostile, each, nowMs).join('\n')).not.toMatch(/[\x9b\u202e]|\p{Cc}(?<![\n\t])/u);
  });
});

describe('a table', () => {
  it('counts wide characters and emoji as two columns', () => {
    const rows = [
      ['慢慢地', 'x'],
      ['🚢 é', 'y'],
      ['plain!', 'z'],
    ];
    const columns = [0, 1].map((place) => ({
      title: `T${place}`,
      text: (row: string[]) => row[place] ?? '',
      dropOrder: 0,
    }));
    expect(renderTable(rows, columns, look())).toEqual(['T0      T1', '慢慢地  x', '🚢 é    y', 'plain!  z']);
  });

  it('colours cells without moving them', () => {
    const column = { title: 'A', text: (row: string) => row, dropOrder: 0 };
    const painted = { ...column, paint: (text: string) => `\x1b[36m${text}\x1b[39m` };
    const lines = renderTable(['x', 'long'], [painted, { ...column, title: 'B' }], look());
    expect(lines).toEqual(['A     B', '\x1b[36mx\x1b[39m     x', '\x1b[36mlong\x1b[39m  long']);
  });
});
