import { expect, it } from 'vitest';
import { agreeToJobs } from '../../../src/follow/send/agreed-jobs.ts';
import type { OutputMeans } from '../../../src/outputs/output-means.ts';
import { keptTerminal } from '../../terminal/looks.ts';

const cost = { whole: 'about $9 in all', sum: 'about $9' };

/** Jobs that a line off a terminal is about to send, typed by whoever the environment names. */
async function agree(jobs: number, { environment = {}, yes = false } = {}): Promise<void> {
  const { terminal } = await keptTerminal(undefined, { environment });
  const means = { globals: { yes }, terminal, interruption: () => undefined };
  return agreeToJobs(means as unknown as OutputMeans, { jobs, of: jobs, cost });
}

it('refuses many jobs to a program that types for somebody, unless the line agrees', async () => {
  const environment = { CLAUDECODE: '1' };
  await expect(agree(9, { environment })).rejects.toMatchObject({
    exitCode: 2,
    code: 'input_required',
    hint: '--yes',
    why: expect.stringContaining('CLAUDECODE is set'),
  });
  await agree(8, { environment });
  await agree(9, { environment, yes: true });
  // A script of a person.
  await agree(9);
});
