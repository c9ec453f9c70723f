import { describe, expect, it } from 'vitest';
import { placedOption } from '../../../src/request/fields/flag-to-field.ts';

type Schema = Record<string, unknown>;

function placed(option: string, value: unknown, properties: Schema, more: Schema = {}) {
  const entry = { medium: 'video', inputSchema: { type: 'object', properties, ...more } };
  const { name, value: sent } = placedOption(option, value, { model: 'maker/clip', entry, route: 'jobs' });
  return [name, sent];
}

const listed = (...values: unknown[]) => ({ enum: values });
const text = { type: 'string' };
const truth = { type: 'boolean' };
const whole = { type: 'integer' };

describe('the value of an option is the one that the schema lists for what was typed', () => {
  it.each<[string, string, unknown, Schema, unknown]>([
    ['a tier in other letters', 'resolution', '720P', listed('480p', '720p'), '720p'],
    ['a tier in small letters', 'resolution', '4k', listed('1080p', '4K'), '4K'],
    ['a tier by its lines', 'resolution', '720p', listed(480, 720), 720],
    ['a tier in digits alone', 'resolution', '720', listed('480p', '720p'), '720p'],
    ['a number given as text', 'resolution', '720', { type: 'integer', enum: [480, 720] }, 720],
    ['seconds as text', 'duration', 5, listed('5', '10'), '5'],
    ['seconds with their unit', 'duration', 5, listed('5s', '10s'), '5s'],
    ['seconds with a word', 'duration', 8, listed('4 seconds', '8 seconds'), '8 seconds'],
    ['part of a second', 'duration', 2.5, listed('2.5s', '5s'), '2.5s'],
    ['one constant', 'duration', 5, { const: '5' }, '5'],
    ['a shape with an x', 'ratio', '16:9', listed('16x9', '9x16'), '16x9'],
    [
      'a shape in words',
      'ratio',
      '16:9',
      listed('square', 'landscape_16_9', 'portrait_9_16'),
      'landscape_16_9',
    ],
    ['a shape that lies', 'ratio', '4:3', listed('portrait_4_3', 'landscape_4_3'), 'landscape_4_3'],
    ['a shape that stands', 'ratio', '9:16', listed('portrait_16_9', 'landscape_16_9'), 'portrait_16_9'],
    ['a shape with a word after it', 'ratio', '9:16', listed('16:9 (wide)', '9:16 (tall)'), '9:16 (tall)'],
    ['a shape by its one size', 'ratio', '16:9', listed('1280:720', '720:1280', '960:960'), '1280:720'],
    ['sound as a word', 'generate_audio', true, listed('on', 'off'), 'on'],
    ['no sound as a word', 'generate_audio', false, listed('on', 'off', 'auto'), 'off'],
    ['a mark as a number', 'watermark', true, listed(0, 1), 1],
    ['a container by its media type', 'output_format', 'mp4', listed('video/mp4', 'video/webm'), 'video/mp4'],
    ['a mode in capitals', 'bitrate_mode', 'high', listed('STANDARD', 'HIGH'), 'HIGH'],
  ])('%s', (_, option, typed, field, sent) => {
    expect(placed(option, typed, { [option]: field })).toEqual([option, sent]);
  });

  it.each<[string, string, unknown, Schema, unknown]>([
    ['a length where a text is wanted', 'duration', 5, text, '5'],
    ['a length whose default has a unit', 'duration', 5, { ...text, default: '8s' }, '5s'],
    ['a seed where a text is wanted', 'seed', 7, text, '7'],
    ['a length whose pattern has a unit', 'duration', 5, { ...text, pattern: '^[0-9]+s$' }, '5s'],
    ['digits where a number is wanted', 'resolution', '720', whole, 720],
  ])('or the same in the type that it takes: %s', (_, option, typed, field, sent) => {
    expect(placed(option, typed, { [option]: field })).toEqual([option, sent]);
  });

  it('through references, unions, null and layers', () => {
    const more = { $defs: { Length: { anyOf: [{ const: '5' }, { const: '10' }] } } };
    for (const field of [
      { $ref: '#/$defs/Length' },
      { anyOf: [{ $ref: '#/$defs/Length' }, { type: 'null' }] },
      { allOf: [{ type: 'string' }, { $ref: '#/$defs/Length' }] },
    ])
      expect(placed('duration', 5, { duration: field }, more)).toEqual(['duration', '5']);
  });
});

describe('the value of an option stays as it was typed', () => {
  it.each<[string, string, unknown, Schema]>([
    ['where it fits', 'duration', 5, whole],
    ['where it fits one alternative', 'duration', 5, { anyOf: [listed('5', '10'), whole] }],
    ['where a free text takes it', 'resolution', '720P', text],
    ['where two values say the same', 'resolution', '720p', listed('720P', '720p ')],
    ['where two sizes have the shape', 'ratio', '16:9', listed('1280x720', '1920x1080')],
    ['where no value says the same', 'duration', 7, listed('5', '10')],
    ['where a size was typed', 'ratio', '1280:720', listed('16:9', '9:16')],
    ['where a word is no truth', 'generate_audio', true, listed('stereo', 'mono')],
    ['where a tier is no number', 'resolution', 'hd', whole],
    ['where the layers exclude it', 'duration', 5, { allOf: [listed('5', '10'), { not: {}, enum: ['10'] }] }],
  ])('%s', (_, option, typed, field) => {
    expect(placed(option, typed, { [option]: field })).toEqual([option, typed]);
  });
});

