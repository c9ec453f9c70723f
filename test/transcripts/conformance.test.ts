import { describe, expect, it } from 'vitest';
import { type ConformanceCase, conformanceCases, expand } from '../conformance/cases.ts';
import { newHome } from './genctl.ts';

/** What the binary can be told alone: a body that is an object (`--body` takes no other), no history, no other account, no header of its own. */
const submits = conformanceCases().filter(
  ({ request, before, given, preflight }) =>
    request.path === '/v2/jobs' &&
    !Array.isArray(request.body) &&
    before === undefined &&
    given === undefined &&
    preflight !== null &&
    request.headers === undefined,
);

/** The exit that stands for what the service must do. */
function exitOf({ expect: { status, end } }: ConformanceCase): number {
  if (status === 404) return 11;
  if (status !== 202) return 10;
  return end === 'failed' ? 5 : 0;
}

describe.concurrent('typed at the binary, past the check and before it', () => {
  const { run } = newHome();

  it('sees the cases', () => expect(submits.length).toBeGreaterThan(80));

  it.each(submits.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const stdin = JSON.stringify(expand(one.request.body));
    const follow = one.expect.end === undefined ? [] : ['--wait'];
    const words = ['submit', '--body', '-', '--json', '--sandbox', ...follow];
    const sent = await run([...words, '--no-preflight'], { stdin });
    expect(sent.code, sent.stderr).toBe(exitOf(one));
    if (one.preflight !== 'refuses') return;
    const checked = await run(words, { stdin });
    expect(checked.code, checked.stderr).toBe(2);
    expect(checked.stdout).toBe('');
  });
});
