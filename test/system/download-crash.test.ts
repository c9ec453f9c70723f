import { expect, it } from 'vitest';
import { crashedDownloads, everyCrash, proveEach } from '../transcripts/fixtures/download-crash.ts';

it.each<[string, string[]]>([
  ['with sidecars', []],
  ['without sidecars', ['--no-sidecar']],
  ['under names that count up', ['--name', 'take-{v:03}.{ext}']],
  ['under one name for all', ['--name', 'hero.{ext}']],
])(
  'a download that is killed -9 at any call and run again leaves each file once, %s',
  async (_, flags) => {
    const job = await crashedDownloads(flags);
    const first = job.calls.indexOf('writevSync') - 2;
    expect(job.calls.length - first, job.calls.join(' ')).toBeGreaterThan(20);
    await proveEach(job, [...everyCrash(job.calls, first), { at: job.calls.length, when: 'after' }]);
  },
  300_000,
);
