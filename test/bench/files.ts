import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClips } from './clips.ts';
import { genctl, type Usage, usageOf } from './measured.ts';
import { line, median } from './table.ts';

const mib = 2 ** 20;

/** Many files, and a large one: as jobs, whose files are hashed and synced, beside curl and `sync`. */
const cases = [
  { name: '200 files of 2 MiB', jobs: 200, bytes: 2 * mib, goal: '≤ 2.6' },
  { name: 'a file of 256 MiB', jobs: 1, bytes: 256 * mib, goal: '≤ 1.9' },
] as const;

export async function benchFiles(folder: string, rounds: number): Promise<void> {
  process.stdout.write(`\n${line('files', 'CPU ms', 'wall ms', 'CPU ratio', 'wall ratio', 'goal')}`);
  for (const { name, jobs, bytes, goal } of cases) {
    const clips = await openClips(folder, { jobs, bytes });
    const curl = byCurl(clips.urls);
    const ours: Usage[] = [];
    const theirs: Usage[] = [];
    try {
      // One round that is not counted: in it the jobs are seen to be over.
      for (let round = -1; round < rounds; round += 1) {
        const out = join(folder, 'out');
        const own = await usageOf(genctl('download', ...clips.ids, '-D', out, '--quiet'), clips);
        assertFiles(out, jobs);
        const curls = await usageOf(['sh', '-c', curl, 'sh', out]);
        assertFiles(out, jobs);
        if (round < 0) continue;
        ours.push(own);
        theirs.push(curls);
      }
    } finally {
      clips.close();
    }
    const ratio = (of: 'cpuMs' | 'wallMs'): string =>
      median(ours.map((one, round) => one[of] / (theirs[round]?.[of] ?? Number.NaN))).toFixed(2);
    const cells = [median(ours.map(({ cpuMs }) => cpuMs)), median(ours.map(({ wallMs }) => wallMs))];
    process.stdout.write(
      line(name, ...cells.map((ms) => ms.toFixed(0)), ratio('cpuMs'), ratio('wallMs'), goal),
    );
  }
}

/** A line of a shell, which is given the folder. It flushes what it wrote, as genctl does. */
function byCurl(urls: readonly string[]): string {
  const each = urls.map((url, index) => `-o "$1/${index}.mp4" ${url}`).join(' ');
  return `mkdir -p "$1" && curl --silent --parallel --parallel-max 8 ${each} && sync "$1"/*`;
}

function assertFiles(folder: string, count: number): void {
  const clips = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mp4'),
  );
  if (clips.length !== count) throw new Error(`${clips.length} of ${count} files are in ${folder}`);
  rmSync(folder, { recursive: true });
}
