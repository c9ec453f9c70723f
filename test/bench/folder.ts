import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClips } from './clips.ts';
import { genctl, type Usage, usageOf } from './measured.ts';
import { line, middle } from './table.ts';

const files = 200;
const others = 50_000;
const kib = 2 ** 10;

/** What it costs that the folder which files go to holds many others. */
export async function benchFolder(folder: string, rounds: number): Promise<void> {
  process.stdout.write(`\n${line(`${files} files of 64 KiB`, 'CPU ms', 'wall ms', 'goal')}`);
  const clips = await openClips(folder, { jobs: files, bytes: 64 * kib });
  const [empty, full] = [join(folder, 'empty'), join(folder, 'full')];
  mkdirSync(full);
  for (let other = 0; other < others; other += 1) writeFileSync(join(full, `other-${other}.mp4`), '');
  const usages: Record<'empty' | 'full', Usage[]> = { empty: [], full: [] };
  const brought = async (out: string): Promise<Usage> => {
    const before = out === full ? others : 0;
    const usage = await usageOf(genctl('download', ...clips.ids, '-D', out, '--quiet'), clips);
    const names = readdirSync(out).filter((name) => !name.startsWith('other-'));
    const found = names.filter((name) => name.endsWith('.mp4')).length;
    if (found !== files) throw new Error(`${found} of ${files} files are among ${before} others`);
    for (const name of names) rmSync(join(out, name));
    return usage;
  };
  try {
    // One round that is not counted: in it the jobs are seen to be over.
    for (let round = -1; round < rounds; round += 1) {
      const [one, other] = [await brought(empty), await brought(full)];
      if (round < 0) continue;
      usages.empty.push(one);
      usages.full.push(other);
    }
  } finally {
    clips.close();
  }
  const cells = (of: readonly Usage[]): string[] =>
    (['cpuMs', 'wallMs'] as const).map((what) => middle(of.map((usage) => usage[what])).toFixed(0));
  const ratio = (what: keyof Usage): string =>
    middle(
      usages.full.map((usage, round) => usage[what] / (usages.empty[round]?.[what] ?? Number.NaN)),
    ).toFixed(2);
  process.stdout.write(line('into an empty folder', ...cells(usages.empty)));
  process.stdout.write(line(`into one of ${others}`, ...cells(usages.full)));
  process.stdout.write(line('ratio', ratio('cpuMs'), ratio('wallMs'), '≤ 1.1'));
}
