import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf, jobsIn, manifestModel } from './fixtures/manifest.ts';
import { newHome } from './genctl.ts';

const bom = '\ufeff';
const first = 'id,prompt\r\n001,a fox\r\n002,a tram\r\n003,a boat\r\n';
/** The same as Excel and LibreOffice save it: the zeros are gone. */
const rewritten = 'id,prompt\r\n1,a fox\r\n2,a tram\r\n3,a boat\r\n';

/** A home whose manifest is a table. */
function withTable(text: string, name = 'shots.csv') {
  const place = newHome();
  const path = join(place.home, name);
  const write = (next: string): void => writeFileSync(path, next);
  write(text);
  const batch = (...words: string[]) => place.run(['batch', name, ...manifestModel, ...words]);
  return { ...place, write, batch, journal: `${path}.${name.replace(/\.[^.]*$/, '')}.sandbox.genctl.ndjson` };
}

function filesIn(home: string, folder = 'out'): string[] {
  const names = existsSync(join(home, folder)) ? readdirSync(join(home, folder)) : [];
  return names.filter((name) => name.endsWith('.png')).sort();
}

describe('ids that a spreadsheet has rewritten', () => {
  it('are refused where nobody can be asked, with the numbers, pairs and both ways on; nothing is sent', async () => {
    const { batch, home, write } = withTable(first);
    await batch('-D', 'out');
    write(`${bom}${rewritten}`);
    const { code, stderr, stdout } = await batch('-D', 'out');
    expect([code, stdout, jobsIn(home)]).toEqual([2, '', 3]);
    expect(stderr).toContain(
      '3 lines of shots.csv ask for shots that were sent under other ids; nothing was sent',
    );
    expect(stderr).toMatch(/Their ids: 001 → 1, 002 → 2, 003 → 3; 3 were charged, \$0\.\d+/);
    expect(stderr).toContain('if they are the same shots, take over their jobs: --renamed same');
    expect(stderr).toContain('to pay for new ones: --renamed new');
    expect(stderr).not.toMatch(/→ genctl batch/);
  });

  it('are the same shots by --renamed same: nothing is sent, their files count, and later runs know it', async () => {
    const { batch, home, write } = withTable(first);
    const before = documentOf(await batch('-D', 'out', '--json'));
    write(rewritten);
    const same = await batch('-D', 'out', '--renamed', 'same', '--json', '--report', 'report.ndjson');
    expect([same.code, jobsIn(home), filesIn(home)]).toEqual([0, 3, ['001-1.png', '002-1.png', '003-1.png']]);
    expect(documentOf(same)).toMatchObject({
      done: 3,
      checked: { done: 3, new: 0 },
      cost_usd: before.cost_usd,
      run_cost_usd: 0,
      renamed: { lines: 3, as: 'same' },
    });
    const report = readFileSync(join(home, 'report.ndjson'), 'utf8').trim().split('\n');
    expect(report.map((line) => JSON.parse(line))).toMatchObject([
      { id: '1', status: 'succeeded', files: [{ path: join(home, 'out', '001-1.png') }] },
      { id: '2', status: 'succeeded' },
      { id: '3', status: 'succeeded' },
    ]);
    const later = documentOf(await batch('-D', 'out', '--json'));
    expect(later).toMatchObject({ done: 3, checked: { done: 3, new: 0 }, renamed: null });
    // The journal alone tells another machine.
    rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
    const elsewhere = documentOf(await batch('-D', 'out', '--json'));
    expect(elsewhere).toMatchObject({ done: 3, checked: { new: 0 } });
    expect(jobsIn(home)).toBe(3);
  });

  it('are new shots by --renamed new, which pays for them and is not asked again', async () => {
    const { batch, home, write } = withTable(first);
    await batch();
    write(rewritten);
    const paid = await batch('--renamed', 'new');
    expect([paid.code, jobsIn(home)]).toEqual([0, 6]);
    write(`${rewritten}4,a fox\r\n`);
    const later = await batch();
    expect([later.code, jobsIn(home)]).toEqual([0, 7]);
    expect(later.stderr).not.toContain('other ids');
  });

  it('are told by a dry run, which ends as the run would', async () => {
    const { batch, write } = withTable(first);
    await batch();
    write(rewritten);
    const dry = await batch('--dry-run', '--json');
    expect(dry.code).toBe(2);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      checked: { new: 3 },
      renamed: { lines: 3, charged: 3, as: null, pairs: [{ from: '001', to: '1' }, {}, {}] },
    });
    expect(dry.stderr).toContain('"code":"ids_rewritten"');
    const same = await batch('--dry-run', '--renamed', 'same');
    expect(same.code, same.stderr).toBe(0);
    expect(same.stdout).toContain('batch shots: 3 lines, 3 done');
    // It wrote nothing down.
    expect((await batch()).code).toBe(2);
  });

  it('of jobs whose answer is open, or that failed uncharged: the one is refused, the other no alarm', async () => {
    const { batch, home, write } = withTable('id,prompt\n001,sandbox:provider_failed a fox\n');
    await batch();
    write('id,prompt\n1,sandbox:provider_failed a fox\n');
    const { code, stderr } = await batch();
    expect([code, jobsIn(home)]).toEqual([5, 2]);
    expect(stderr).not.toContain('other ids');
  });

  it('of lines that ask for something else are told; as the same shots they are changed lines', async () => {
    const { batch, home, write } = withTable(first);
    await batch();
    write('id,prompt\n1,a fox\n2,a tram\n3,a bear\n');
    const refused = await batch();
    expect([refused.code, jobsIn(home)]).toEqual([2, 3]);
    expect(refused.stderr).toContain('2 lines of shots.csv ask for shots that were sent under other ids');
    expect(refused.stderr).toContain('1 line has the id of a gone line as a spreadsheet writes it');
    const changed = await batch('--renamed', 'same');
    expect([changed.code, jobsIn(home)]).toEqual([2, 3]);
    expect(changed.stderr).toContain('1 line of shots.csv changed since it was sent; nothing was sent');
    const revised = await batch('--renamed', 'same', '--revise', '-D', 'out');
    expect([revised.code, jobsIn(home)]).toEqual([0, 4]);
    expect(filesIn(home)).toEqual(['1-1.png', '2-1.png', '3-1.png']);
    // All of them: none asks for what a gone line has asked for.
    write('id,prompt\n1.0,a dog\n');
    const told = await batch();
    expect([told.code, jobsIn(home)], told.stderr).toEqual([0, 5]);
    expect(told.stderr).toMatch(/1 line has the id .*: 1 → 1\.0; 1 was charged.*--renamed same/);
  });

  it('are found along a chain, whose lines may name the old ids or the new ones', async () => {
    const clip = 'vendor-b/video-2.5';
    const chain = ([one, two, three]: string[], [of, off]: string[]): string =>
      `id,model,prompt,duration,ref_image,ref_video\n${one},,a fox,,,\n${two},${clip},it runs,4,@${of},\n${three},${clip},it sleeps,4,,@${off}\n`;
    const { batch, home, write } = withTable(chain(['001', '002', '003'], ['001', '002']));
    expect((await batch('-D', 'out')).code).toBe(0);
    write(chain(['1', '2', '3'], ['001', '002']));
    const refused = await batch('-D', 'out');
    expect([refused.code, jobsIn(home)]).toEqual([2, 3]);
    expect(refused.stderr).toContain('001 → 1, 002 → 2, 003 → 3; 3 were charged');
    expect((await batch('-D', 'out', '--renamed', 'same', '--report', 'report.csv')).code).toBe(0);
    expect(readFileSync(join(home, 'report.csv'), 'utf8')).toMatch(/^3,2,job_\w+,succeeded/m);
    expect((await batch('-D', 'out')).code).toBe(0);
    write(chain(['1', '2', '3'], ['1', '2']));
    expect((await batch('-D', 'out')).code).toBe(0);
    expect([jobsIn(home), filesIn(home)]).toEqual([3, ['001-1.png']]);
  });
});

