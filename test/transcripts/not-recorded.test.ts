import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onLoopback } from './fixtures/on-loopback.ts';
import { newHome } from './genctl.ts';

/** A service that takes a job, and before it answers takes the records of the ledger away: a file stands in their place. */
async function serveAndSpoil(home: string) {
  const done = join(home, 'genctl', 'ledger', 'done');
  const origin = await onLoopback((request, response) => {
    request.resume().once('end', () => {
      if (request.method === 'POST') {
        renameSync(done, `${done}-away`);
        writeFileSync(done, '');
      }
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'job_paid', model: 'vendor-a/image-1', status: 'queued' }));
    });
  });
  return { GENCTL_BASE_URL: origin, GENCTL_API_KEY: 'k' };
}

describe('a job that was paid for and can not be written to the ledger', () => {
  it.each([[[]], [['--json']], [['--quiet']], [['--wait', '--attempts', '2', '-D', 'out']]])(
    'is on stdout all the same, exit 14: submit %j',
    async (flags) => {
      const { home, run } = newHome();
      const env = await serveAndSpoil(home);
      const ended = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', ...flags], { env });
      expect(ended.code, ended.stderr).toBe(14);
      expect(ended.stderr).toContain('note the id job_paid');
      if (flags.includes('--json')) expect(JSON.parse(ended.stdout)).toMatchObject({ id: 'job_paid' });
      else expect(ended.stdout).toBe('job_paid\n');
    },
  );
});
