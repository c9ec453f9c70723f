import type { Answer } from '../../../src/compose/rules/answer.ts';
import { questionOf } from '../../../src/compose/rules/asked-question.ts';
import type { Composition } from '../../../src/compose/rules/composition.ts';
import { fieldAt } from '../../../src/compose/rules/fields-at.ts';
import type { LineQuestion, PickQuestion, Row } from '../../../src/compose/rules/question.ts';
import { objectOf } from '../../../src/text/json-object.ts';
import type { CorpusSchema } from '../../schema/fixtures/corpus.ts';
import { tools } from '../../schema/tools.ts';
import { back, begin, having, isOwn } from './any-model.ts';

/** How someone without a terminal gets through a composition. */
export interface Manner {
  /** Which row; undefined takes the preset. */
  pick(question: PickQuestion, composition: Composition): Row | undefined;
  /** Whether to go back once more here. */
  goesBack(): boolean;
}

const texts = [
  ...['a red fox', 'ab', 'https://example.com/a.png', '#00ff00', 'fox@example.com'],
  ...['0b0a5a5e-8f3c-4b0e-9d1a-6b2f0c9a7e11', '1024x768', 'auto'],
];
const numbers = [1, 0, 0.5, 2, 64, 128, 15, 9, 30, -1];
const documents = [{}, ['a', 1], { any: 'thing' }, 1, true, [], 'text', null];

/** A question that none of the answers at hand would do for. */
export class NothingFits extends Error {}

/** Answers every question until the summary is there and stays. */
export function compose({ entry, samples }: CorpusSchema, manner: Manner): Composition {
  let composition = begin([entry], { facts: { tools } });
  for (let step = 0; step < 3_000; step += 1) {
    const question = questionOf(composition);
    if (question === undefined) return composition;
    const answer = manner.goesBack() ? back : answerTo(composition, samples, manner);
    composition = having(composition, answer);
  }
  throw new Error(`no end: ${JSON.stringify(composition.body)}`);
}

export function answerTo(composition: Composition, samples: readonly string[], manner: Manner): Answer {
  const question = questionOf(composition);
  if (question?.ask === 'line') return lineAnswer(question, composition, samples);
  const row = question && (manner.pick(question, composition) ?? question.rows[question.preset ?? 0]);
  if (row === undefined) throw new Error('nothing to pick');
  return row.answer;
}

function lineAnswer(question: LineQuestion, composition: Composition, samples: readonly string[]): Answer {
  const reading = question.read(fittingLine(question, composition, samples));
  if (!('answer' in reading)) throw new NothingFits('no answer');
  return reading.answer;
}

/** A line that is an answer: the earlier one, else one of those at hand. Throws NothingFits. */
export function fittingLine(
  { initial, link, preset, read }: LineQuestion,
  { position, ...composition }: Composition,
  samples: readonly string[],
): string {
  const place = 'place' in position ? position.place : [];
  const { maximum, minimum } = objectOf(fieldAt(place, { position, ...composition })?.schema) ?? {};
  const picture = 'https://example.com/part.png';
  const words = position.at === 'part' ? [picture] : link ? [picture, ...samples] : [...samples, ...texts];
  const skeletons = ['', picture, ...words].map((one) => preset?.replaceAll('""', JSON.stringify(one)));
  const values = [...numbers, minimum, maximum, ...documents].map((one) => JSON.stringify(one));
  // Another item of a list that takes each value once needs a value of its own.
  const others = numbers.flatMap((_, index) => [String(index + 40), `fox ${index}`]);
  for (const line of [initial, ...skeletons, ...words, ...values, ...others]) {
    if (line === undefined) continue;
    const reading = read(line);
    if ('answer' in reading && (line !== '' || !('value' in reading.answer))) return line;
  }
  throw new NothingFits(`nothing fits: ${JSON.stringify(place)}`);
}

/** Enter everywhere. */
export const hurried: Manner = { pick: () => undefined, goesBack: () => false };

/** Everything that can be given, once, and two of whatever there may be several of. */
export function thorough(): Manner {
  const seen = new Map<string, number>();
  return {
    goesBack: () => false,
    pick({ rows }, { position }) {
      if (position.at === 'variant') return rows.at(-1);
      if (position.at !== 'menu') return undefined;
      const place = JSON.stringify(position.place);
      const isList = rows.some(({ name }) => name.startsWith('add '));
      const fresh = rows.filter(isOwn).find(({ name }) => {
        if (place.length > 60 || (isList && !name.startsWith('add '))) return false;
        const key = `${place} ${name}`;
        const times = seen.get(key) ?? 0;
        seen.set(key, times + 1);
        return times < (name === 'add one more' ? 2 : 1);
      });
      return fresh ?? rows.find(({ answer }) => answer.give === 'done');
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
    pick({ rows }) {
      steps += 1;
      if (steps > 150 || chance() < 0.5) return undefined;
      const own = rows.filter(({ name }) => name !== 'write it as JSON');
      return own[Math.floor(chance() * own.length)];
    },
  };
}
