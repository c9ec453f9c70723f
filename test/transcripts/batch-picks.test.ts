import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportIn, withFilm } from './fixtures/chains.ts';
import { documentOf, jobsIn } from './fixtures/manifest.ts';
import { errorOf } from './genctl.ts';

const clip = { duration: 4 };
const draft = (id: string, prompt: string) => ({ id, command: 'draft', prompt, ...clip });
const film = [
  draft('s1', 'one'),
  { id: 's1-final', draft: '@s1' },
  draft('s2', 'two'),
  { id: 's2-final', command: 'finalize', draft: '@s2' },
  { id: 's3', prompt: 'three', ref_video: '@s2-final', ...clip },
];

function eventsOf({ stdout }: { stdout: string }): Record<string, unknown>[] {
  const lines = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('batch --pick of a manifest that has its finals, where nobody is asked', () => {
  it('sends the drafts, keeps finals and what waits for them, says how they are sent, and ends well', async () => {
    const { batch, home } = withFilm(film);
    const { code, stderr } = await batch('--pick', '--report', 'report', '--failed', 'failed.jsonl');
    expect([code, jobsIn(home)]).toEqual([0, 2]);
    expect(stderr).toContain('batch film: 5 lines, 2 new, 3 to be picked\n');
    expect(stderr).toContain('○ 2 drafts to pick: s1, s2; 3 lines depend on it, not sent or paid for\n');
    expect(stderr).toMatch(/look and pick: → genctl batch film\.jsonl .*--pick --sandbox\n/);
    expect(stderr).toMatch(/name them: → genctl batch film\.jsonl .*--picked s1,s2 .*--sandbox\n/);
    expect(stderr).toMatch(/all: → genctl batch film\.jsonl (?!.*pick).*--sandbox\n/);
    const held = reportIn(home).filter(({ status }) => status === 'held');
    expect(held).toMatchObject([
      { id: 's1-final', error: { code: 'not_picked', message: 'waits for a person to pick its draft s1' } },
      { id: 's2-final', error: { code: 'not_picked' } },
      { id: 's3', error: { code: 'parent_not_picked', message: expect.stringContaining('not picked yet') } },
    ]);
    // Nothing of it is to be mended.
    expect(readFileSync(join(home, 'failed.jsonl'), 'utf8')).toBe('');
    const again = await batch('--pick');
    expect([again.code, jobsIn(home)]).toEqual([0, 2]);
  });

  it('tells it to programs, with the line that sends all', async () => {
    const { batch, home } = withFilm(film);
    const ended = await batch('--pick', '--json');
    const [first, second] = reportJobs(await batch('--pick', '--report', 'report'), home);
    expect(documentOf(ended)).toMatchObject({
      ...{ done: 2, failed: 0, unsent: 0, held: 3, unpicked: 3, checked: { held: 3 } },
      to_pick: {
        drafts: [
          { id: 's1', job: first, finals: ['s1-final'] },
          { id: 's2', job: second, finals: ['s2-final'] },
        ],
        argv: expect.arrayContaining(['genctl', 'batch', 'film.jsonl', '--picked', 's1,s2']),
      },
    });
    const events = eventsOf(await batch('--pick', '--events'));
    expect(events.filter(({ state }) => state === 'held')).toMatchObject([
      { line: 2, id: 's1-final', code: 'not_picked' },
      { line: 4, id: 's2-final', code: 'not_picked' },
      { line: 5, id: 's3', code: 'parent_not_picked' },
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'summary', exit_code: 0, done: 2, held: 3, unpicked: 3 });
    expect(documentOf(await batch('--json'))).toMatchObject({ done: 5, held: 0, unpicked: 0, to_pick: null });
  });

  it('holds a final for its draft where that fails, and what failed says the exit', async () => {
    const { batch, home } = withFilm([draft('s1', 'sandbox:provider_rejected one'), ...film.slice(1)]);
    const { code, stderr } = await batch('--pick', '--report', 'report');
    expect([code, jobsIn(home)]).toEqual([5, 2]);
    expect(stderr).toContain('1 of 5 shots done: 1 failed, 1 depends on failed shots, 2 not picked yet');
    expect(stderr).toContain('1 draft to pick: s2; 2 lines depend on it');
    expect(reportIn(home)[1]).toMatchObject({ id: 's1-final', error: { code: 'parent_failed' } });
  });
});

describe('batch --picked', () => {
  it('sends the finals of the drafts that it names, or finals by their own ids, and no others', async () => {
    const { batch, home } = withFilm(film);
    const first = await batch('--picked', 's1', '--json');
    expect(documentOf(first)).toMatchObject({ done: 3, held: 2, to_pick: { drafts: [{ id: 's2' }] } });
    expect(jobsIn(home)).toBe(3);
    const second = await batch('--picked', '["s2-final"]', '--json');
    expect(documentOf(second)).toMatchObject({ done: 5, held: 0, to_pick: null });
    expect([second.code, jobsIn(home)]).toEqual([0, 5]);
  });

  it('refuses names that no draft has, and what can mean nothing, before anything is sent', async () => {
    const { batch, home } = withFilm(film);
    expect(errorOf(await batch('--picked', 's9', '--json'))).toMatchObject({ code: 'picked_unknown' });
    const unknown = await batch('--picked', 's1,s9');
    expect(unknown.stderr).toContain('--picked names s9, but film.jsonl has no such draft; nothing was sent');
    expect(errorOf(await batch('--picked', 's1', '--pick', '--json'))).toMatchObject({
      code: 'flag_conflict',
    });
    expect(errorOf(await batch('--picked', '', '--json'))).toMatchObject({ code: 'invalid_flag' });
    expect((await batch('--pick=s1,s2')).stderr).toContain('--pick takes no value');
    expect(jobsIn(home)).toBe(0);
  });

  it('of drafts alone writes the manifest of their finals, without a terminal', async () => {
    const { batch, home } = withFilm([draft('s1', 'one'), draft('s2', 'two')]);
    const unknown = await batch('--picked', 's9');
    expect([unknown.code, jobsIn(home)]).toEqual([2, 0]);
    const { code, stderr } = await batch('--picked', 's2');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('film.sandbox.finals.jsonl has 1 final; nothing of it was sent or paid for.');
    const [line] = readFileSync(join(home, 'film.sandbox.finals.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ id: 's2', command: 'finalize' });
    expect(errorOf(await batch('--picked', 's1', '--json'))).toMatchObject({ code: 'finals_exist' });
  });
});

describe('a draft that was picked', () => {
  it('is sent by a later run that asks nothing again, and only as long as it is the same draft', async () => {
    const { batch, home, write } = withFilm(film);
    const [one, two] = reportJobs(await batch('--pick', '--report', 'report'), home);
    const journal = join(home, 'film.jsonl.film.sandbox.genctl.ndjson');
    const picks = [
      { event: 'picked', shot: 's1-final', draft: one, at: '2026-11-22T00:00:00Z' },
      { event: 'picked', shot: 's2-final', draft: two, at: '2026-11-22T00:00:00Z' },
    ];
    appendFileSync(journal, picks.map((pick) => `${JSON.stringify(pick)}\n`).join(''));
    write([film[0] ?? {}, film[1] ?? {}, draft('s2', 'another two'), ...film.slice(3)]);
    const again = await batch('--pick', '--revise', '--report', 'report', '--json');
    expect(documentOf(again)).toMatchObject({
      done: 3,
      held: 2,
      unpicked: 2,
      to_pick: { drafts: [{ id: 's2' }] },
    });
    expect(reportIn(home)[1]).toMatchObject({ id: 's1-final', status: 'succeeded' });
  });

  it('by a name on the line is noted as well, before its final is sent', async () => {
    const { batch, home } = withFilm(film);
    const [one] = reportJobs(await batch('--pick', '--report', 'report'), home);
    await batch('--picked', 's1');
    const journal = readFileSync(join(home, 'film.jsonl.film.sandbox.genctl.ndjson'), 'utf8');
    const events = journal
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const ofFinal = events.filter(({ shot }) => shot === 's1-final');
    expect(ofFinal.slice(0, 2)).toMatchObject([{ event: 'picked', draft: one }, { event: 'sent' }]);
  });
});

/** The jobs of the lines that have one, by the report of a run. */
function reportJobs({ code, stderr }: { code: number | null; stderr: string }, home: string): string[] {
  expect(code, stderr).toBe(0);
  return reportIn(home).flatMap(({ job }) => (typeof job === 'string' ? [job] : []));
}
