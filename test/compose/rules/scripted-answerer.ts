import { type Answer, answered } from '../../../src/compose/rules/answer.ts';
import { type Composition, startComposition } from '../../../src/compose/rules/composition.ts';
import type { Menu, MenuEntry } from '../../../src/compose/rules/menu.ts';
import { type Question, questionOf } from '../../../src/compose/rules/question.ts';
import { objectOf } from '../../../src/text/json-object.ts';
import type { CorpusSchema } from '../../schema/fixtures/corpus.ts';
import { tools } from '../../schema/tools.ts';

/** How someone without a terminal gets through a composition. */
export interface Manner {
  /** Which line of a menu; undefined takes the preset. */
  pick(menu: Menu, place: string): MenuEntry | undefined;
  /** Whether to go back once more here. */
  goesBack(): boolean;
  variant(count: number, current: number): number;
}

const texts = [
  'a red fox',
  'ab',
  'https://example.com/a.png',
  '#00ff00',
  'fox@example.com',
  '0b0a5a5e-8f3c-4b0e-9d1a-6b2f0c9a7e11',
  '1024x768',
  'auto',
];
const numbers = [1, 0, 0.5, 2, 64, 128, 15, 9, 30, -1];
const documents = [{}, ['a', 1], { any: 'thing' }, 1, true, [], 'text', null];

/** A question that none of the answers at hand would do for. */
export class NothingFits extends Error {}

/** Answers every question until the summary is there and stays. */
export function compose({ entry, samples }: CorpusSchema, manner: Manner): Composition {
  const facts = { tools, models: [entry] };
  let composition = startComposition();
  for (let step = 0; step < 3_000; step += 1) {
    const question = questionOf(composition, facts);
    if (question.ask === 'summary') return composition;
    const answer = manner.goesBack()
      ? { give: 'back' as const }
      : answerTo(question, entry.id, samples, manner);
    composition = answered(composition, answer, facts);
  }
  throw new Error(`no end: ${JSON.stringify(composition)}`);
}

export function answerTo(
  question: Question,
  model: string,
  samples: readonly string[],
  manner: Manner,
): Answer {
  switch (question.ask) {
    case 'model':
      return { give: 'model', id: model };
    case 'prompt':
      return {
        give: 'prompt',
        words: firstFitting([question.current, ...samples, ...texts], question.fault) as string,
      };
    case 'variant':
      return { give: 'variant', index: manner.variant(question.labels.length, question.current) };
    case 'part':
      return { give: 'part', choice: question.choice, source: 'https://example.com/part.png' };
    case 'menu':
      return pickAnswer(question.menu, manner.pick(question.menu, JSON.stringify(question.place)));
    case 'value':
    case 'json': {
      const { field, current, fault } = question;
      const listed = field.shape.kind === 'choice' ? field.shape.values : [];
      const byKind = question.ask === 'json' ? documents : [true, false, ...numbers];
      // Another item of a list that takes each value once needs a value of its own.
      const others = numbers.map((_, index) => index + 40);
      const { minimum, maximum } = objectOf(field.schema) ?? {};
      const tried = [
        current,
        ...filledIn(field.preset, [...samples, ...texts]),
        ...listed,
        ...samples,
        ...texts,
        ...byKind,
        ...others,
        minimum,
        maximum,
        ...documents,
      ];
      return { give: 'value', value: firstFitting(tried, fault) };
    }
    default:
      throw new Error(`not asked here: ${question.ask}`);
  }
}

function pickAnswer(menu: Menu, picked: MenuEntry | undefined): Answer {
  const entry = picked ?? menu.entries[menu.preset];
  if (entry === undefined) throw new Error('a menu without a preset');
  if (entry.pick === 'done') return { give: 'done' };
  return { give: 'go', to: entry.go };
}

/** A skeleton with its empty texts filled in, in several ways; first as it is. */
function filledIn(skeleton: unknown, words: readonly string[]): unknown[] {
  if (typeof skeleton !== 'object' || skeleton === null) return [skeleton];
  const text = JSON.stringify(skeleton);
  return ['', ...words].map((one) => JSON.parse(text.replaceAll('""', JSON.stringify(one))) as unknown);
}

function firstFitting<Value>(values: readonly Value[], fault: (value: never) => string | undefined): Value {
  const found = values.find((value) => value !== undefined && fault(value as never) === undefined);
  if (found === undefined) throw new NothingFits(`nothing fits: ${fault(values.at(-1) as never)}`);
  return found;
}

/** Enter everywhere; in a menu that says what is missing, what is missing. */
export const hurried: Manner = {
  pick: missing,
  goesBack: () => false,
  variant: (_, current) => current,
};

/** Everything that can be given, once, and two of whatever there may be several of. */
export function thorough(): Manner {
  const seen = new Map<string, number>();
  return {
    goesBack: () => false,
    variant: (count) => count - 1,
    pick(menu, place) {
      const fresh = menu.entries.find((entry) => {
        if (entry.pick !== 'member' && entry.pick !== 'add') return false;
        if (place.length > 60) return false;
        const key = `${place} ${entry.pick} ${entry.label}`;
        const times = seen.get(key) ?? 0;
        if (times >= (entry.pick === 'add' && menu.of === 'list' ? 2 : 1)) return false;
        seen.set(key, times + 1);
        return true;
      });
      return fresh ?? missing(menu) ?? menu.entries.find(({ pick }) => pick === 'done');
    },
  };
}

/** Chance, the same for the same seed: goes back now and then, and picks whatever. */
export function wandering(seed: number): Manner {
  let state = seed * 2_654_435_761;
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let steps = 0;
  return {
    goesBack: () => steps < 150 && chance() < 0.15,
    variant: (count) => Math.floor(chance() * count),
    pick(menu) {
      steps += 1;
      if (steps > 150) return missing(menu);
      const entries = menu.entries.filter(({ pick }) => pick !== 'json');
      return chance() < 0.5 ? missing(menu) : entries[Math.floor(chance() * entries.length)];
    },
  };
}

/** The line that mends what the menu says is not right yet. */
function missing({ entries, fault }: Menu): MenuEntry | undefined {
  if (fault === undefined) return undefined;
  const members = entries.filter((entry) => entry.pick === 'member');
  const named = members.find(({ label, value }) => label === fault.place[0] && value === undefined);
  const mended =
    named ??
    (entries.some(({ pick }) => pick === 'add')
      ? undefined
      : members.find(({ value }) => value === undefined));
  return mended;
}
