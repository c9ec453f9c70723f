import { describe, expect, it } from 'vitest';
import { inheritedRequest } from '../../../src/service/body/inherited-request.ts';

const content = [{ type: 'text', text: 'a fox' }];
const named = [{ type: 'draft_task', draft_task: { id: 'job_1' } }];
const asked = { draft: true, resolution: '480p', duration: 4, ratio: '1:1', seed: 0, watermark: true };

describe('the request of a final, as it is rendered', () => {
  it('has its draft’s words and settings, and its own tier and file', () => {
    const draft = { model: 'm', input: { content, ...asked } };
    const final = { model: 'm', input: { content: named, output_format: 'mov' }, output: { count: 1 } };
    expect(inheritedRequest(final, draft)).toEqual({
      model: 'm',
      input: { content, output_format: 'mov', duration: 4, ratio: '1:1', seed: 0 },
      output: { count: 1 },
    });
  });

  it('is flat on v1', () => {
    const final = { model: 'm', content: named, resolution: '1080p' };
    expect(inheritedRequest(final, { model: 'm', content, ...asked })).toEqual({
      model: 'm',
      content,
      resolution: '1080p',
      duration: 4,
      ratio: '1:1',
      seed: 0,
    });
  });

  it('takes nothing of what it sends once more', () => {
    const final = { input: { content: [...named, { type: 'text', text: 'a dog' }], seed: 9 } };
    expect(inheritedRequest(final, { input: { content } })).toEqual({ input: { content } });
  });

  it('stays as it is where either is not known', () => {
    const final = { input: { content: named } };
    expect(inheritedRequest(final, null)).toBe(final);
    expect(inheritedRequest(null, final)).toBeNull();
  });
});
