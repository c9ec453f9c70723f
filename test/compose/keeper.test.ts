import { expect, it } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { openCompositions } from '../../src/compose/compositions.ts';
import { compositionName, createKeeper } from '../../src/compose/keeper.ts';
import {
  begunAt,
  savedComposition,
  startComposition,
  withBegun,
} from '../../src/compose/rules/composition.ts';
import { createFakeClock } from '../api/fake-clock.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';

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
  ['', undefined, 'request'],
])('%j of %s is called %s', (words, model, name) => expect(compositionName(words, model)).toBe(name));

it('keeps what was entered under one name, until it was sent or thrown away', () => {
  const store = openCompositions(tempFolder());
  const keeper = createKeeper(store, clock, undefined);
  keeper.hold(startComposition({}), account);
  expect(keeper.keep()).toBeUndefined();
  keeper.hold(startComposition({ model: 'any/one', input: { prompt: 'an owl' } }), account);
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
  const keeper = createKeeper(store, clock, undefined);
  const asked = { ...startComposition({}), position: { at: 'prompt' } as const };
  keeper.hold(withBegun(asked, 'A red fox'), account);
  expect(keeper.keep()).toBe('red-fox');
  expect(begunAt(savedComposition(store.read('red-fox').composition))).toBe('A red fox');
});
