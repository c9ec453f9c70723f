import { describe, expect, it } from 'vitest';
import {
  revisedTemplate,
  shotNameTemplate,
  shotTemplate,
  withWords,
} from '../../../src/batch/rules/line-template.ts';
import { checkNameTemplate, fileName, type NameFields } from '../../../src/files/name-template.ts';

const words = new Map([
  ['hero', 'a red {fox}'],
  ['Look 2', 'dusk'],
]);

describe('braces in a prompt', () => {
  it.each([
    ['{hero} at {Look 2}', 'a red {fox} at dusk'],
    ['{ hero }', 'a red {fox}'],
    ['{{hero}}', '{hero}'],
    ['{{{hero}}}', '{a red {fox}}'],
    ['a } stays', 'a } stays'],
    ['$& $1 {hero}', '$& $1 a red {fox}'],
    ['no brace', 'no brace'],
  ])('%j becomes %j', (text, whole) => {
    expect(withWords('prompt', text, words)).toBe(whole);
  });

  it.each([
    [
      '{villain}',
      'there is no column villain for {villain} in prompt',
      'write {{villain}} for braces; or add villain to the cast',
    ],
    [
      '{__proto__}',
      'there is no column __proto__ for {__proto__} in prompt',
      'write {{__proto__}} for braces; or add __proto__ to the cast',
    ],
    ['{}', 'prompt has a brace that is empty', 'write {{ for a brace'],
    ['{hero', 'prompt has a brace that is not closed', 'write {{ for a brace'],
  ])('%j is refused', (text, message, hint) => {
    expect(() => withWords('prompt', text, words)).toThrow(
      expect.objectContaining({ message, why: 'The line has {hero} {Look 2}.', hint }),
    );
  });
});

const fields: NameFields = {
  id: 'job_1',
  id8: '1',
  n: 1,
  model: 'vendor-b/video-2.5',
  date: '2026-01-02',
  seed: 7,
  once: 'shots/s01',
  slug: 'a-red-fox',
  v: 1,
  ext: 'mp4',
};

function named(template: string, words: Record<string, string>): string {
  return fileName(shotTemplate(template, new Map(Object.entries(words))), fields);
}

describe('the name of a file of a batch', () => {
  it('is its shot and its number, unless there is a template', () => {
    expect(named(shotNameTemplate, { shot: 's01' })).toBe('s01-1.mp4');
  });

  it('takes words of the line, and the fields of any template', () => {
    expect(named('{scene}/{shot}-{id}-{n:02}', { shot: 's01', scene: 'forest', id: 's01' })).toBe(
      'forest/s01-job_1-01.mp4',
    );
  });

  it('has the words of the prompt for {slug}, unless the manifest has a column of that name', () => {
    expect(named('{slug}-{shot}', { shot: 's01' })).toBe('a-red-fox-s01.mp4');
    expect(named('{slug}-{shot}', { shot: 's01', slug: 'my own' })).toBe('my own-s01.mp4');
  });

  it.each([
    ['a/b', 'a-b-1.mp4'],
    ['../../etc/passwd', '---..-etc-passwd-1.mp4'],
    ['.hidden', '-hidden-1.mp4'],
    ['{n}{id}', '{n}{id}-1.mp4'],
    ['{{', '{{-1.mp4'],
    ['a\nb\u202e', 'a-b--1.mp4'],
    ['con', 'con-1.mp4'],
    ['a:intro', 'a-intro-1.mp4'],
    ['/', '--1.mp4'],
    ['', 'none-1.mp4'],
  ])('has %j made safe as all values are', (shot, name) => {
    expect(named(shotNameTemplate, { shot })).toBe(name);
  });

  it('keeps a brace that is written twice', () => {
    expect(named('{{{shot}', { shot: 's01' })).toBe('{s01.mp4');
  });

  it('refuses a name that is neither a field nor a word of the line', () => {
    expect(() => named('{hero}', { shot: 's01' })).toThrow('there is no column hero for {hero} in --name');
    expect(() => named('../{shot}', { shot: 's01' })).toThrow('--name does not take');
  });
});

it('other commands know no {shot}', () => {
  expect(() => checkNameTemplate('{shot}')).toThrow('--name does not take');
});

it.each([
  [shotNameTemplate, 's1-revised-1-1.mp4'],
  ['{scene}/{shot}.{ext}', 'brook/s1-revised-1.mp4'],
  ['{shot}/{n}', 's1-revised-1/1.mp4'],
  ['{scene}-{n}.{ext}', 'brook-1-revised-1.mp4'],
  ['{scene}.mp4', 'brook-revised-1.mp4'],
  ['{scene}', 'brook-revised-1.mp4'],
])('the name of a revised shot says so: %s', (template, name) => {
  expect(named(revisedTemplate(template), { shot: 's1', scene: 'brook' })).toBe(name);
});
