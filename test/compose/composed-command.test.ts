import { describe, expect, it } from 'vitest';
import { composedCommand, composedWords } from '../../src/compose/composed-command.ts';
import { intent } from '../ledger/fixtures/records.ts';
import { none } from './no-defaults.ts';

const id = 'vendor-b/video-2.5';
const entry = {
  ...{ id, medium: 'video', runtimeSeconds: 60, maxOutputCount: undefined },
  inputSchema: { type: 'object', properties: { content: { type: 'array' }, draft: { type: 'boolean' } } },
};
const final = { model: id, input: { content: [{ type: 'draft_task', draft_task: { id: 'job_1' } }] } };
const commandOf = (body: Record<string, unknown>, draft?: Parameters<typeof composedCommand>[0]['draft']) =>
  composedCommand({ body, entry, draft, given: {}, defaults: none }).command;

describe('the command of a composed request', () => {
  it('is finalize for the final of a draft that would be asked for alike', () => {
    expect(commandOf(final)).toBe('finalize');
    expect(commandOf(final, { route: 'jobs', intent: intent({ model: id }) })).toBe('finalize');
    expect(commandOf(final, { route: 'jobs', intent: null })).toBe('finalize');
  });

  it('is submit where finalize would send another request than the one that was shown', () => {
    expect(commandOf(final, { route: 'tasks', intent: intent({ route: 'tasks', model: id }) })).toBe(
      'submit',
    );
    expect(commandOf(final, { route: 'jobs', intent: intent({ model: 'vendor-b/other' }) })).toBe('submit');
  });

  it('is draft where its flags say all of the request, else submit', () => {
    const input = { content: [{ type: 'text', text: 'a fox' }], draft: true };
    expect(commandOf({ model: id, input })).toBe('draft');
    expect(commandOf({ model: id, input, output: { count: 2 } })).toBe('submit');
  });
});

describe('a local file in a request that a default would change', () => {
  const link = { type: 'string', format: 'uri' };
  const properties = {
    prompt: { type: 'string' },
    image: link,
    images: { type: 'array', items: link },
    duration: {},
  };
  const model = { ...entry, id: 'maker/one', inputSchema: { type: 'object', properties } };
  const defaults = { ...none, options: { duration: 9 } };
  const media = (input: Record<string, unknown>) => {
    const command = composedCommand({ body: { model: model.id, input }, entry: model, given: {}, defaults });
    return composedWords(command);
  };

  it('has its flag behind the body, so that it is sent', () => {
    const words = media({ prompt: 'a fox', image: 'fox.png' });
    expect(words.body).toEqual({ model: model.id, input: { prompt: 'a fox' } });
    expect(words.media).toEqual([{ role: 'first_frame', url: 'fox.png' }]);
    const several = media({ prompt: 'a fox', images: ['https://example.com/a.png', 'fox.png'] });
    expect(several.body?.input).toEqual({ prompt: 'a fox', images: ['https://example.com/a.png'] });
    expect(several.media).toEqual([{ role: 'reference_image', url: 'fox.png' }]);
  });

  it('stays in the body where its flag would put it at another place, and is found fault with', () => {
    const words = media({ prompt: 'a fox', images: ['fox.png', 'https://example.com/a.png'] });
    expect(words.media).toEqual([]);
    expect(words.body?.input).toMatchObject({ images: ['fox.png', 'https://example.com/a.png'] });
  });
});
