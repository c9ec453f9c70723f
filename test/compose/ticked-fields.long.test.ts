import { expect, it } from 'vitest';
import {
  askedMembers,
  chosenFieldAt,
  envelopeMembers,
  inputPlace,
} from '../../src/compose/rules/fields-at.ts';
import { takesFiles } from '../../src/compose/rules/input-flags.ts';
import type { JsonPlace } from '../../src/schema/json/json-place.ts';
import { sample } from '../sample.ts';
import type { CorpusSchema } from '../schema/fixtures/corpus.ts';
import { bodyOf, keptComposers, schemas } from './fixtures/kept-composers.ts';
import { answerAll, askedAt, leavesOf, type Script, tickLines } from './fixtures/ticked-answers.ts';
import { isOwn } from './rules/any-model.ts';
import { fittingLine } from './rules/scripted-answerer.ts';

const composers = keptComposers();

/** The places of all other fields, those beside the input too. */
const fields = schemas.flatMap((schema) => {
  const { entry } = schema;
  const composition = askedAt(inputPlace, schema, { model: entry.id, input: {} });
  const input = chosenFieldAt(inputPlace, composition);
  const members = input === undefined ? [] : askedMembers(inputPlace, input, composition);
  const places = [
    ...members.map(({ name }): JsonPlace => [...inputPlace, String(name)]),
    ...envelopeMembers(entry).map(({ place }) => place),
  ];
  return places
    .filter(([, name]) => name !== 'content' && name !== 'draft' && !takesFiles(entry, String(name)))
    .map((place) => {
      const kind = chosenFieldAt(place, composition)?.shape.kind ?? 'json';
      return { schema, place, kind, title: `${schema.name} ${place.join('.')}, ${kind}` };
    });
});

/** Gives every value once, and one of each list. */
function fieldScript({ samples }: CorpusSchema): Script {
  const seen = new Set<string>();
  return {
    words: (question, composition) => fittingLine(question, composition, samples),
    row({ rows, preset }, { position }) {
      if (position.at === 'variant') return rows.at(-1);
      if (position.at === 'value') return rows.find(({ answer }) => answer.give === 'value');
      const fresh = rows.filter(isOwn).find(({ name }) => !seen.has(`${JSON.stringify(position)} ${name}`));
      if (fresh !== undefined && seen.size < 4) {
        seen.add(`${JSON.stringify(position)} ${fresh.name}`);
        return fresh;
      }
      return rows.find(({ answer }) => answer.give === 'done') ?? rows[preset ?? 0];
    },
  };
}

const sampledFields = sample(fields, ({ kind }) => kind, 28);

it('sees the fields', () => expect(fields.length).toBeGreaterThan(400));

it.each(sampledFields.map((one) => [one.title, one] as const))(
  '%s: what is ticked is what is sent',
  async (_, { place, schema }) => {
    const start = askedAt(place, schema, bodyOf(schema, place));
    const composer = composers.open('embedded', start);
    const made = await answerAll(composer, start, fieldScript(schema));
    await composer.pick(/\? (Ready|Not ready|Not complete)/, /^send it and leave it/);
    expect(await composer.ended, composer.screen().slice(-2000)).toBe(0);
    expect(composers.book).toEqual([made.body]);
    const ticks = composer.ticks();
    expect(ticks.sort()).toEqual(tickLines(made).sort());
    for (const leaf of leavesOf(made.body)) expect(ticks.join('\n')).toContain(leaf);
  },
);
