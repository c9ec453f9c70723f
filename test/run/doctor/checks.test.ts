import { describe, expect, it } from 'vitest';
import { failCheck } from '../../../src/doctor/check.ts';
import { nodeCheck } from '../../../src/doctor/machine.ts';
import { clockCheck } from '../../../src/doctor/service.ts';
import { UnreachableError } from '../../../src/errors/endings.ts';
import { genctl, type Hint, hintAnd } from '../../../src/errors/hint.ts';

describe('a check', () => {
  it.each([
    ['18.20.0', 'fail'],
    ['20.18.3', 'fail'],
    ['20.19.0', 'ok'],
    ['21.7.3', 'fail'],
    ['22.2.0', 'fail'],
    ['22.12.0', 'fail'],
    ['22.13.0', 'ok'],
    ['23.11.1', 'fail'],
    ['24.0.0', 'ok'],
    ['26.1.0', 'ok'],
  ])('of Node %s: %s', (version, status) => {
    expect(nodeCheck(version)).toMatchObject({ status });
    expect(nodeCheck('20.18.3')).toMatchObject({
      failure: { exit: 'machine' },
      fix: expect.stringContaining('Node'),
    });
  });

  it.each([
    [undefined, 'ok', 'does not send its time'],
    [1_500, 'ok', 'within 1s'],
    [-59_000, 'ok', 'within 59s'],
    [-125_000, 'warn', '2m 05s behind'],
    [3_600_000, 'warn', '1h 00m ahead of'],
  ])('of a clock that is ahead of the service’s by %s ms: %s', (skewMs, status, words) => {
    expect(clockCheck(skewMs, false)).toMatchObject({ status, message: expect.stringContaining(words) });
  });

  it('that fails has the error’s words and exit, and does not send in a circle', () => {
    const doctor = genctl`doctor`;
    const error = (hint: Hint) =>
      new UnreachableError({ code: 'x', message: 'it is away', why: '4 attempts', hint });
    const failed = failCheck('service', error(hintAnd('Is it up?', ' ', doctor)));
    expect(failed).toEqual({
      name: 'service',
      status: 'fail',
      message: 'it is away: 4 attempts',
      fix: 'Is it up?',
      failure: { code: 'x', exit: 'unreachable' },
    });
    for (const hint of [hintAnd('Later', ', or: ', doctor), doctor])
      expect(failCheck('service', error(hint)).fix).not.toContain('doctor');
    expect(() => failCheck('service', new Error('a defect'))).toThrow('a defect');
  });
});
