import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Composition } from '../../src/compose/rules/composition.ts';
import { chosenFieldAt, inputPlace } from '../../src/compose/rules/fields-at.ts';
import { mediumOfField, takesFiles } from '../../src/compose/rules/input-flags.ts';
import type { JsonPlace } from '../../src/schema/json/json-place.ts';
import { sample } from '../sample.ts';
import type { CorpusSchema } from '../schema/fixtures/corpus.ts';
import { bodyOf, keptComposers, names, schemas, type Way } from './fixtures/kept-composers.ts';
import { answerAll, askedAt, leavesOf, Refusal, type Script, tickLines } from './fixtures/ticked-answers.ts';
import { keys } from './fixtures/typed-composer.ts';

const composers = keptComposers();

/** A place that takes media. */
interface MediaPlace {
  schema: CorpusSchema;
  place: JsonPlace;
  /** The row of a content list that adds the kind of part. */
  part?: string | undefined;
}

const places: MediaPlace[] = schemas.flatMap((schema) => {
  const { entry } = schema;
  const composition = askedAt(inputPlace, schema, { model: entry.id, input: {} });
  const shape = chosenFieldAt(inputPlace, composition)?.shape;
  return (shape?.kind === 'object' ? shape.members : [])
    .filter(({ name }) => takesFiles(entry, String(name)))
    .flatMap(({ name }): MediaPlace[] => {
      const place = [...inputPlace, String(name)];
      const field = chosenFieldAt(place, composition)?.shape;
      if (field?.kind !== 'content') return [{ schema, place }];
      return field.parts
        .filter(({ type }) => type !== 'draft_task')
        .map(({ label }) => ({ schema, place, part: `add ${label}` }));
    });
});

interface MediaCase extends MediaPlace {
  sources: readonly string[];
}

/** Gives media at a place, so often where it takes several. */
function mediaScript({ part, place, schema, sources }: MediaCase): Script {
  const medium = mediumOfField(schema.entry, String(place[1])) ?? 'image';
  let given = 0;
  return {
    words({ editing, link, preset }) {
      const source = sources[given];
      if (link === undefined && editing === undefined) return undefined;
      given += 1;
      const name = names[link?.medium ?? medium];
      const word = source === 'file' ? join(composers.folder(), name) : `${source}${name}`;
      return link === undefined ? preset?.replace('""', JSON.stringify(word)) : word;
    },
    row({ rows, preset }) {
      const add = rows.find(({ name }) => name === (part ?? 'add one more'));
      if (given < sources.length && add !== undefined) return add;
      return rows.find(({ answer }) => answer.give === 'done') ?? rows[preset ?? 0];
    },
  };
}

const link = 'https://example.com/art/';
const several = [[link], ['file'], [link, 'file'], ['file', link]] as const;

/** The body with the link of each file in its place. */
function asSent(value: unknown, way: Way): unknown {
  const text = JSON.stringify(value).replaceAll(/"\/[^":]*\/(fox\.\w+)"/g, (_, name: string) =>
    way === 'upload_command' ? `"${composers.url()}/media/${name}"` : `"<${name}>"`,
  );
  return JSON.parse(text);
}

/** A body that was sent, with its stand-ins for links by their names. */
function withStandIns(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/"https:\/\/upload\.invalid\/\w+\/([^"]*)"/g, '"<$1>"'));
}

const ways = ['embedded', 'upload_command', 'no upload_command'] as const;
const cases = places.flatMap((one) =>
  several.flatMap((sources) =>
    ways.map((way) => ({
      ...one,
      sources,
      way,
      title: `${one.schema.name} ${one.part ?? one.place.at(-1)}, ${way}: ${sources}`,
    })),
  ),
);
const sampled = sample(cases, ({ way, sources, part }) => `${way} ${sources} ${part === undefined}`, 24);

it('sees the places', () => expect(places.length).toBeGreaterThan(60));

it.each(sampled.map((one) => [one.title, one] as const))(
  '%s',
  async (_, { part, place, schema, sources, way }) => {
    const start = askedAt(place, schema, bodyOf(schema, place));
    const composer = composers.open(way, start);
    let made: Composition;
    try {
      made = await answerAll(composer, start, mediaScript({ part, place, schema, sources }));
    } catch (error) {
      if (!(error instanceof Refusal) || way !== 'no upload_command') throw error;
      expect(sources).toContain('file');
      expect(error.message).toContain('upload_command');
      expect(composer.ticks().join()).not.toContain(composers.folder());
      await composer.type(/✗/, keys.interrupt);
      await composer.ended;
      expect(composers.book).toEqual([]);
      return;
    }
    await composer.pick(/\? (Ready|Not ready|Not complete)/, /^send it and leave it/);
    expect(await composer.ended, composer.screen().slice(-2000)).toBe(0);
    expect(composers.book).toHaveLength(1);
    expect(withStandIns(composers.book[0])).toEqual(asSent(made.body, way));
    const ticks = composer.ticks();
    expect(ticks.sort()).toEqual(tickLines(made).sort());
    for (const leaf of leavesOf(made.body)) expect(ticks.join('\n')).toContain(leaf);
  },
);
