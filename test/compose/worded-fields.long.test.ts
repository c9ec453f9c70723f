import { describe, expect, it } from 'vitest';
import { composedCommand, composedWords } from '../../src/compose/composed-command.ts';
import { buildSubmission } from '../../src/request/rules/request-body.ts';
import { reach } from '../sample.ts';
import { none } from './no-defaults.ts';

type Schema = Record<string, unknown>;

const listed = (...values: unknown[]): Schema => ({ enum: values });
const text = { type: 'string' };
const links = { type: 'array', items: text };
const holder = { type: 'object', properties: { url: text }, required: ['url'] };
const a = 'https://example.com/a.png';
const b = 'https://example.com/b.png';

/** Fields that flags fill under other names and in other letters, and values that they may hold: those no flag makes, too. */
const fields: readonly [name: string, schema: Schema, values: readonly unknown[]][] = [
  ['prompt', text, ['a fox', '', '-dash', 7]],
  ['promptText', text, ['a fox', ' ']],
  ['inputs', text, ['a fox']],
  ['resolution', listed('720P', 1080, '4K'), ['720P', '720p', 1080, '1080', '4K']],
  ['quality', listed('720p', 'low'), ['720p', 'low']],
  ['duration', listed('5', '10s', 15), ['5', 5, '10s', 10, 15, '15']],
  ['seconds', text, ['5', 5, '5s']],
  ['length', { type: 'number' }, [5, 2.5, 1e21, '5']],
  ['ratio', listed('16x9', 'landscape_4_3', '1:1'), ['16x9', '16:9', 'landscape_4_3', '1:1']],
  ['aspect_ratio', text, ['16:9', '--', '']],
  ['aspectRatio', listed('1280:720', '720:1280'), ['1280:720', '16:9', '720:1280']],
  [
    'image_size',
    { anyOf: [listed('square', 'landscape_16_9'), { type: 'object' }] },
    ['landscape_16_9', 'square', { width: 1 }],
  ],
  ['generate_audio', listed('on', 'off'), ['on', 'off', true]],
  ['with_audio', { type: 'boolean' }, [true, false, 'on']],
  ['audio', { anyOf: [{ type: 'boolean' }, text] }, [true, 'https://example.com/a.wav']],
  ['seed', text, ['7', 7]],
  ['random_seed', { type: 'integer' }, [7, -1]],
  ['watermark', listed(0, 1), [0, 1, true]],
  ['add_watermark', { type: 'boolean' }, [true, false]],
  ['output_format', listed('video/mp4', 'video/webm'), ['video/mp4', 'mp4']],
  ['image', text, [a, '', 7]],
  ['image_url', { anyOf: [text, { type: 'null' }] }, [a, null]],
  ['image_urls', links, [[a], [a, b], [], a]],
  ['images', { type: 'array', items: holder }, [[{ url: a }, { url: b }], [{ url: a, detail: 1 }], [a]]],
  ['end_image', holder, [{ url: b }, b]],
  ['reference_images', { anyOf: [text, links] }, [a, [a], [a, b]]],
  ['video_url', text, ['https://example.com/a.mp4']],
  ['source', { type: 'string', format: 'uri' }, [a]],
];

/** Always the same numbers from 0 to below 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function caseOf(seed: number) {
  const next = chance(seed);
  const some = fields.filter(() => next() < 0.3);
  const properties = Object.fromEntries(some.map(([name, schema]) => [name, schema]));
  const required = some.filter(() => next() < 0.3).map(([name]) => name);
  const given = some.filter(() => next() < 0.7);
  const input = Object.fromEntries(
    given.map(([name, , values]) => [name, values[Math.floor(next() * values.length)]]),
  );
  const medium = next() < 0.3 ? 'image' : 'video';
  const entry = {
    id: 'maker/x',
    medium,
    runtimeSeconds: 1,
    maxOutputCount: 4,
    inputSchema: { properties, required },
  };
  return { body: { model: 'maker/x', input }, entry };
}

describe('a body is worded in flags that make just that body', () => {
  it('whatever its schema calls its fields, and in whatever letters it lists their values', () => {
    const cases = reach(400, 1_000);
    let worded = 0;
    for (let seed = 1; seed <= cases; seed += 1) {
      const { body, entry } = caseOf(seed);
      const words = composedWords(composedCommand({ body, entry, given: {}, defaults: none }));
      expect(buildSubmission(words, entry), `seed ${seed}`).toEqual(body);
      if (words.body === undefined) worded += 1;
    }
    expect(worded).toBeGreaterThan(0.95 * cases);
  });
});
