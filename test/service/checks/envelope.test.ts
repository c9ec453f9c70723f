import { describe, expect, it } from 'vitest';
import { onlyFinding, outline, videoBody, words } from '../submit-bodies.ts';

describe('the envelope of a v2 submit', () => {
  it('lets a minimal body through', () => {
    expect(outline(videoBody())).toEqual([]);
  });

  it.each([null, [], 'text', 7])('is refused whole where the body is %j', (body) => {
    expect(outline(body)).toEqual(['service body-shape body']);
  });

  it('names a missing model and a missing input', () => {
    expect(outline({})).toEqual(['service model-shape model', 'service input-shape input']);
    expect(onlyFinding({ input: { content: [words] } }).message).toBe(
      'model is missing; it must be an id of the model list',
    );
  });

  it.each([
    ['model', ''],
    ['model', 5],
    ['input', []],
    ['input', null],
    ['output', 2],
    ['callback_url', 5],
    ['prompt_enhance', 'more'],
  ])('refuses %s %j at its own path', (name, value) => {
    expect(onlyFinding({ ...videoBody(), [name]: value })).toMatchObject({
      where: name,
      enforcedBy: 'service',
      severity: 'error',
      section: '§2.4',
    });
  });

  it.each([0, -1, 1.5, '2', null])('refuses the output count %j', (count) => {
    expect(onlyFinding({ ...videoBody(), output: { count } })).toMatchObject({
      rule: 'output-count',
      where: 'output.count',
      enforcedBy: 'service',
    });
  });

  it('takes the one output format there is', () => {
    expect(outline({ ...videoBody(), output: { format: 'url', count: 1 } })).toEqual([]);
    expect(onlyFinding({ ...videoBody(), output: { format: 'b64' } }).message).toBe(
      'output.format is "b64"; it must be "url"',
    );
  });

  it('points out a field that the document does not name, and where it may belong', () => {
    const body = { ...videoBody(), duration: 5, output: { n: 2 } };
    expect(outline(body)).toEqual(['advice unknown-field output.n', 'advice unknown-field duration']);
    expect(onlyFinding({ ...videoBody(), duration: 5 })).toMatchObject({
      severity: 'warning',
      fix: 'remove it, or set input.duration if the model takes it',
    });
  });
});
