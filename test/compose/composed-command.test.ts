import { describe, expect, it } from 'vitest';
import { composedCommand } from '../../src/compose/composed-command.ts';
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
