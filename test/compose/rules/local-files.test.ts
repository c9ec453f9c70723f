import { describe, expect, it } from 'vitest';
import { changeModel } from '../../../src/compose/rules/change-model.ts';
import { takesFiles } from '../../../src/compose/rules/input-flags.ts';
import {
  compositionFindings,
  unsentFiles,
  withFilesAsLinks,
} from '../../../src/compose/rules/local-files.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { begin, model, pickOf } from './any-model.ts';

const content = corpusSchema('content-parts').entry;
const text = { type: 'text', text: 'a fox' };
const picture = (url: string) => ({ type: 'image_url', image_url: { url }, role: 'reference_image' });

describe('a file of this machine in a request', () => {
  it('is a link where the request is held against rules: it will be one once it is sent', () => {
    const body = { model: content.id, input: { content: [text, picture('shots/hero 1.png')] } };
    expect(withFilesAsLinks(body, content).input).toEqual({
      content: [text, picture('https://upload.invalid/000000000000/hero%201.png')],
    });
    expect(compositionFindings(begin([content], { body }), {})).toEqual([]);
    const holder = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] };
    const images = model({ properties: { imageUrls: { type: 'array', items: holder }, mask_url: {} } });
    const held = {
      model: images.id,
      input: { imageUrls: [{ url: 'hero.png', detail: 'low' }], mask_url: 'a.png' },
    };
    expect(withFilesAsLinks(held, images).input).toEqual({
      imageUrls: [{ url: 'https://upload.invalid/000000000000/hero.png', detail: 'low' }],
      mask_url: 'a.png',
    });
  });

  it('is no fault of the kind that a value is of, nor of another model that takes files', () => {
    const link = { type: 'string', format: 'uri' };
    const of = (id: string, image: object) => ({
      id,
      medium: 'video',
      runtimeSeconds: undefined,
      maxOutputCount: undefined,
      inputSchema: {
        properties: { prompt: { type: 'string' }, image, images: { type: 'array', items: link } },
        required: ['prompt', 'image'],
      },
    });
    const [one, other] = [of('maker/one', link), of('maker/other', link)];
    const either = of('maker/either', { oneOf: [{ type: 'object' }, link] });
    const models = [one, other, either];
    const begun = (model: string) => {
      const input = { prompt: 'a fox', image: 'a/hero.png', images: ['a/x.png', 'b/x.png'] };
      return begin(models, { body: { model, input } });
    };
    const position = { at: 'variant', place: ['input', 'image'] } as const;
    expect(pickOf({ ...begun('maker/either'), position }).preset).toBe(1);
    expect(changeModel(begun('maker/one'), 'maker/other').body.input).toMatchObject({ image: 'a/hero.png' });
  });

  it('is found fault with where no flag would send it', () => {
    const body = { model: content.id, input: { content: [picture('hero.png'), text] } };
    const composition = begin([content], { body });
    expect(unsentFiles(composition, [{ role: 'reference_image', url: 'hero.png' }])).toEqual([]);
    expect(unsentFiles(composition, [])).toMatchObject([
      { where: 'input.content[0].image_url.url', severity: 'error' },
    ]);
  });

  it('can stand in the fields that media flags fill, and in no other', () => {
    const of = (id: string, medium: string) => ({
      id,
      medium,
      runtimeSeconds: undefined,
      maxOutputCount: undefined,
      inputSchema: { properties: { image: { type: 'string' }, start_image: {}, style_url: {} } },
    });
    // Of two fields of pictures the one that says it is the first frame is the flag's.
    expect(takesFiles(of('vendor-a/video-1-i2v', 'video'), 'start_image')).toBe(true);
    expect(takesFiles(of('vendor-a/video-1-i2v', 'video'), 'image')).toBe(false);
    expect(takesFiles(of('vendor-a/video-1-i2v', 'video'), 'style_url')).toBe(false);
    expect(takesFiles(of('maker/own', 'image'), 'image')).toBe(true);
    // A picture has no first frame, so that no flag would send it.
    expect(takesFiles(of('maker/own', 'image'), 'start_image')).toBe(false);
  });
});
