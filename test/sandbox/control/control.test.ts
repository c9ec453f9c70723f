import { expect, it } from 'vitest';
import { createRequestLog } from '../../../src/sandbox/control/control.ts';

it('keeps 64 MiB of all accounts, and forgets those that were quiet for longest', () => {
  const log = createRequestLog();
  const body = 'x'.repeat(15 * 1024 * 1024);
  for (const account of ['a', 'b', 'c', 'd', 'e'])
    log.keep(account, { at: '', method: 'POST', path: '/', headers: {}, body, answer: null });
  expect(log.of('a')).toEqual([]);
  expect(['b', 'c', 'd', 'e'].map((account) => log.of(account).length)).toEqual([1, 1, 1, 1]);
});
