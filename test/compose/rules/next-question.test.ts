import { describe, expect, it } from 'vitest';
import { questionOf } from '../../../src/compose/rules/question.ts';
import { begun, having, model, text } from './any-model.ts';

describe('what has become required by an answer', () => {
  it('is the prompt, where a kind that is chosen later needs it', () => {
    const entry = model({
      type: 'object',
      properties: { prompt: text },
      oneOf: [
        { title: 'a remix', required: ['source'], properties: { source: text } },
        { title: 'new', required: ['style', 'prompt'], properties: { style: text } },
      ],
    });
    const styled = having(entry, [
      begun,
      { give: 'prompt', words: '' },
      { give: 'variant', index: 1 },
      { give: 'value', value: 'ink' },
      { give: 'done' },
    ]);
    expect(questionOf(styled, { models: [entry] })).toMatchObject({
      ask: 'prompt',
      need: { required: true },
    });
    const whole = having(entry, [{ give: 'prompt', words: 'a fox' }], styled);
    expect(whole.body.input).toEqual({ prompt: 'a fox', style: 'ink' });
    expect(having(entry, [{ give: 'done' }], whole).position).toEqual({ at: 'summary' });
  });

  it('is what another field depends on', () => {
    const entry = model({
      type: 'object',
      required: ['prompt'],
      properties: { prompt: text, mask: text, image: text },
      dependentRequired: { mask: ['image'] },
    });
    const masked = having(entry, [
      begun,
      { give: 'prompt', words: 'a fox' },
      { give: 'go', to: { at: 'value', place: ['input', 'mask'] } },
      { give: 'value', value: 'https://example.com/m.png' },
    ]);
    const menu = questionOf(masked, { models: [entry] });
    expect(menu.ask === 'menu' && menu.menu.entries[menu.menu.preset]).toMatchObject({ label: 'image' });
    const asked = having(entry, [{ give: 'done' }], masked);
    expect(questionOf(asked, { models: [entry] })).toMatchObject({
      ask: 'value',
      place: ['input', 'image'],
      field: { required: true },
    });
    const whole = having(entry, [{ give: 'value', value: 'https://example.com/i.png' }], asked);
    expect(whole.position).toEqual({ at: 'summary' });
  });

  it('is what stands in the branch of a condition, and only there', () => {
    const entry = model({
      type: 'object',
      required: ['prompt', 'mode'],
      properties: { prompt: text, mode: { enum: ['fast', 'fine'] } },
      if: { properties: { mode: { const: 'fine' } } },
      then: { required: ['steps'], properties: { steps: { type: 'integer', minimum: 1 } } },
    });
    const chosen = (mode: string) =>
      having(entry, [
        begun,
        { give: 'prompt', words: 'a fox' },
        { give: 'value', value: mode },
        { give: 'done' },
      ]);
    expect(chosen('fast').position).toEqual({ at: 'summary' });
    const fine = chosen('fine');
    expect(questionOf(fine, { models: [entry] })).toMatchObject({
      ask: 'value',
      place: ['input', 'steps'],
      field: { shape: { kind: 'number' }, required: true },
    });
    expect(having(entry, [{ give: 'value', value: 8 }], fine).position).toEqual({ at: 'summary' });
  });

  it('is one of two fields of an object', () => {
    const entry = model({
      type: 'object',
      required: ['prompt'],
      properties: {
        prompt: text,
        shot: {
          type: 'object',
          properties: { image: text, words: text, seconds: { type: 'number' } },
          anyOf: [{ required: ['image'] }, { required: ['words'] }],
        },
      },
    });
    const shot = ['input', 'shot'];
    const first = having(entry, [
      begun,
      { give: 'prompt', words: 'a fox' },
      { give: 'go', to: { at: 'menu', place: shot } },
      { give: 'go', to: { at: 'value', place: [...shot, 'seconds'] } },
      { give: 'value', value: 4 },
    ]);
    const menu = questionOf(first, { models: [entry] });
    expect(menu.ask === 'menu' && menu.menu.entries[menu.menu.preset]).toMatchObject({ label: 'image' });
    const left = having(entry, [{ give: 'done' }, { give: 'done' }], first);
    expect(left.position).toEqual({ at: 'value', place: [...shot, 'image'] });
    const whole = having(
      entry,
      [{ give: 'value', value: 'https://example.com/a.png' }, { give: 'done' }],
      left,
    );
    expect(whole.position).toEqual({ at: 'summary' });
  });

  it('is what JSON left out', () => {
    const entry = model({
      type: 'object',
      required: ['prompt', 'camera'],
      properties: {
        prompt: text,
        camera: {
          type: 'object',
          required: ['x', 'y'],
          properties: { x: { type: 'number' }, y: { type: 'number' } },
        },
      },
    });
    const written = having(entry, [
      begun,
      { give: 'go', to: { at: 'json', place: ['input'] } },
      { give: 'value', value: { prompt: 'a fox', camera: { x: 1 } } },
    ]);
    expect(written.position).toEqual({ at: 'value', place: ['input', 'camera', 'y'] });
    expect(having(entry, [{ give: 'value', value: 2 }], written).position).toEqual({ at: 'summary' });
  });

  it('is of the kind that was chosen, not of the one that comes nearest', () => {
    const entry = model({
      type: 'object',
      required: ['prompt', 'source'],
      properties: {
        prompt: text,
        source: {
          oneOf: [
            { title: 'by link', type: 'object', required: ['url'], properties: { url: text } },
            {
              title: 'by parts',
              type: 'object',
              required: ['bucket', 'key', 'region'],
              properties: { bucket: text, key: text, region: text },
            },
          ],
        },
      },
    });
    const source = ['input', 'source'];
    const chosen = having(entry, [begun, { give: 'prompt', words: 'a fox' }, { give: 'variant', index: 1 }]);
    const written = having(
      entry,
      [
        { give: 'go', to: { at: 'json', place: source } },
        { give: 'value', value: { bucket: 'b' } },
        { give: 'done' },
      ],
      chosen,
    );
    expect(written.position).toEqual({ at: 'value', place: [...source, 'key'] });
  });
});
