import { describe, expect, it } from 'vitest';
import { done, give, go, having, lineOf, masking, model, text, worded } from './any-model.ts';

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
    const styled = worded(entry, '', { give: 'variant', index: 1 }, give('ink'));
    expect(lineOf(styled)).toMatchObject({ message: 'Prompt' });
    expect(lineOf(styled).read('')).toEqual({ fault: 'The model needs a prompt.' });
    const whole = having(styled, give('a fox'));
    expect(whole.body.input).toEqual({ prompt: 'a fox', style: 'ink' });
    expect(having(whole, done).position).toEqual({ at: 'summary' });
  });

  it('is what another field depends on', () => {
    const mask = { give: 'enter', place: ['input', 'mask'] } as const;
    const masked = worded(masking, 'a fox', mask, give('https://example.com/m.png'));
    expect(lineOf(masked).message).toBe('--ref-image');
    expect(lineOf(masked).read('')).toEqual({ fault: 'It needs a value.' });
    const whole = having(masked, give('https://example.com/i.png'), done);
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
    expect(worded(entry, 'a fox', give('fast'), done).position).toEqual({ at: 'summary' });
    const fine = worded(entry, 'a fox', give('fine'));
    expect(lineOf(fine).message).toBe('steps');
    expect(lineOf(fine).read('0')).toHaveProperty('fault');
    expect(having(fine, give(8), done).position).toEqual({ at: 'summary' });
  });

  it('is one of two fields of an object', () => {
    const shot = ['input', 'shot'];
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
    const first = worded(
      entry,
      'a fox',
      go({ at: 'menu', place: shot }),
      { give: 'enter', place: [...shot, 'seconds'] },
      give(4),
    );
    expect(first.position).toEqual({ at: 'value', place: [...shot, 'image'] });
    const whole = having(first, give('https://example.com/a.png'), done, done);
    expect(whole.position).toEqual({ at: 'summary' });
  });

  it('is what JSON left out', () => {
    const number = { type: 'number' };
    const camera = { type: 'object', required: ['x', 'y'], properties: { x: number, y: number } };
    const entry = model({
      type: 'object',
      required: ['prompt', 'camera'],
      properties: { prompt: text, camera },
    });
    const input = { prompt: 'a fox', camera: { x: 1 } };
    const written = worded(entry, 'a fox', go({ at: 'json', place: ['input'] }), give(input));
    expect(written.position).toEqual({ at: 'value', place: ['input', 'camera', 'y'] });
    expect(having(written, give(2), done).position).toEqual({ at: 'summary' });
    const whole = { prompt: 'a fox', camera: { x: 1, y: 2 } };
    const settled = worded(entry, 'a fox', go({ at: 'json', place: ['input'] }), give(whole));
    expect(settled.position).toEqual({ at: 'summary' });
  });
});
