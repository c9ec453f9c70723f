import { describe, expect, it } from 'vitest';
import { preflight, submitFindings } from '../../src/rules/preflight.ts';
import { outline, tier25 } from './submit-bodies.ts';

describe('all findings of a submit', () => {
  it('come in the order of the body, whichever way its keys stand', () => {
    const body = {
      prompt_enhance: 'basic',
      callback_url: 'http://hooks.example',
      output: { count: 0 },
      extra: 1,
      input: {
        duration: 99,
        n: 2,
        content: [{ type: 'text' }, { type: 'draft_task', draft_task: { id: 'x' } }, { type: 'zip' }],
      },
      model: tier25,
    };
    expect(outline(body)).toEqual([
      'generator content-part input.content[0].text',
      'advice draft-resent input.content[0]',
      'service draft-reference input.content[1].draft_task.id',
      'generator content-part input.content[2].type',
      'advice draft-resent input.duration',
      'generator duration input.duration',
      'service vendor-n input.n',
      'service output-count output.count',
      'service callback-url callback_url',
      'service prompt-enhance-unsupported prompt_enhance',
      'advice unknown-field extra',
    ]);
  });

  it('each say what to write instead and which section says so', () => {
    const body = { model: tier25, input: { prompt: 'x', duration: 99, n: 1, draft: true, resolution: '4K' } };
    for (const one of submitFindings(body, {})) {
      expect(one.fix).not.toBe('');
      expect(one.section).toMatch(/^§\d/);
      expect(one.severity).toBe(one.enforcedBy === 'advice' ? 'warning' : 'error');
    }
  });

  it('never throw, whatever the body is', () => {
    const odd: unknown[] = [undefined, null, 5, 'x', [], {}, { model: {} }, { input: { content: {} } }];
    for (const body of odd) expect(preflight(body, {})).not.toEqual([]);
    expect(() =>
      preflight(JSON.parse('{"model":"vendor-b/video-2.5","input":{"__proto__":{"n":1}}}'), {}),
    ).not.toThrow();
  });
});
