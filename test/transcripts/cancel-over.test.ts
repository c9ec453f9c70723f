import { expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const env = { GENCTL_PROFILE: 'sandbox' };

it('a cancel of a job that is over says that nothing was left to cancel, and is no failure', async () => {
  const { run } = newHome();
  await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '-w'], { env });
  const canceled = await run(['cancel', '@last'], { env });
  expect(canceled.code).toBe(0);
  expect(canceled.stderr).toMatch(/job_\w+ was not canceled: it had already ended \(succeeded\)\./);
  expect((await run(['cancel', '@last', '-q'], { env })).stderr).toBe('');
});
