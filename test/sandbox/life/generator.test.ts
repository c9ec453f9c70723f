import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/sandbox/catalogue/index.ts';
import { type GeneratorRequest, renderingOf } from '../../../src/sandbox/life/generator.ts';
import { clip } from '../fixtures/service.ts';

function requestOf(body: Record<string, unknown>): GeneratorRequest {
  const model = catalogue.find(({ id }) => id === body.model);
  if (model === undefined) throw new Error(`no model ${body.model}`);
  return { jobId: 'job_00000000000000000000000000000001', model, body, draft: undefined };
}

const options = { duration: 6, ratio: '9:16', resolution: '1080p', seed: 9, output_format: 'mov' };

describe('what the generator renders', () => {
  it('is the clip that the options ask for', () => {
    expect(renderingOf(requestOf(clip(options, 'a heron')))).toEqual({
      kind: 'clip',
      resolution: '1080p',
      ratio: '9:16',
      seconds: 6,
      seed: 9,
      prompt: 'a heron',
      container: 'mov',
      sound: true,
    });
  });

  it('is the same for the flat body of v1', () => {
    const { model, input } = clip(options, 'a heron');
    for (const route of ['tasks', 'spicy', 'refs'] as const) {
      const flat = { ...requestOf({ model, ...input }), route };
      expect(renderingOf(flat)).toEqual(renderingOf(requestOf(clip(options, 'a heron'))));
    }
  });

  it('is the picture of a flat body, too', () => {
    const flat = requestOf({ model: 'vendor-a/image-1', prompt: 'a fox', size: '320x200', seed: 0 });
    expect(renderingOf({ ...flat, route: 'images' })).toEqual({
      kind: 'picture',
      width: 320,
      height: 200,
      seed: 0,
      prompt: 'a fox',
    });
  });

  it('has sound unless that is declined or the family knows none', () => {
    const soundOf = (body: Record<string, unknown>) => {
      const rendering = renderingOf(requestOf(body));
      return rendering.kind === 'clip' && rendering.sound;
    };
    expect(soundOf(clip())).toBe(true);
    expect(soundOf(clip({ generate_audio: true }))).toBe(true);
    expect(soundOf(clip({ generate_audio: false }))).toBe(false);
    expect(soundOf({ model: 'vendor-a/video-1', input: { prompt: 'a fox' } })).toBe(false);
  });

  it('is an MP4 unless the model writes what else is asked for', () => {
    const containerOf = (body: Record<string, unknown>) => {
      const rendering = renderingOf(requestOf(body));
      return rendering.kind === 'clip' ? rendering.container : undefined;
    };
    expect(containerOf(clip())).toBe('mp4');
    expect(containerOf(clip({ output_format: 'webm' }))).toBe('mp4');
    expect(containerOf({ ...clip({ output_format: 'mov' }), model: 'vendor-b/video-2.0' })).toBe('mp4');
  });

  it('takes all of a draft over but its size and, where the final names one, its container', () => {
    const draft = renderingOf(requestOf(clip({ ...options, resolution: undefined, draft: true })));
    const content = [{ type: 'draft_task', draft_task: { id: 'job_1' } }];
    const final = (input: object) =>
      renderingOf({ ...requestOf({ model: 'vendor-b/video-2.5', input: { content, ...input } }), draft });
    expect(draft).toMatchObject({ resolution: '480p', container: 'mov' });
    expect(final({})).toEqual({ ...draft, resolution: '1080p' });
    const again = { output_format: 'mp4', seed: 1, duration: 9, generate_audio: false };
    expect(final(again)).toEqual({ ...draft, resolution: '1080p', container: 'mp4' });
  });
});
