import { describe, expect, it } from 'vitest';
import {
  absence,
  chosenCommand,
  type Filters,
  fileName,
  fits,
  keyOf,
  modelsOf,
  spokenOf,
  titleOf,
} from '../../../src/gallery/page/page-item.ts';
import { draft, item } from './items.ts';

describe('an item in words', () => {
  it('is called by its prompt, else by its file, else by its job', () => {
    expect(titleOf(item())).toBe('a red fox in snow');
    expect(titleOf(item({ prompt: null, link: 'a%20fox.png' }))).toBe('a fox.png');
    expect(titleOf(item({ prompt: ' ', link: null }))).toBe('job_1');
  });

  it('spells out what would reorder or hide its text', () => {
    expect(titleOf(item({ prompt: 'a\u202egnp\nb' }))).toBe('a\\u{202e}gnp b');
    expect(fileName(item({ link: 'x/%E2%80%AEgnp.png' }))).toBe('\\u{202e}gnp.png');
  });

  it('is one sentence for whoever does not see it', () => {
    expect(spokenOf(draft('job_1', { finals: ['job_2'] }))).toBe(
      'a red fox in snow, draft, has a final, $0.18, seed 42, video-2.5',
    );
  });

  it('says why there is nothing to see', () => {
    expect(absence(item())).toBeUndefined();
    expect(absence(item({ link: null, missing: 'genctl download job_1' }))).toBe('not here');
    expect(absence(item({ link: null, missing: 'genctl wait job_1', status: 'running' }))).toBe('running');
    expect(absence(item({ link: null, status: 'failed' }))).toBe('failed');
    expect(absence(item({ link: null }))).toBe('no page can link its name');
  });

  it('is told from the other files of its job, and from files of no job', () => {
    const keys = [
      item(),
      item({ output: 2 }),
      item({ job_id: null }),
      item({ job_id: null, link: 'b.png' }),
    ].map(keyOf);
    expect(new Set(keys).size).toBe(4);
  });
});

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

describe('the command for what is ticked', () => {
  it('is nothing where nothing is ticked that a job can follow', () => {
    expect(chosenCommand([]).line).toBe('');
    expect(chosenCommand([item({ next: null })]).line).toBe('');
  });

  it('finalizes all drafts in one line, and tells what that costs', () => {
    expect(chosenCommand([draft('job_1'), draft('job_2')])).toEqual({
      line: 'genctl finalize job_1 job_2',
      says: '2 finals, about $0.80',
    });
  });

  it('makes the others again, each once though two of its files are ticked', () => {
    const other = item({ job_id: 'job_3' });
    expect(chosenCommand([draft('job_1'), other, { ...other, output: 2 }])).toEqual({
      line: 'genctl finalize job_1 && genctl rerun job_3',
      says: '1 final and 1 again, about $0.58',
    });
  });

  it('says what is not known of the cost, and which drafts have a final already', () => {
    const unknown = draft('job_2', { next: { command: 'finalize', of: 'job_2', cost_usd: null } });
    expect(chosenCommand([unknown]).says).toBe('1 final, at an unknown cost');
    expect(chosenCommand([draft('job_1', { finals: ['job_9'] }), unknown]).says).toBe(
      '2 finals, about $0.40, and 1 more at an unknown cost, 1 of them made before',
    );
  });

  it('counts a draft that has a final once, though two of its files are ticked', () => {
    const made = draft('job_1', { finals: ['job_9'] });
    expect(chosenCommand([made, { ...made, output: 2 }]).says).toBe(
      '1 final, about $0.40, 1 of them made before',
    );
  });

  it('quotes for a shell, and takes no id for a flag', () => {
    const hostile = item({ next: { command: 'rerun', of: "./it's $(id)\u202e.png", cost_usd: 0.1 } });
    expect(chosenCommand([hostile]).line).toBe(String.raw`genctl rerun $'./it\'s $(id)\342\200\256.png'`);
    expect(chosenCommand([draft('-x'), draft('job_2')]).line).toBe('genctl finalize -- -x job_2');
  });
});
