import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Composition } from '../../src/compose/rules/composition.ts';
import { chosenFieldAt, inputPlace } from '../../src/compose/rules/fields-at.ts';
import { takesFiles } from '../../src/compose/rules/input-flags.ts';
import { catalogue } from '../../src/sandbox/catalogue/index.ts';
import type { JsonPlace } from '../../src/schema/json/json-place.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { clip, picture, put } from '../request/references/fixtures/media-files.ts';
import { sample } from '../sample.ts';
import { type CorpusSchema, corpus } from '../schema/fixtures/corpus.ts';
import { embedded, listening, recordingService } from './fixtures/recording-service.ts';
import { answerAll, askedAt, keepIn, Refusal, type Script } from './fixtures/ticked-answers.ts';
import { keys, typedComposer } from './fixtures/typed-composer.ts';
import { compose, hurried } from './rules/scripted-answerer.ts';

const served = catalogue.map(({ id, inputSchema, maxOutputCount, medium, runtimeSeconds }) => ({
  name: id,
  entry: { id, medium, runtimeSeconds, maxOutputCount, inputSchema },
  samples: [],
})) as unknown as CorpusSchema[];
const schemas = [...served, ...corpus];
const service = recordingService(schemas.map(({ entry }) => entry));
let folder: string;
const names = { image: 'fox.png', video: 'fox.mp4', audio: 'fox.wav' } as const;
let http: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'genctl-ticks-'));
  http = await listening(service);
  put(folder, names.image, picture());
  put(folder, names.video, await clip());
  put(folder, names.audio, sound());
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await http.close();
});

/** A second of silence. */
function sound(): Uint8Array {
  const bytes = Buffer.alloc(44 + 8_000);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + 8_000, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8_000, 24);
  bytes.writeUInt32LE(8_000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(8_000, 40);
  return bytes;
}

type Way = 'embedded' | 'no upload_command' | 'upload_command';

/** A composer that goes on with a composition, of an account of that kind. */
function composerOf(way: Way, composition: Composition) {
  const home = tempFolder();
  const isEmbedded = way === 'embedded';
  keepIn(home, composition, {
    profile: isEmbedded ? 'sandbox' : 'default',
    base_url: isEmbedded ? 'sandbox:' : http.url,
  });
  const uploader = ['/bin/sh', '-c', `echo ${http.url}/media/\${1##*/}`, 'sh'];
  const environment: Record<string, string> = isEmbedded
    ? {}
    : {
        ...{ GENCTL_BASE_URL: http.url, GENCTL_API_KEY: 'sbx_test' },
        ...(way === 'upload_command' && { GENCTL_UPLOAD_COMMAND: JSON.stringify(uploader) }),
      };
  service.book.length = 0;
  return typedComposer({
    words: ['compose', '--resume', 'kept', ...(isEmbedded ? ['--sandbox'] : []), '--no-probe'],
    ...{ home, workingFolder: folder, environment, sandbox: embedded(service) },
  });
}

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

/** Gives media at a place, so often where it takes several. */
function mediaScript(sources: readonly string[], part: string | undefined): Script {
  let given = 0;
  return {
    words({ editing, link, preset }) {
      const source = sources[given];
      if (link === undefined && editing === undefined) return undefined;
      given += 1;
      const name = names[link?.medium ?? 'image'];
      const word = source === 'file' ? join(folder, name) : `${source}${name}`;
      return link === undefined ? preset?.replace('""', JSON.stringify(word)) : word;
    },
    row({ rows, preset }) {
      const add = rows.find(({ name }) => name === (part ?? 'add one more'));
      if (given < sources.length && add !== undefined) return add;
      return rows.find(({ answer }) => answer.give === 'done') ?? rows[preset ?? 0];
    },
  };
}

/** A body without any media, which a hurried person makes. */
function bodyOf(schema: CorpusSchema, place: JsonPlace): Record<string, unknown> {
  const { body } = compose(schema, hurried);
  const input = Object.entries((body.input ?? {}) as Record<string, unknown>);
  const isContent = place.at(-1) === 'content';
  const words = [{ type: 'text', text: 'a fox' }];
  const kept = Object.fromEntries(input.filter(([name]) => name !== place[1]));
  return { ...body, input: isContent ? { ...kept, content: words } : kept };
}

const link = 'https://example.com/art/';
const several = [[link], ['file'], [link, 'file'], ['file', link]] as const;

/** The body with the link of each file in its place. */
function asSent(value: unknown, way: Way): unknown {
  const text = JSON.stringify(value).replaceAll(/"\/[^":]*\/(fox\.\w+)"/g, (_, name: string) =>
    way === 'upload_command' ? `"${http.url}/media/${name}"` : `"<${name}>"`,
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
const sampled = sample(cases, ({ way, sources, part }) => `${way} ${sources} ${part === undefined}`, 8);

it('sees the places', () => expect(places.length).toBeGreaterThan(60));

it.each(sampled.map((one) => [one.title, one] as const))(
  '%s',
  async (_, { part, place, schema, sources, way }) => {
    const start = askedAt(place, schema, bodyOf(schema, place));
    const composer = composerOf(way, start);
    let made: Composition;
    try {
      made = await answerAll(composer, start, mediaScript(sources, part));
    } catch (error) {
      if (!(error instanceof Refusal) || way !== 'no upload_command') throw error;
      expect(sources).toContain('file');
      expect(error.message).toContain('upload_command');
      expect(composer.ticks().join()).not.toContain(folder);
      await composer.type(/✗/, keys.interrupt);
      await composer.ended;
      expect(service.book).toEqual([]);
      return;
    }
    await composer.pick(/\? (Ready|Not ready|Not complete)/, /^send it and leave it/);
    expect(await composer.ended, composer.screen().slice(-2000)).toBe(0);
    expect(service.book).toHaveLength(1);
    expect(withStandIns(service.book[0])).toEqual(asSent(made.body, way));
    const ticks = composer.ticks();
    expect(ticks).toHaveLength(ticks.length);
    for (const tick of ticks)
      expect(JSON.stringify(service.book[0])).toContain(tick.split('/').at(-1)?.replace(/"?\}$/, ''));
  },
);
