import { describe, expect, it } from 'vitest';
import { CliError } from '../../src/errors/cli-error.ts';
import { BudgetError, UsageError } from '../../src/errors/endings.ts';
import { type ExitName, exitCodes } from '../../src/errors/exit-codes.ts';
import {
  type CallerEnvironment,
  callerIn,
  callerLine,
  callerNames,
  drawsUnicode,
  wantsColor,
  whyNothingIsAsked,
} from '../../src/terminal/environment.ts';

const flags = { color: 'auto', json: false, quiet: false, noInput: false } as const;
const terminals = { stdin: true, stderr: true };

describe('colour', () => {
  it('is for terminals', () => {
    expect(wantsColor('auto', {}, true)).toBe(true);
    expect(wantsColor('auto', {}, false)).toBe(false);
    expect(wantsColor('auto', { TERM: 'dumb' }, true)).toBe(false);
  });

  it('goes with NO_COLOR, unless that is empty', () => {
    expect(wantsColor('auto', { NO_COLOR: '1' }, true)).toBe(false);
    expect(wantsColor('auto', { NO_COLOR: '' }, true)).toBe(true);
  });

  it('is forced by FORCE_COLOR, whatever NO_COLOR says, unless that is empty', () => {
    expect(wantsColor('auto', { FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(true);
    expect(wantsColor('auto', { FORCE_COLOR: '0' }, true)).toBe(false);
    expect(wantsColor('auto', { FORCE_COLOR: '' }, false)).toBe(false);
  });

  it('follows --color before either', () => {
    expect(wantsColor('never', { FORCE_COLOR: '1' }, true)).toBe(false);
    expect(wantsColor('always', { NO_COLOR: '1', TERM: 'dumb' }, false)).toBe(true);
  });
});

describe('asking and moving', () => {
  it('needs a terminal at both ends', () => {
    expect(whyNothingIsAsked(flags, {}, terminals)).toBeUndefined();
    expect(whyNothingIsAsked(flags, {}, { stdin: false, stderr: true })).toContain('stdin is not a terminal');
    expect(whyNothingIsAsked(flags, {}, { stdin: true, stderr: false })).toContain(
      'stderr is not a terminal',
    );
  });

  it.each([
    ['json', '--json'],
    ['quiet', '--quiet'],
    ['noInput', '--no-input'],
  ])('is switched off by %s, which is named', (name, flag) => {
    expect(whyNothingIsAsked({ ...flags, [name]: true }, {}, terminals)).toContain(flag);
  });

  it.each(callerNames)('is off where %s says that a program types, whatever else is given', (name) => {
    expect(whyNothingIsAsked({ ...flags, json: true }, { [name]: '1' }, terminals)).toContain(
      `${name} is set`,
    );
    expect(whyNothingIsAsked(flags, { [name]: '' }, terminals)).toBeUndefined();
  });

  it('is off in CI and on a dumb terminal, and says which', () => {
    expect(whyNothingIsAsked(flags, { CI: 'true' }, terminals)).toContain('CI is set');
    expect(whyNothingIsAsked(flags, { CI: '' }, terminals)).toBeUndefined();
    expect(whyNothingIsAsked(flags, { TERM: 'dumb' }, terminals)).toContain('TERM=dumb');
  });
});

describe('symbols beyond ASCII', () => {
  it('follow the first locale that is set', () => {
    expect(drawsUnicode({ LANG: 'de_DE.UTF-8' }, 'linux')).toBe(true);
    expect(drawsUnicode({ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, 'linux')).toBe(false);
    expect(drawsUnicode({ LC_ALL: '', LC_CTYPE: 'en_US.utf8' }, 'darwin')).toBe(true);
    expect(drawsUnicode({}, 'linux')).toBe(true);
  });

  it('are not for the Linux console nor for old Windows consoles', () => {
    expect(drawsUnicode({ TERM: 'linux', LANG: 'C.UTF-8' }, 'linux')).toBe(false);
    expect(drawsUnicode({}, 'win32')).toBe(false);
    expect(drawsUnicode({ WT_SESSION: 'id' }, 'win32')).toBe(true);
  });
});

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
