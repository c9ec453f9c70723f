import { describe, expect, it } from 'vitest';
import { jobErrorCodes } from '../../../src/contract/wire-error.ts';
import { adviceOn } from '../../../src/ui/render/job-advice.ts';
import { job } from './jobs.ts';

const failed = (code: string, parts: Parameters<typeof job>[0] = {}) =>
  adviceOn(job({ status: 'failed', error: { code, message: null, provider_code: null }, ...parts }));
const picture = {
  model: 'vendor-a/image-1',
  media: 'image',
  request: { model: 'vendor-a/image-1', input: {} },
};
const final = { draft_of: 'job_draft' };

describe('what helps after a failure', () => {
  it('of a clip is to leave the sound out, where it can be and was not', () => {
    expect(failed('provider_failed')).toMatch(/: genctl rerun job_01 --attempts 3 --no-audio$/);
    const silent = { request: { model: 'vendor-b/video-2.5', input: { generate_audio: false } } };
    expect(failed('provider_failed', silent)).toBe('run it again: genctl rerun job_01 --attempts 3');
    // A flag that the model does not take is refused.
    expect(failed('provider_failed', { model: 'vendor-a/video-1' })).not.toContain('audio');
  });

  it.each(jobErrorCodes)('of a picture speaks of neither sound nor clip: %s', (code) => {
    expect(failed(code, picture)).toBeDefined();
    expect(failed(code, picture)).not.toMatch(/audio|sound|clip|--output-format/);
  });

  it.each(jobErrorCodes)('of a final names no flag that is its draft’s: %s', (code) => {
    expect(failed(code, final)).not.toMatch(/--no-audio|--output-format|shorter/);
  });

  it('is no command where the request is not known', () => {
    expect(failed('internal', { request: null })).toBe('run it again');
  });

  it('of what is refused names the model, where the list has it', () => {
    expect(failed('provider_rejected')).toMatch(/: genctl models vendor-b\/video-2\.5$/);
    expect(failed('provider_rejected', { route: 'spicy' })).toBe('change the request');
  });
});
