import { expect, it } from 'vitest';
import { newHome } from './genctl.ts';

it('jobs says which states are as last seen, and nothing of those that are over or were just looked at', async () => {
  const { run } = newHome();
  const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-q'];
  await run([...submit, '--wait']);
  expect((await run(['jobs'])).stderr).toBe('');
  await run(submit);
  const one = await run(['jobs']);
  expect(one.stdout).toMatch(/\tqueued\t/);
  expect(one.stderr).toBe('1 unfinished job: state checked just now. To look again: genctl jobs --refresh\n');
  await run(submit);
  expect((await run(['jobs'])).stderr).toMatch(/^2 unfinished jobs: states checked /);
  for (const flag of ['--json', '-q']) expect((await run(['jobs', flag])).stderr).toBe('');
  const refreshed = await run(['jobs', '--refresh']);
  expect(refreshed.stdout).not.toMatch(/\tqueued\t/);
  expect(refreshed.stderr).toBe('');
});

it('jobs --refresh says which could not be looked at', async () => {
  const { run } = newHome();
  await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-q']);
  await run(['sandbox', 'reset', '--yes']);
  const ended = await run(['jobs', '--refresh']);
  expect(ended.code).toBe(11);
  expect(ended.stderr).toContain('1 unfinished job: state checked');
});
