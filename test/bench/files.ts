import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JobRecord } from '../../src/store/ledger/record.ts';
import { writeLargeLedger } from './large-ledger.ts';
import { genctl, type Usage, usageOf } from './measured.ts';
import { type BenchService, startBenchService } from './service.ts';
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
    const records = new Map<string, JobRecord['job']>();
    const file = clipOf(bytes);
    const service = await startBenchService(folder, {
      jobOf: (id) => ({ ...records.get(id), outputs: [{ url: urlOf(service, id), type: 'video' }] }),
      fileAt: (path) => (path.startsWith('/v1/media/') ? file : undefined),
    });
    const home = join(folder, `files-${jobs}`);
    writeLargeLedger({
      ...{ home, jobs, runningAt: service.baseUrl },
      each: ({ id, job }) => records.set(id, { ...job, status: 'succeeded', completed_at: job.created_at }),
    });
    const env = { GENCTL_HOME: home, GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: 'bench' };
    const ids = [...records.keys()];
    const curl = byCurl(ids.map((id) => urlOf(service, id)));
    const ours: Usage[] = [];
    const theirs: Usage[] = [];
    try {
      // One round that is not counted: in it the jobs are seen to be over.
      for (let round = -1; round < rounds; round += 1) {
        const out = join(folder, 'out');
        const own = await usageOf(genctl('download', ...ids, '-D', out, '--quiet'), { env });
        assertFiles(out, jobs);
        const curls = await usageOf(['sh', '-c', curl, 'sh', out]);
        assertFiles(out, jobs);
        if (round < 0) continue;
        ours.push(own);
        theirs.push(curls);
      }
    } finally {
      service.close();
    }
    const ratio = (of: 'cpuMs' | 'wallMs'): string =>
      median(ours.map((one, round) => one[of] / (theirs[round]?.[of] ?? Number.NaN))).toFixed(2);
    const cells = [median(ours.map(({ cpuMs }) => cpuMs)), median(ours.map(({ wallMs }) => wallMs))];
    process.stdout.write(
      line(name, ...cells.map((ms) => ms.toFixed(0)), ratio('cpuMs'), ratio('wallMs'), goal),
    );
  }
}

/** As much as a player would take for a clip by its first bytes. */
function clipOf(bytes: number): Buffer {
  const clip = Buffer.alloc(bytes, 0x5a);
  clip.writeUInt32BE(24);
  clip.write('ftypisom', 4, 'latin1');
  return clip;
}

function urlOf({ baseUrl }: Pick<BenchService, 'baseUrl'>, id: string): string {
  return `${baseUrl}/v1/media/${id}/0.mp4`;
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
