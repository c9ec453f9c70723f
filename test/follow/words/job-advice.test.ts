import { describe, expect, it } from 'vitest';
import {
  adviceLine,
  adviceOn,
  type JobAdvice,
  jobErrorAdvice,
} from '../../../src/follow/words/job-advice.ts';
import { jobErrorCodes } from '../../../src/service/job.ts';
import { job } from './jobs.ts';

const failed = (code: string, parts: Parameters<typeof job>[0] = {}): string | undefined => {
  const error = { code, message: null, provider_code: null };
  const advice: JobAdvice | undefined = adviceOn(job({ status: 'failed', error, ...parts }));
  return advice === undefined ? undefined : adviceLine(advice);
};
const picture = {
  model: 'vendor-a/image-1',
  media: 'image',
  request: { model: 'vendor-a/image-1', input: {} },
};
const final = { draft_of: 'job_draft' };

describe('what helps after a failure', () => {
  it('of a clip is to leave the sound out, where it can be and was not', () => {
    expect(failed('provider_failed')).toMatch(
      /: rerun with --no-audio makes a new job, with a charge of its own$/,
    );
    const silent = { request: { model: 'vendor-b/video-2.5', input: { generate_audio: false } } };
    expect(failed('provider_failed', silent)).toBe(
      'rerun with --attempts 3 makes a new job, with a charge of its own',
    );
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

  it('of a clip that is too much asks for less: a lower resolution, or half the length where there is none lower', () => {
    const asked = (input: object) => ({ request: { model: 'vendor-b/video-2.5', input } });
    expect(failed('output_too_large', asked({}))).toBe(
      'rerun with --resolution 480p makes a new job, with a charge of its own',
    );
    expect(failed('expired', asked({ resolution: '1080p' }))).toBe(
      'rerun with --resolution 720p makes a new job, with a charge of its own',
    );
    expect(failed('expired', asked({ resolution: '480p', duration: 20 }))).toBe(
      'rerun with --duration 10 makes a new job, with a charge of its own',
    );
    expect(failed('expired', asked({ resolution: '480p', duration: 5 }))).toMatch(/^ask for less/);
  });

  it('is no command where the request is not known', () => {
    expect(failed('internal', { request: null })).toBe('run it again');
  });

  it('of what is refused changes the request, and asks for no list: the request fitted that', () => {
    const change =
      'change the request, such as its words: rerun with --prompt makes a new job, with a charge of its own';
    expect(failed('provider_rejected')).toBe(change);
    expect(failed('provider_rejected', { route: 'spicy' })).toBe(change);
    expect(failed('provider_rejected', { request: null })).toBe('change the request, such as its words');
    expect(jobErrorAdvice.provider_rejected.help).not.toContain('genctl models');
  });

  it('of a request without words is to give it some, or its draft', () => {
    const asked = (input: object) => ({ model: 'vendor-a/image-1', input });
    const wordless = { prompt: ' ', request: asked({ prompt: ' ' }) };
    expect(failed('provider_rejected', wordless)).toBe(
      'it has no words: rerun with --prompt makes a new job, with a charge of its own',
    );
    const ofDraft = { ...final, prompt: null, request: asked({}), rendered: asked({ draft: true }) };
    expect(failed('provider_rejected', ofDraft)).toMatch(
      /: rerun with --prompt makes a new job, with a charge of its own$/,
    );
    expect(failed('provider_rejected', { ...ofDraft, rendered: null })).toMatch(
      /: rerun makes a new job, with a charge of its own$/,
    );
    const pictured = { prompt: null, request: asked({ image: 'https://example.com/a.png' }) };
    expect(failed('provider_rejected', pictured)).toContain('change the request');
  });
});
