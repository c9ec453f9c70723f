import { describe, expect, it } from 'vitest';
import { promptShapeOf } from '../../../src/service/body/recipient.ts';
import { preflight } from '../../../src/service/checks/preflight.ts';
import { entryOf, line20, onlyFinding, outline, pictureModel, tier25, words } from '../submit-bodies.ts';

describe('where the words of a request are', () => {
  it.each([tier25, line20, 'vendor-b/video-9'])('is content for %s', (model) => {
    expect(outline({ model, input: { content: [words] } })).toEqual([]);
    expect(outline({ model, input: { prompt: 'a fox' } })).toEqual(['generator prompt-shape input.prompt']);
    expect(outline({ model, input: {} })).toEqual(['generator prompt-missing input.content']);
    expect(outline({ model, input: { content: [] } })).toEqual(['generator prompt-missing input.content']);
    expect(outline({ model, input: { content: 'a fox' } })).toEqual(['generator prompt-type input.content']);
  });

  it('is a prompt string for the vendor-a models', () => {
    const model = pictureModel;
    expect(outline({ model, input: { prompt: 'a fox' } })).toEqual([]);
    expect(outline({ model, input: { content: [words] } })).toEqual(['generator prompt-shape input.content']);
    expect(onlyFinding({ model, input: { prompt: ['a fox'] } }).message).toBe(
      'input.prompt is a list of 1; for the vendor-a images it is a string',
    );
  });

  it('is left to the live schema where a prompt is absent', () => {
    const body = { model: pictureModel, input: { image: 'https://media.example/p.png' } };
    const schemaOf = (required: string[]) => ({
      model: entryOf(pictureModel, { inputSchema: { properties: { prompt: {}, image: {} }, required } }),
    });
    expect(outline(body)).toEqual(['advice prompt-missing input.prompt']);
    expect(outline(body, schemaOf(['image']))).toEqual([]);
    expect(outline(body, schemaOf(['prompt']))).toEqual(['generator prompt-missing input.prompt']);
    const apart = { allOf: [{ $ref: '#/$defs/words' }], $defs: { words: { required: ['prompt'] } } };
    expect(outline(body, { model: entryOf(pictureModel, { inputSchema: apart }) })).toEqual([
      'generator prompt-missing input.prompt',
    ]);
  });

  it.each([
    ['tasks', tier25, 'content', 'prompt'],
    ['spicy', 'spicy/video-2-5', 'content', 'prompt'],
    ['images', 'vendor-b/image-1', 'prompt', 'content'],
  ] as const)('on %s of %s is %s beside the model', (route, model, own, other) => {
    const value = { content: [words], prompt: 'a fox' };
    expect(outline({ model, [own]: value[own] }, { route })).toEqual([]);
    expect(outline({ model, [other]: value[other] }, { route })).toEqual([`generator prompt-shape ${other}`]);
    expect(outline({ model }, { route })).toEqual([`generator prompt-missing ${own}`]);
    expect(outline({ model, ...value }, { route })).toEqual([`advice prompt-twice ${other}`]);
  });

  it('is pointed out where both are given', () => {
    expect(outline({ model: tier25, input: { content: [words], prompt: 'a fox' } })).toEqual([
      'advice prompt-twice input.prompt',
    ]);
  });

  it.each([
    ['at once', { properties: { content: {} } }],
    ['behind a reference', { $ref: '#/$defs/input', $defs: { input: { properties: { content: {} } } } }],
    ['in one of its kinds', { oneOf: [{ properties: { content: {} } }, { properties: { image: {} } }] }],
  ])('of a model of no family is a list where its schema names one %s', (_, inputSchema) => {
    expect(promptShapeOf('maker/one', inputSchema)).toBe('content');
  });

  it('is what a live schema names, where that is the other shape', () => {
    const body = { model: 'house/other', input: { content: [words] } };
    const facts = { model: entryOf('house/other', { inputSchema: { properties: { content: {} } } }) };
    expect(outline(body, facts)).toEqual(['generator prompt-shape input.content']);
    expect(preflight(body, facts)).toEqual([]);
  });
});
