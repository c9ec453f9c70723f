import { describe, expect, it } from 'vitest';
import { everyCrash, proveEach } from './fixtures/download-crash.ts';

// Every call of every way is in the system tests; here are those between a file's finished name and the next file.
describe('a download that is killed -9 and run again leaves each file once', () => {
  it('and what made it whole beside it', async () => {
    await proveEach([], (calls) => {
      const first = calls.indexOf('linkSync');
      const next = calls.indexOf('writev', first);
      expect(next - first, calls.join(' ')).toBeGreaterThan(10);
      return everyCrash(calls, first, next).filter(
        ({ at, when }) => when === 'half' || /link|rename/.test(calls[at - 1] ?? ''),
      );
    });
  }, 60_000);

  it.each<[string, string[]]>([
    ['without what made it, by its bytes', ['--no-sidecar']],
    ['under a name that counts up', ['--name', 'take-{v:03}.{ext}']],
  ])(
    '%s',
    async (_, flags) => {
      await proveEach(flags, (calls) => {
        const first = calls.indexOf('linkSync');
        return everyCrash(calls, first, first + 2);
      });
    },
    60_000,
  );
});
