import { describe, expect, it } from 'vitest';
import { crashedDownloads, everyCrash, proveEach } from './fixtures/download-crash.ts';

// Every call of every way is in the system tests; here are those between a file's finished name and the next file.
describe('a download that is killed -9 and run again leaves each file once', () => {
  it('and what made it whole beside it', async () => {
    const job = await crashedDownloads([]);
    const first = job.calls.indexOf('linkSync');
    const next = job.calls.indexOf('writevSync', first);
    expect(next - first, job.calls.join(' ')).toBeGreaterThan(10);
    const telling = everyCrash(job.calls, first, next).filter(
      ({ at, when }) => when === 'half' || /link|rename/.test(job.calls[at - 1] ?? ''),
    );
    await proveEach(job, telling);
  }, 60_000);

  it.each<[string, string[]]>([
    ['without what made it, by its bytes', ['--no-sidecar']],
    ['under a name that counts up', ['--name', 'take-{v:03}.{ext}']],
  ])(
    '%s',
    async (_, flags) => {
      const job = await crashedDownloads(flags);
      const first = job.calls.indexOf('linkSync');
      await proveEach(job, everyCrash(job.calls, first, first + 2));
    },
    60_000,
  );
});
