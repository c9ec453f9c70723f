import { describe, expect, it } from 'vitest';
import { mediaFieldOf } from '../../../src/request/fields/media-field.ts';
import type { MediaRole } from '../../../src/service/wire-values.ts';

type Schema = Record<string, unknown>;

const link = { type: 'string', format: 'uri' };
const text = { type: 'string' };
const links = { type: 'array', items: text };
const prompt = text;

function fieldOf(role: MediaRole, schema: Schema, medium = 'video') {
  return mediaFieldOf(role, { model: 'maker/x', entry: { medium, inputSchema: schema }, route: 'jobs' });
}
const named = (role: MediaRole, properties: Schema, required: string[] = [], medium = 'video') =>
  fieldOf(role, { properties: { prompt, ...properties }, required }, medium)?.name;

describe('media of a role go to the field that has a name for it', () => {
  it.each<[MediaRole, string, Schema]>([
    ['first_frame', 'image_url', text],
    ['first_frame', 'imageUrl', text],
    ['first_frame', 'promptImage', text],
    ['first_frame', 'input_image', link],
    ['first_frame', 'start_image_url', text],
    ['first_frame', 'first_frame_image', text],
    ['first_frame', 'start_keyframe_url', text],
    ['last_frame', 'endKeyframe', text],
    ['last_frame', 'tail_image_url', text],
    ['last_frame', 'end_image_url', text],
    ['last_frame', 'last_frame_image', text],
    ['reference_image', 'input_images', links],
    ['reference_image', 'image_urls', links],
    ['reference_image', 'reference_image_urls', links],
    ['reference_video', 'video_url', link],
    ['reference_audio', 'audio_url', link],
    ['reference_audio', 'audioUrls', links],
  ])('%s to %s', (role, name, field) => {
    expect(named(role, { [name]: field })).toBe(name);
  });

  it('through references, unions and null', () => {
    const $defs = { Link: link, Links: { type: 'array', items: { $ref: '#/$defs/Link' } } };
    const properties = {
      image_url: { anyOf: [{ $ref: '#/$defs/Link' }, { type: 'null' }] },
      image_urls: { oneOf: [{ $ref: '#/$defs/Links' }, { type: 'null' }] },
    };
    expect(fieldOf('first_frame', { $defs, properties })).toEqual({ name: 'image_url', isList: false });
    expect(fieldOf('reference_image', { $defs, properties })).toEqual({ name: 'image_urls', isList: true });
  });

  it.each<[MediaRole, string, Schema]>([
    ['first_frame', 'start_image', { image: link, start_image: link }],
    ['first_frame', 'firstFrameImage', { image_url: link, firstFrameImage: link }],
    ['reference_image', 'reference_image_urls', { images: links, reference_image_urls: links }],
    ['reference_video', 'reference_video_url', { video_url: link, reference_video_url: link }],
    ['reference_audio', 'ref_audio', { audio_url: link, ref_audio: link }],
  ])('%s to %s, whatever else takes such a medium', (role, name, properties) => {
    expect(named(role, properties)).toBe(name);
  });

  it('never as an object that lacks what a layer of it requires', () => {
    const kind = { type: 'object', properties: { kind: { enum: ['url'] } }, required: ['kind'] };
    const holder = { allOf: [kind, { type: 'object', properties: { url: link }, required: ['url'] }] };
    expect(fieldOf('first_frame', { properties: { image: holder } })).toBeUndefined();
    const listed = { type: 'array', items: { oneOf: [holder] } };
    expect(fieldOf('reference_image', { properties: { images: listed } })).toBeUndefined();
  });

  it('as objects, where it takes those', () => {
    const holder = { type: 'object', properties: { url: link, detail: text }, required: ['url'] };
    expect(fieldOf('first_frame', { properties: { image: holder } })).toEqual({
      name: 'image',
      isList: false,
      member: 'url',
    });
    const listed = { type: 'array', items: { anyOf: [holder] } };
    expect(fieldOf('reference_image', { properties: { images: listed } })).toEqual({
      name: 'images',
      isList: true,
      member: 'url',
    });
  });

  it.each<[string, MediaRole, string, Schema]>([
    ['a switch', 'reference_audio', 'audio', { type: 'boolean' }],
    ['a choice', 'first_frame', 'image', { type: 'string', enum: ['keep', 'drop'] }],
    [
      'an object that needs more than a link',
      'first_frame',
      'image',
      { type: 'object', properties: { url: text, weight: {} }, required: ['url', 'weight'] },
    ],
    ['a number', 'reference_image', 'images', { type: 'integer' }],
  ])('and not to one that takes no link: %s', (_, role, name, field) => {
    expect(named(role, { [name]: field })).toBeUndefined();
  });
});

describe('else to the one required field that takes a link and fits', () => {
  it.each<[string, MediaRole, Schema, string[]]>([
    ['by its format', 'first_frame', { source: link }, ['prompt', 'source']],
    ['by its name', 'first_frame', { hero_photo: text }, ['hero_photo']],
    [
      'by its description',
      'first_frame',
      { subject: { ...text, description: 'URL of the subject.' } },
      ['subject'],
    ],
    ['a reference too', 'reference_image', { image: link }, ['image']],
    ['a clip', 'reference_video', { driving_clip: link, image_url: link }, ['driving_clip', 'image_url']],
  ])('%s', (_, role, properties, required) => {
    expect(named(role, properties, required)).toBe(required.at(role === 'reference_video' ? 0 : -1));
  });

  it.each<[string, MediaRole, Schema, string[]]>([
    ['it is not required', 'first_frame', { source: link }, []],
    ['there are two', 'first_frame', { source: link, other: link }, ['source', 'other']],
    ['it is of another medium', 'first_frame', { driving_clip: link }, ['driving_clip']],
    ['it is called back', 'first_frame', { webhook_url: link }, ['webhook_url']],
    ['it is the end that is asked for', 'last_frame', { source: link }, ['source']],
    ['it is a beginning', 'reference_image', { start_photo: link }, ['start_photo']],
    [
      'it says that it is the first frame',
      'reference_image',
      { image: { ...link, description: 'The first frame.' } },
      ['image'],
    ],
    ['it is an end', 'first_frame', { end_photo: link }, ['end_photo']],
  ])('but not where %s', (_, role, properties, required) => {
    expect(named(role, properties, required)).toBeUndefined();
  });
});

it('else to the one field of pictures, where its name says nothing of what they are for', () => {
  expect(named('reference_image', { image_url: text })).toBe('image_url');
  expect(named('first_frame', { image_urls: links })).toBe('image_urls');
  expect(named('last_frame', { image_url: text })).toBeUndefined();
  expect(named('first_frame', { reference_images: links })).toBeUndefined();
  expect(named('reference_image', { image: text, end_image: text })).toBeUndefined();
});

it('a picture has no frames, and is made after the one picture that it takes', () => {
  expect(named('first_frame', { image: text }, ['image'], 'image')).toBeUndefined();
  expect(named('reference_image', { input_image: text }, [], 'image')).toBe('input_image');
});
