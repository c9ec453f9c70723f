import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { presigned } from '../request/rules/fixtures/signed-links.ts';
import { withFirstMarks } from './fixtures/first-marks.ts';
import { bodiesIn, jobsIn, withManifest } from './fixtures/manifest.ts';
import { newHome } from './genctl.ts';

const tonight = presigned('11');
const tomorrow = presigned('22');

describe('a batch whose links were signed anew', () => {
  const shots = (link: string) => [
    { id: 's1', model: 'vendor-b/video-2.5', prompt: 'a fox', ref_image: link },
    { id: 's2', model: 'vendor-b/video-2.5', prompt: 'a tram', 'set.mask_url': link },
  ];
  const journalOf = (home: string) => join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson');

  it('has nothing changed, with --revise, without its ledger and without its journal', async () => {
    const { batch, home, write } = withManifest(shots(tonight));
    const first = await batch('--no-probe', '-D', 'out');
    expect(first.code, first.stderr).toBe(0);
    write(shots(tomorrow));
    const again = async (): Promise<void> => {
      for (const more of [[], ['--revise']]) {
        const run = await batch('--no-probe', '-D', 'out', ...more);
        expect([run.code, jobsIn(home)], run.stderr).toEqual([0, 2]);
        expect(run.stderr).toContain('2 done');
        expect(run.stderr).not.toContain('comparable');
      }
    };
    await again();
    rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
    await again();
    rmSync(journalOf(home));
    await again();
  });

  it('of a table, by its columns, is the same batch', async () => {
    const { home, run } = newHome();
    const table = (link: string) =>
      writeFileSync(
        join(home, 'shots.csv'),
        `id,prompt,model,ref_image.1\ns1,a fox,vendor-b/video-2.5,${link}\n`,
      );
    table(tonight);
    expect((await run(['batch', 'shots.csv', '--sandbox', '--no-probe'])).code).toBe(0);
    table(tomorrow);
    const again = await run(['batch', 'shots.csv', '--sandbox', '--no-probe']);
    expect([again.code, jobsIn(home)], again.stderr).toEqual([0, 1]);
    table(presigned('22', 'b.png'));
    expect((await run(['batch', 'shots.csv', '--sandbox', '--no-probe'])).code).toBe(2);
    expect(jobsIn(home)).toBe(1);
  });

  it('takes the link of today for the next attempt of what failed', async () => {
    const failing = (link: string) => [{ ...shots(link)[0], prompt: 'sandbox:timeout a fox' }];
    const { batch, home, write } = withManifest(failing(tonight));
    await batch('--no-probe');
    write(failing(tomorrow));
    expect((await batch('--no-probe')).stderr).toContain('1 failed');
    expect(jobsIn(home)).toBe(1);
    await batch('--no-probe', '--retry-failed');
    expect(jobsIn(home)).toBe(2);
    const links = bodiesIn(home).map((body) => JSON.stringify(body).includes('X-Amz-Date=20261128T0522'));
    expect(links.sort()).toEqual([false, true]);
  });

  describe('that an earlier genctl rendered', () => {
    async function rendered(...more: string[]) {
      const place = withManifest(shots(tonight));
      await place.batch('--no-probe', ...more);
      withFirstMarks(place.home, journalOf(place.home));
      place.write(shots(tomorrow));
      return place;
    }

    it('has nothing changed: the ledger has what was sent', async () => {
      const { batch, home } = await rendered();
      const again = await batch('--no-probe', '--revise');
      expect([again.code, jobsIn(home)], again.stderr).toEqual([0, 2]);
      expect(again.stderr).toContain('2 done');
      expect(again.stderr).not.toContain('comparable');
    });

    it('tells another file, which the ledger shows, as a change', async () => {
      const { batch, home, write } = await rendered();
      write(shots(presigned('22', 'b.png')));
      const changed = await batch('--no-probe', '--json');
      expect([changed.code, jobsIn(home)]).toEqual([2, 2]);
      expect(changed.stderr).toContain('ref_image.1');
    });

    it('has nothing changed by its journal alone, which can’t tell, and says so', async () => {
      const { batch, home } = await rendered();
      rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
      const again = await batch('--no-probe', '--revise');
      expect([again.code, jobsIn(home)], again.stderr).toEqual([0, 2]);
      expect(again.stderr).toContain('line 1: the signed link of ref_image.1 is not comparable');
    });

    it('tells a word that was changed all the same', async () => {
      const { batch, home, write } = await rendered();
      rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
      write(shots(tomorrow).map((line) => ({ ...line, prompt: 'a hare' })));
      const changed = await batch('--no-probe');
      expect([changed.code, jobsIn(home)]).toEqual([2, 2]);
      expect(changed.stderr).toContain('prompt');
      expect(changed.stderr).not.toContain('another prompt, ref_image');
    });

    describe('and revised', () => {
      async function revised() {
        const place = withManifest(shots(tonight));
        await place.batch('--no-probe');
        const hares = (link: string) =>
          shots(link).map((line) => ({ ...line, prompt: `${line.prompt}, at dawn` }));
        place.write(hares(tonight));
        await place.batch('--no-probe', '--revise');
        expect(jobsIn(place.home)).toBe(4);
        withFirstMarks(place.home, journalOf(place.home));
        place.write(hares(tomorrow));
        return place;
      }

      it.each([
        ['its ledger and its journal', () => {}],
        ['its ledger', (home: string) => rmSync(journalOf(home))],
        ['its journal', (home: string) => rmSync(join(home, 'genctl', 'ledger'), { recursive: true })],
      ])('is the same jobs by %s', async (_, lose) => {
        const { batch, home } = await revised();
        lose(home);
        for (const more of [[], ['--revise']]) {
          const again = await batch('--no-probe', ...more);
          expect([again.code, jobsIn(home)], again.stderr).toEqual([0, 4]);
        }
      });
    });

    it('is there by its sidecars alone', async () => {
      const { batch, home } = await rendered('-D', 'out');
      const out = join(home, 'out');
      for (const name of readdirSync(out).filter((one) => one.endsWith('.json'))) {
        const sidecar = JSON.parse(readFileSync(join(out, name), 'utf8')) as {
          batch: Record<string, unknown>;
        };
        const { marks: _, ...first } = sidecar.batch;
        writeFileSync(
          join(out, name),
          JSON.stringify({ ...sidecar, batch: { ...first, fields: changedLink(first.fields) } }),
        );
      }
      rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
      rmSync(journalOf(home));
      const again = await batch('--no-probe', '--revise', '-D', 'out');
      expect([again.code, jobsIn(home)], again.stderr).toEqual([0, 2]);
      expect(again.stderr).toContain('not comparable');
    });
  });
});

/** The marks of a request with a link as the first version noted them, which nothing here can derive. */
function changedLink(fields: unknown): unknown {
  const entries = Object.entries(fields as Record<string, string>);
  return Object.fromEntries(
    entries.map(([name, mark]) => [name, /ref_image|mask_url/.test(name) ? '0123456789abcdef' : mark]),
  );
}
