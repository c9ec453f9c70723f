import { expect, it } from 'vitest';
import { CliError } from '../../src/errors/cli-error.ts';
import { BudgetError, UsageError } from '../../src/errors/endings.ts';
import { type ExitName, exitCodes } from '../../src/errors/exit-codes.ts';
import { type CallerEnvironment, callerIn, callerLine } from '../../src/terminal/callers.ts';

const lineOf = (exit: ExitName): string =>
  callerLine('CLAUDECODE', new CliError(exit, { code: 'any', message: 'It ended' }));

it('knows a program that types for somebody by the first variable that is set', () => {
  expect(callerIn({})).toBeUndefined();
  expect(callerIn({ CLAUDECODE: '' })).toBeUndefined();
  expect(callerIn({ CLAUDECODE: '1', AI_AGENT: 'ours' })).toBe('AI_AGENT');
});

it('takes a person at the terminal of an editor for no program', () => {
  expect(callerIn({ CURSOR_TRACE_ID: 'c0ffee' } as CallerEnvironment)).toBeUndefined();
  expect(callerIn({ CURSOR_AGENT: '1' })).toBe('CURSOR_AGENT');
});

it('says after each kind of failure how to go on, and never to submit anew what may be there', () => {
  for (const exit of Object.keys(exitCodes) as ExitName[])
    expect(lineOf(exit)).toMatch(/^[A-Z].*\. .*CLAUDECODE.*genctl help skill$/);
  expect(lineOf('waitTimedOut')).toContain('submit nothing anew');
  expect(lineOf('outcomeUnknown')).toContain('Send nothing anew');
});

it('never has a program lift a limit or agree by itself', () => {
  const over = new BudgetError({
    code: 'over_budget',
    message: 'It costs more',
    hint: 'set --max-cost to $9',
  });
  const asked = new UsageError({ code: 'input_required', message: 'Send 9 jobs?', hint: '--yes' });
  for (const error of [over, asked]) expect(callerLine('CLAUDECODE', error)).toContain('stop and ask');
});
