import { describe, expect, it } from 'vitest';
import { image, priced, submitFox } from './fixtures/priced-home.ts';

const errorOf = ({ stderr }: { stderr: string }) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

describe('a submit over its budgets', () => {
  it('names the whole line that is sent this once, and all budgets that are to be raised', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 1.5);
    await set('budget.month', price * 1.25);
    const { stderr } = await run(submitFox());
    expect(stderr).toContain('The budget of the day of sandbox has $0.015 left, that of the month $0.0075');
    expect(stderr).toContain("→ genctl submit 'a fox' -m vendor-a/image-1 --sandbox --over-budget\n");
    expect(stderr).toContain(
      'raise them: genctl config set budget.day 0.06 && genctl config set budget.month 0.06',
    );
    const { fix } = errorOf(await run(submitFox('--json')));
    expect(fix.argv).toEqual(['genctl', ...submitFox('--json', '--over-budget')]);
    expect((await run(fix.argv.slice(1))).code).toBe(0);
  });

  it('has the jobs in flight looked at first, where those alone fill the budget', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 2);
    const slow = { GENCTL_SANDBOX_SPEED: '2' };
    expect((await run(submitFox(), { env: slow })).code).toBe(0);
    const refused = await run(submitFox('--json'), { env: slow });
    expect(errorOf(refused)).toMatchObject({ fix: { argv: ['genctl', 'costs', '--refresh'] } });
    const told = await run(['submit', 'a fox', ...image], { env: slow });
    expect(told.stderr).toContain('→ genctl costs --refresh; jobs in flight may have ended, or cost less');
  });
});
