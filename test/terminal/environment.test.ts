import { describe, expect, it } from 'vitest';
import { callerNames } from '../../src/terminal/callers.ts';
import { drawsUnicode, wantsColor, whyNothingIsAsked } from '../../src/terminal/environment.ts';

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
