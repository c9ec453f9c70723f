import { describe, expect, it } from 'vitest';
import { submitFindings } from '../../../src/service/checks/preflight.ts';
import { flatBody, onlyFinding, outline, pictureModel, taskRoutes, tier25, words } from '../submit-bodies.ts';

const tasks = { route: 'tasks' } as const;

/** @see service document §4.5–4.8 */
describe('the body of a v1 submit', () => {
  it('is flat, and passes fields on that nobody knows', () => {
    expect(outline(flatBody(), tasks)).toEqual([]);
    expect(outline(flatBody({ camera_fixed: true, n: 2, enable_sequential: true }), tasks)).toEqual([]);
    expect(outline({ model: 'vendor-b/image-1', prompt: 'a fox', n: 2 }, { route: 'images' })).toEqual([]);
  });

  it.each(taskRoutes)('on %s names a model', (route) => {
    for (const model of [undefined, '', 7]) {
      const body = { ...flatBody(), model };
      expect(outline(body, { route })).toContain('service model-shape model');
    }
    for (const body of [null, [], 'text', 7]) {
      expect(onlyFinding(body, { route })).toMatchObject({ rule: 'body-shape', enforcedBy: 'service' });
    }
  });

  it('says what a body is made of on its own route', () => {
    expect(onlyFinding([], { route: 'images' })).toMatchObject({
      message: 'body is a list of 0; it must be an object with model and prompt',
      section: '§4.6',
    });
    expect(onlyFinding([], { route: 'spicy' })).toMatchObject({
      fix: 'send {"model": …, "content": …}',
      section: '§4.7',
    });
  });

  it.each([
    ['output', { count: 2 }],
    ['callback_url', 'http://hooks.example'],
    ['prompt_enhance', 'basic'],
  ])('has %s of v2 pointed out, and nothing more said of it', (name, value) => {
    const found = onlyFinding(flatBody({ [name]: value }), tasks);
    expect(found).toMatchObject({ rule: 'field-of-v2', where: name, severity: 'warning' });
    expect(found.fix).toContain('--api v2, without --route');
  });

  it('in the shape of v2 lacks its words, and is told which API has that shape', () => {
    const body = { model: tier25, input: { content: [words] } };
    expect(outline(body, tasks)).toEqual(['advice field-of-v2 input', 'generator prompt-missing content']);
    const [shape, unknown] = submitFindings({ model: pictureModel, prompt: 'a fox' }, {});
    expect(shape).toMatchObject({ rule: 'input-shape', where: 'input', enforcedBy: 'service' });
    expect(shape?.fix).toContain('--api v1');
    expect(unknown).toMatchObject({ rule: 'unknown-field', where: 'prompt' });
  });

  it('says where in itself something is wrong, not where v2 would have it', () => {
    const body = flatBody({ content: [{ type: 'zip' }], duration: 99, resolution: '4K' });
    expect(outline(body, tasks)).toEqual([
      'generator content-part content[0].type',
      'service resolution resolution',
      'generator duration duration',
    ]);
    expect(onlyFinding(flatBody({ content: [{ type: 'text' }] }), tasks).fix).toBe(
      'set content[0].text to a string',
    );
  });
});
