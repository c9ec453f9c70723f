import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import {
  compositionName,
  createKeeper,
  isCompositionName,
  keptWords,
  openCompositions,
} from '../../src/compose/compositions.ts';
import { begunAt, startComposition, withBegun } from '../../src/compose/rules/composition.ts';
import { createFakeClock } from '../api/fake-clock.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { begin } from './rules/any-model.ts';

const saved = {
  schema: 1,
  saved_at: '2026-01-02T03:04:05.000Z',
  profile: 'sandbox',
  base_url: 'sandbox:',
  composition: startComposition({ model: 'vendor-a/image-1' }),
} as const;

it('reads back what was kept, for its owner alone', () => {
  const home = tempFolder();
  const store = openCompositions(home);
  expect(store.names()).toEqual([]);
  store.save('red-fox', saved);
  store.save('owl', saved);
  utimesSync(join(home, 'compositions/owl.json'), 1, 2);
  expect(store.names()).toEqual(['red-fox', 'owl']);
  expect(store.read('red-fox')).toEqual(saved);
  expect(statSync(join(home, 'compositions/red-fox.json')).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'compositions')).mode & 0o777).toBe(0o700);
  store.remove('owl');
  expect(store.names()).toEqual(['red-fox']);
});

it('says what there is instead of a name that is unknown, or no name at all', () => {
  const store = openCompositions(tempFolder());
  store.save('barn-owl', saved);
  store.save('red-fox', saved);
  expect(() => store.read('red-fix')).toThrow(
    expect.objectContaining({
      exitCode: 2,
      why: 'There is: barn-owl, red-fox.',
      hint: 'genctl compose --resume red-fox',
    }),
  );
  expect(() => store.read('../config')).toThrow(expect.objectContaining({ code: 'composition_unknown' }));
});

it('says what is kept by its age and its words', () => {
  const home = tempFolder();
  const store = openCompositions(home);
  const input = { prompt: `a red fox ${'runs '.repeat(20)}` };
  store.save('red-fox', { ...saved, composition: startComposition({ model: 'vendor-a/image-1', input }) });
  const begun = { '{"at":"prompt"}': 'an ow' };
  store.save('ow', {
    ...saved,
    saved_at: '2026-01-02T04:00:00.000Z',
    composition: { ...startComposition(), begun },
  });
  store.save('torn', saved);
  writeFileSync(join(home, 'compositions/torn.json'), '{');
  const wordsOf = (name: string) => keptWords(store, name, Date.parse('2026-01-02T04:05:00.000Z'));
  expect(wordsOf('ow')).toBe('5 min ago: an ow');
  expect(wordsOf('red-fox')).toMatch(/^1 h ago: a red fox runs .*\.\.\.$/);
  expect(wordsOf('torn')).toBe("it can't be read");
});

it.each(['{', '{"schema":2,"composition":{},"profile":"a","base_url":"b"}', '[]'])(
  'what can not be read is named, and left as it is: %s',
  (text) => {
    const home = tempFolder();
    const store = openCompositions(home);
    store.save('torn', saved);
    writeFileSync(join(home, 'compositions/torn.json'), text);
    expect(() => store.read('torn')).toThrow(
      expect.objectContaining({ code: 'composition_unreadable', exitCode: 2 }),
    );
    expect(store.names()).toEqual(['torn']);
    expect(readFileSync(join(home, 'compositions/torn.json'), 'utf8')).toBe(text);
  },
);

it.each([
  ['red-fox', true],
  ['', false],
  ['a/b', false],
  ['.hidden', false],
  ['con', false],
  ['x'.repeat(65), false],
])('%j can be a name: %s', (name, can) => expect(isCompositionName(name)).toBe(can));

const clock = createFakeClock();
const account: Account = {
  profile: 'sandbox',
  baseUrl: 'sandbox:',
  embedded: true,
  keySource: 'sandbox',
  stored: undefined,
};

it.each([
  ['A red fox runs through snow', 'vendor-b/video-2.5', 'red-fox-runs'],
  [undefined, 'vendor-b/video-2.5', 'video-2-5'],
  ['🦊', 'vendor-a/image-1', 'image-1'],
  ['Où est le renard?', undefined, 'ou-est-le'],
  ['a fox\nin snow', undefined, 'fox-in-snow'],
  ['', undefined, 'request'],
])('%j of %s is called %s', (words, model, name) => expect(compositionName(words, model)).toBe(name));

it('keeps what was entered under one name, until it was sent or thrown away', () => {
  const store = openCompositions(tempFolder());
  const keeper = createKeeper({ store, clock, folder: tempFolder, resumed: undefined });
  keeper.hold(begin([]), account);
  expect(keeper.keep()).toBeUndefined();
  keeper.hold(begin([], { body: { model: 'any/one', input: { prompt: 'an owl' } } }), account);
  expect(keeper.keptAs()).toBeUndefined();
  expect(keeper.keep()).toBe('owl');
  expect(keeper.keep('mine')).toBe('mine');
  expect(keeper.keptAs()).toBe('mine');
  keeper.sent();
  expect(store.names()).toEqual(['owl']);
  expect(keeper.keep()).toBeUndefined();
});

it('keeps words that were typed and not entered, and is called by them', () => {
  const store = openCompositions(tempFolder());
  const keeper = createKeeper({ store, clock, folder: tempFolder, resumed: undefined });
  const asked = begin([], { position: { at: 'prompt' } });
  keeper.hold(withBegun(asked, 'A red fox'), account);
  expect(keeper.keep()).toBe('red-fox');
  expect(begunAt(store.read('red-fox').composition)).toBe('A red fox');
});
