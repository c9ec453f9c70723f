import { describe, expect, it } from 'vitest';
import { enhancingModel, onlyFinding, outline, tier25, videoBody } from '../submit-bodies.ts';

const enhanced = (prompt_enhance: string, prompt = 'a fox') => ({
  model: enhancingModel,
  input: { prompt },
  prompt_enhance,
});

describe('prompt_enhance', () => {
  it.each(['basic', 'full'])('%s is refused by the service on a model without it', (level) => {
    expect(onlyFinding({ ...videoBody(), prompt_enhance: level })).toMatchObject({
      rule: 'prompt-enhance-unsupported',
      where: 'prompt_enhance',
      enforcedBy: 'service',
      message: `${tier25} does not take prompt_enhance`,
      fix: `remove prompt_enhance, or set model to ${enhancingModel}`,
    });
  });

  it('off asks for nothing: where the field is of no use it is pointed out, and not refused', () => {
    expect(onlyFinding({ ...videoBody(), prompt_enhance: 'off' })).toMatchObject({
      rule: 'prompt-enhance-off',
      severity: 'warning',
      fix: 'remove prompt_enhance',
    });
    expect(outline(enhanced('off'))).toEqual([]);
  });

  it('leaves a prompt over 4,000 characters as it is, which is pointed out', () => {
    expect(outline(enhanced('basic', 'x'.repeat(4_000)))).toEqual([]);
    expect(onlyFinding(enhanced('basic', 'x'.repeat(4_001)))).toMatchObject({
      rule: 'prompt-enhance-length',
      severity: 'warning',
      message: 'the prompt is 4001 characters; over 4000 it is used as written and not enhanced',
    });
  });

  it('full says who else sees the references, and that it is billed', () => {
    expect(onlyFinding(enhanced('full'))).toMatchObject({
      rule: 'prompt-enhance-third-party',
      severity: 'warning',
    });
  });
});
