import { describe, expect, it } from 'vitest';
import { type Filters, fits, modelsOf } from '../../../src/gallery/page/filters.ts';
import { draft, item } from './items.ts';

const nothing: Filters = { text: '', kind: '', model: '', seed: '', cost: '' };
const shows = (asked: Partial<Filters>, one = item(), isTicked = false) =>
  fits(one, { ...nothing, ...asked }, isTicked);

describe('what a filter shows', () => {
  it('is everything where it asks nothing', () => expect(shows({})).toBe(true));

  it.each([
    ['SNOW fox', true],
    ['fox rain', false],
    ['job_1', true],
    ['1-1.mp4', true],
  ])('of the words %s: %s', (text, isShown) => expect(shows({ text })).toBe(isShown));

  it('is found by the line of a batch', () => {
    const shot = item({ batch: 'shots', shot: 's07' });
    expect([shows({ text: 's07' }, shot), shows({ text: 's08' }, shot)]).toEqual([true, false]);
  });

  it.each([
    ['draft', [true, false, false]],
    ['final', [false, true, false]],
    ['other', [false, false, true]],
  ])('of kind %s is %o of a draft, a final, another', (kind, each) => {
    const items = [draft('job_2'), item({ step: 'final' }), item()];
    expect(items.map((one) => shows({ kind }, one))).toEqual(each);
  });

  it('is what is ticked, or what is not here', () => {
    expect([shows({ kind: 'ticked' }), shows({ kind: 'ticked' }, item(), true)]).toEqual([false, true]);
    expect([shows({ kind: 'missing' }), shows({ kind: 'missing' }, item({ link: null }))]).toEqual([
      false,
      true,
    ]);
  });

  it('begins with the digits of a seed, while they are typed', () => {
    expect([shows({ seed: '4' }), shows({ seed: '42' }), shows({ seed: '2' })]).toEqual([true, true, false]);
    expect(shows({ seed: '0' }, item({ seed: 0 }))).toBe(true);
    expect(shows({ seed: '1' }, item({ seed: null }))).toBe(false);
  });

  it.each([
    ['0.18', true],
    ['$0.2', true],
    ['0,1', false],
    ['0.', false],
    ['cheap', true],
  ])('costs up to %s: %s', (cost, isShown) => expect(shows({ cost })).toBe(isShown));

  it('leaves out what costs nobody knows how much', () => {
    expect(shows({ cost: '9' }, item({ cost_usd: null }))).toBe(false);
  });
});

it('the models to choose from are each there once, in order', () => {
  expect(
    modelsOf([item({ model: 'b' }), item({ model: 'a' }), item({ model: 'b' }), item({ model: null })]),
  ).toEqual(['a', 'b']);
});
