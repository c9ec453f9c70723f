import { join } from 'node:path';
import type { JobRecord } from '../../src/ledger/record.ts';
import { writeLargeLedger } from './large-ledger.ts';
import { genctl, isThere, peakMib, usageOf } from './measured.ts';
import { startBenchService } from './service.ts';
import { line } from './table.ts';

/** How long a wait of each kind is measured. Unit: s. */
const seconds = { short: 4, long: 24 };
/** `genctl wait` ends so where its time is over. */
const timedOut = 4;

/**
 * What a look at a job costs while 1, 100 and 10,000 are waited for: the difference of a long and a short wait, so that neither the
 * start nor what is compiled meanwhile counts. Beside it as many requests by curl.
 */
export async function benchWaiting(folder: string): Promise<void> {
  process.stdout.write(
    `\n${line('waiting', 'looks/s', 'CPU ms/s', 'µs a look', 'curl µs', 'ratio', 'peak MiB')}`,
  );
  for (const jobs of [1, 100, 10_000]) {
    const records = new Map<string, JobRecord['job']>();
    const service = await startBenchService(folder, { jobOf: (id) => records.get(id) ?? {} });
    const home = join(folder, `waiting-${jobs}`);
    writeLargeLedger({
      ...{ home, jobs, runningAt: service.baseUrl },
      each: ({ id, job }) => records.set(id, job),
    });
    const env = { GENCTL_HOME: home, GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: 'bench' };
    const wait = (s: number) => genctl('wait', '--all', '--quiet', '--timeout', `${s}s`);
    const place = { env, ends: timedOut };
    try {
      const short = await during(service, () => usageOf(wait(seconds.short), place));
      const long = await during(service, () => usageOf(wait(seconds.long), place));
      const looks = long.looks - short.looks;
      const cpuMs = long.cpuMs - short.cpuMs;
      const usLook = (cpuMs * 1000) / looks;
      const curlUs = isThere('curl') ? await usByCurl(service.baseUrl) : Number.NaN;
      const peak = await peakMib(wait(seconds.short), place);
      // Of a look a second nothing can be told.
      const perLook =
        jobs === 1 ? ['', '', ''] : [usLook, curlUs, usLook / curlUs].map((each) => each.toFixed(1));
      const cells = [looks, cpuMs].map((each) => (each / (seconds.long - seconds.short)).toFixed(0));
      cells.push(...perLook, peak?.toFixed(0) ?? '');
      process.stdout.write(line(`genctl wait --all, jobs: ${jobs}`, ...cells));
    } finally {
      service.close();
    }
  }
}

async function during<Result extends object>(
  service: { readonly looks: number },
  work: () => Promise<Result>,
): Promise<Result & { looks: number }> {
  const before = service.looks;
  const result = await work();
  return { ...result, looks: service.looks - before };
}

/** What a request costs `curl --parallel`, with as many sockets as a wait has. Unit: µs. */
async function usByCurl(baseUrl: string): Promise<number> {
  const many = 10_000;
  const words = ['--silent', '--parallel', '--parallel-max', '8', '--output', '/dev/null'];
  const { cpuMs } = await usageOf(['curl', ...words, `${baseUrl}/v2/jobs/job_[1-${many}]`]);
  return (cpuMs * 1000) / many;
}