describe('the field of an option is the one that the schema has for it', () => {
  it.each<[string, unknown, string, Schema]>([
    ['ratio', '16:9', 'aspect_ratio', listed('16:9', '9:16')],
    ['ratio', '16:9', 'aspectRatio', text],
    ['duration', 5, 'seconds', whole],
    ['duration', 5, 'duration_seconds', whole],
    ['duration', 5, 'durationSeconds', { type: 'number' }],
    ['duration', 5, 'length', whole],
    ['generate_audio', true, 'with_audio', truth],
    ['generate_audio', false, 'enableAudio', truth],
    ['generate_audio', true, 'generateAudio', truth],
    ['generate_audio', true, 'audio', truth],
    ['seed', 7, 'random_seed', whole],
    ['watermark', true, 'add_watermark', truth],
    ['resolution', '720p', 'video_resolution', text],
    ['resolution', '720p', 'quality', listed('540p', '720p')],
    ['output_format', 'mp4', 'outputFormat', text],
  ])('%s of %s goes to %s', (option, typed, name, field) => {
    expect(placed(option, typed, { prompt: text, [name]: field })).toEqual([name, typed]);
  });

  it('also where no value of that field says the same, so that the checks name what it takes', () => {
    expect(placed('ratio', '2:3', { aspect_ratio: listed('16:9', '9:16') })).toEqual(['aspect_ratio', '2:3']);
    expect(placed('duration', 7, { seconds: listed('5', '10') })).toEqual(['seconds', 7]);
  });

  it('and not one of a vaguer name beside it', () => {
    const properties = { aspect_ratio: listed('1x1', '16x9'), resolution: listed('1024x1024', '1280x800') };
    expect(placed('ratio', '1:1', properties)).toEqual(['aspect_ratio', '1x1']);
  });

  it('in the letters of that field', () => {
    expect(placed('duration', 5, { seconds: listed('4', '5') })).toEqual(['seconds', '5']);
    expect(
      placed('ratio', '16:9', {
        image_size: { anyOf: [listed('square_hd', 'landscape_16_9'), { type: 'object' }] },
      }),
    ).toEqual(['image_size', 'landscape_16_9']);
  });

  it.each<[string, string, unknown, Schema]>([
    ['its own name is there', 'ratio', '16:9', { ratio: text, aspect_ratio: text }],
    ['two fields mean the same', 'ratio', '16:9', { aspect_ratio: text, video_aspect_ratio: text }],
    ['the field takes something else', 'generate_audio', true, { audio: { type: 'string', format: 'uri' } }],
    ['a size is free', 'ratio', '16:9', { size: text }],
    ['a quality is of another kind', 'resolution', '720p', { quality: listed('low', 'high') }],
    [
      'the length is in frames',
      'duration',
      5,
      { length: { type: 'integer', description: 'How many frames.' } },
    ],
    ['nothing means it', 'watermark', true, { no_watermark: truth }],
  ])('its own, where %s', (_, option, typed, properties) => {
    expect(placed(option, typed, properties)).toEqual([option, typed]);
  });
});

describe('without a schema', () => {
  const bare = (model: string, option: string, value: unknown) =>
    placedOption(option, value, { model, entry: undefined, route: 'jobs' }).value;

  it('a value is spelled as the document has it, on the models whose table it shows', () => {
    expect(bare('vendor-b/video-2.0', 'resolution', '4k')).toBe('4K');
    expect(bare('vendor-b/video-2.5', 'resolution', '720P')).toBe('720p');
    expect(bare('vendor-b/video-2.5', 'ratio', '16x9')).toBe('16:9');
    expect(bare('vendor-b/video-2.5', 'output_format', 'MOV')).toBe('mov');
  });

  it('and stays as it was typed on any other', () => {
    expect(bare('vendor-a/video-1', 'resolution', '720P')).toBe('720P');
    expect(bare('vendor-b/video-2.5', 'resolution', '1440p')).toBe('1440p');
  });
});

it('v1 takes the names and the types of the document, whatever the models list of v2 says', () => {
  const entry = {
    medium: 'video',
    inputSchema: { properties: { aspect_ratio: text, duration: listed('5') } },
  };
  const on = (option: string, value: unknown) =>
    placedOption(option, value, { model: 'vendor-b/video-2.5', entry, route: 'tasks' });
  expect(on('ratio', '16:9')).toMatchObject({ name: 'ratio', value: '16:9' });
  expect(on('duration', 5)).toMatchObject({ name: 'duration', value: 5 });
});
