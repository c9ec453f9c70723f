import { expect, it } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { openCompositions } from '../../src/compose/compositions.ts';
import { compositionName, createKeeper } from '../../src/compose/keeper.ts';
import { startComposition } from '../../src/compose/rules/composition.ts';
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
