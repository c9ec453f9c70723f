import { expect, it } from 'vitest';
import { promptFieldOf } from '../../../src/service/body/prompt-field.ts';

const text = { type: 'string' };
const fieldOf = (properties: Record<string, unknown>, required: string[] = []) =>
  promptFieldOf({ medium: 'video', inputSchema: { properties, required } });

it.each(['promptText', 'prompt_text', 'text_prompt', 'inputs', 'text', 'positivePrompt'])(
  'the words of a prompt go to %s, where the schema has that in place of prompt',
  (name) => {
    expect(fieldOf({ [name]: text, seed: {} })).toBe(name);
  },
);

it.each<[string, Record<string, unknown>]>([
  ['is there', { prompt: text, promptText: text }],
  ['is not, and two others are', { promptText: text, text: text }],
  ['is not, and the other is a choice', { text: { enum: ['on', 'off'] } }],
  ['is not, and the other takes no text', { inputs: { type: 'array' } }],
  ['is not, and the other is a file', { inputs: { ...text, format: 'binary' } }],
  ['is in an object beside it', { inputs: text, parameters: { properties: { prompt: text } } }],
  ['and all others are missing', {}],
])('and to prompt where that %s', (_, properties) => {
  expect(fieldOf(properties)).toBe('prompt');
});

it('of two that mean it the required one takes them', () => {
  expect(fieldOf({ promptText: text, caption: text }, ['promptText'])).toBe('promptText');
});
