import { expect, it } from 'vitest';
import { exitCodes } from '../../src/errors/exit-codes.ts';
import { callerIn, callerLine } from '../../src/terminal/callers.ts';

it('knows a program that types for somebody by the first variable that is set', () => {
  expect(callerIn({})).toBeUndefined();
  expect(callerIn({ CLAUDECODE: '' })).toBeUndefined();
  expect(callerIn({ CLAUDECODE: '1', AI_AGENT: 'ours' })).toBe('AI_AGENT');
});

it('says after each kind of failure how to go on, and never to submit anew what may be there', () => {
  for (const exit of Object.keys(exitCodes) as (keyof typeof exitCodes)[])
    expect(callerLine('CLAUDECODE', exit)).toMatch(/^[A-Z].*\. .*CLAUDECODE.*genctl help skill$/);
  expect(callerLine('CLAUDECODE', 'waitTimedOut')).toContain('submit nothing anew');
  expect(callerLine('CLAUDECODE', 'outcomeUnknown')).toContain('Send nothing anew');
});