describe('ids that are new in a batch', () => {
  it('are refused where all known lines are gone, as after a prefix', async () => {
    const { batch, home, write } = withTable('id,prompt\na,a fox\nb,a tram\n');
    await batch();
    write('id,prompt\nforest-a,a fox\nforest-b,a tram\n');
    const { code, stderr } = await batch();
    expect([code, jobsIn(home)]).toEqual([2, 2]);
    expect(stderr).toContain('a → forest-a, b → forest-b; 2 were charged');
  });

  it('are told and counted where a line seems renamed by hand, and the run goes on', async () => {
    const { batch, home, write } = withTable('id,prompt\na,a fox\nb,a tram\n');
    await batch();
    write('id,prompt\na,a fox\nstreet,a tram\n');
    const { code, stderr } = await batch();
    expect([code, jobsIn(home)]).toEqual([0, 3]);
    expect(stderr).toMatch(
      /1 line asks for a shot that was sent under another id, and is sent as new: b → street.*--renamed same/,
    );
  });

  it('are no alarm for takes, copied rows, moved lines, or a manifest that grew or shrank', async () => {
    const { batch, home, write } = withTable('id,prompt\nt1,a fox\nt2,a fox\nb,a tram\n');
    await batch();
    for (const [text, jobs] of [
      ['id,prompt\nt1,a fox\nt2,a fox\nt3,a fox\nb,a tram\n', 4],
      ['id,prompt\nb,a tram\nt3,a fox\nt2,a fox\nt1,a fox\ncopy,a tram\n', 5],
      ['id,prompt\nt1,a fox\nt2,a fox\n', 5],
      ['id,prompt\nt1,a fox\nc,a boat\n', 6],
    ] as const) {
      write(text);
      const { code, stderr } = await batch();
      expect([code, jobsIn(home)], stderr).toEqual([0, jobs]);
      expect(stderr).not.toContain('other id');
    }
  });

  it('meet the id that they had: two lines can’t be one shot', async () => {
    const { batch, home, write } = withTable(first);
    await batch();
    write(rewritten);
    await batch('--renamed', 'same');
    write(`${rewritten}001,a bear\r\n`);
    const { code, stderr } = await batch();
    expect([code, jobsIn(home)]).toEqual([2, 3]);
    expect(stderr).toContain('ine 5 (001): "001" is also the former id of line 2');
  });
});

it('a manifest that only moved to another name of its own knows nothing of it', async () => {
  const { home, run, batch } = withTable(first);
  await batch();
  renameSync(join(home, 'shots.csv'), join(home, 'scenes.csv'));
  const ended = await run(['batch', 'scenes.csv', ...manifestModel]);
  expect([ended.code, jobsIn(home)]).toEqual([0, 6]);
});
