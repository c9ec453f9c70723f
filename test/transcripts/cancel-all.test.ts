import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-q'];

/** A home with one finished job and two that wait. */
async function homeOfThree() {
  const under = newHome();
  await under.run([...picture, '-w']);
  const env = { GENCTL_SANDBOX_SPEED: '0.001' };
  for (const seed of ['1', '2']) await under.run([...picture, '--seed', seed], { env });
  const states = async () => (await under.run(['jobs', '--columns', 'status'], { env })).stdout.split('\n');
  return { ...under, env, states };
}

describe('cancel --all', () => {
  it('says how many, and without a terminal needs --yes: nothing is canceled before', async () => {
    const { env, run, states } = await homeOfThree();
    const asked = await run(['cancel', '--all', '--json'], { env });
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(errorOf(asked)).toMatchObject({
      code: 'input_required',
      message: 'genctl needs an answer: Cancel 2 unfinished jobs of this machine?',
      hint: '--yes',
    });
    expect(await states()).not.toContain('canceled');
    const agreed = await run(['cancel', '--all', '--yes'], { env });
    expect(agreed.code, agreed.stderr).toBe(0);
    expect(agreed.stderr).toContain('Canceling 2 unfinished jobs of this machine.');
    expect(agreed.stdout.split('\n').filter(Boolean)).toHaveLength(2);
    expect((await states()).filter((state) => state === 'canceled')).toHaveLength(2);
    const again = await run(['cancel', '--all'], { env });
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toContain('Nothing to cancel: all jobs of this machine are finished.');
  });

  it('takes one account where the line names it', async () => {
    const { env, run, states } = await homeOfThree();
    const none = await run(['cancel', '--all', '--profile', 'studio', '-y'], { env });
    expect(none.stderr).toContain('all jobs of the account studio are finished');
    expect(await states()).not.toContain('canceled');
    const quiet = await run(['cancel', '--all', '--sandbox', '-y', '-q'], { env });
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(quiet.stdout.split('\n').filter(Boolean)).toHaveLength(2);
  });

  it.each([
    [['@last'], 'Ids and --all', 'genctl cancel --all'],
    [['--api', 'v1'], '--all and --api', 'genctl cancel --all'],
  ])('is refused beside %j', async (words, message, hint) => {
    const { run } = newHome();
    const ended = await run(['cancel', '--all', ...words]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect(ended.stderr).toContain(hint);
  });
});
