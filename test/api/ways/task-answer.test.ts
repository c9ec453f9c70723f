import { describe, expect, it } from 'vitest';
import { jobOfTask, taskObjection } from '../../../src/api/ways/task-answer.ts';

const job = (body: unknown) => jobOfTask(body, 'tasks', 'cgt-1');
const masked = 'https://api.example/v1/media/a';
const raw = 'https://vendor.example/clip.mp4?sig=1';

describe('a task of v1', () => {
  it.each([
    ['running', 'running'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['canceled', 'canceled'],
    ['cancelled', 'canceled'],
    ['queued', 'queued'],
    ['submitted', 'submitted'],
    ['processing', 'processing'],
    ['completed', 'completed'],
    ['resting', 'resting'],
  ])('that is %s is the job %s', (status, shown) => {
    expect(job({ status })).toEqual({ id: 'cgt-1', status: shown, media: 'video' });
  });

  it('brings its facts along', () => {
    const body = {
      id: 'cgt-1',
      job_id: 'job_1',
      model: 'native-2-5',
      status: 'succeeded',
      created_at: 1_772_625_600,
      updated_at: 1_772_625_660,
      cost_usd: 0.5,
      content: { video_url: raw },
      media_url: masked,
      seed: 7,
    };
    expect(job(body)).toEqual({
      id: 'cgt-1',
      status: 'succeeded',
      model: 'native-2-5',
      media: 'video',
      created_at: '2026-03-04T12:00:00.000Z',
      completed_at: '2026-03-04T12:01:00.000Z',
      cost_usd: 0.5,
      outputs: [{ url: masked, type: 'video', content_type: 'video/mp4' }],
    });
  });

  it.each([
    [1_772_625_600, '2026-03-04T12:00:00.000Z'],
    [1_772_625_600_123, '2026-03-04T12:00:00.123Z'],
    ['2026-03-04T12:00:00.000000+00:00', '2026-03-04T12:00:00.000000+00:00'],
    ['soon', undefined],
    [0, undefined],
    [Number.NaN, undefined],
    [1e300, undefined],
    [null, undefined],
  ])('made at %j reads %j', (created_at, shown) => {
    expect(job({ status: 'running', created_at }).created_at).toBe(shown);
  });

  it('that goes on was not completed when it was last changed', () => {
    expect(job({ status: 'running', updated_at: 1_772_625_660 }).completed_at).toBeUndefined();
  });

  it('says why it failed, in words that hold no picture of the request', () => {
    const message = `image data:image/png;base64,${'iVBORw0KGgo'.repeat(9000)} is refused`;
    const failed = job({
      status: 'failed',
      error: { code: 'provider_failed', message, provider_code: 'E7' },
    });
    expect(failed.error).toEqual({
      code: 'provider_failed',
      message: 'image data:image/png,*** is refused',
      provider_code: 'E7',
    });
    expect(job({ status: 'failed', error: 'no' }).error).toEqual({ message: 'no' });
    expect(job({ status: 'succeeded', error: null }).error).toBeUndefined();
  });

  it.each([
    ['the masked link', { media_url: masked, content: { video_url: raw } }, [masked]],
    ['the raw one where there is no other', { content: { video_url: raw } }, [raw]],
    [
      'the closing still last',
      {
        media_url: masked,
        content: { video_url: raw, last_frame_url: 'https://v/l.png' },
        last_frame_media_url: `${masked}l`,
      },
      [masked, `${masked}l`],
    ],
    [
      'its raw link where there is no other',
      { media_url: masked, content: { last_frame_url: 'https://v/l.png' } },
      [masked, 'https://v/l.png'],
    ],
    [
      'each picture, the first by its masked link',
      { media_url: masked, data: [{ url: 'https://v/1.png' }, { url: 'https://v/2.png' }] },
      [masked, 'https://v/2.png'],
    ],
    [
      'the readable of several',
      { data: [null, { url: 7 }, { url: 'https://v/3.png' }, 'x'] },
      ['https://v/3.png'],
    ],
    ['a picture behind a masked link alone', { media_url: masked, data: [] }, [masked]],
    ['no empty link', { media_url: '', content: { video_url: null } }, undefined],
    ['nothing where nothing is', {}, undefined],
  ])('gives %s', (_, body, urls) => {
    expect(job({ status: 'succeeded', ...body }).outputs?.map(({ url }) => url)).toEqual(urls);
  });

  it('has no outputs before it succeeded', () => {
    for (const status of ['running', 'failed', 'expired'])
      expect(job({ status, media_url: masked }).outputs).toBeUndefined();
  });

  it.each([
    [{ content: { video_url: 'https://v/a.mov?x' }, media_url: masked }, 'video', 'video/quicktime'],
    [{ output_format: 'mov', media_url: masked }, 'video', 'video/quicktime'],
    [{ media_url: masked }, 'video', undefined],
    [{ content: { video_url: 'https://v/a.exe' } }, 'video', undefined],
    [{ data: [{ url: 'https://v/a.WEBP' }] }, 'image', 'image/webp'],
  ])('of %j is %s, %s', (body, type, contentType) => {
    const [output] = job({ status: 'succeeded', ...body }).outputs ?? [];
    expect([output?.type, output?.content_type]).toEqual([type, contentType]);
  });

  it('knows its closing still for a picture', () => {
    const [, still] =
      job({ status: 'succeeded', media_url: masked, last_frame_media_url: masked }).outputs ?? [];
    expect(still).toMatchObject({ type: 'image', content_type: 'image/png' });
  });

  it.each([
    ['tasks', {}, 'lacks a status'],
    ['tasks', { status: 200 }, 'lacks a status'],
    ['tasks', [], 'lacks a status'],
    ['tasks', { status: 'running' }, undefined],
    ['tasks', { status: 'running', id: 'cgt-1', job_id: 'job_1' }, undefined],
    ['tasks', { status: 'running', id: 'x', job_id: 'cgt-1' }, undefined],
    ['tasks', { status: 'running', id: 'cgt-2' }, 'is about the task cgt-2'],
    ['spicy', { status: 'running', id: 'vendor-7' }, undefined],
    ['spicy', { status: 'running', id: 'vendor-7', job_id: 'job_2' }, 'is about the task'],
  ] as const)('on %s may say %j: %s', (route, body, objection) => {
    const said = taskObjection(body, route, 'cgt-1');
    if (objection === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(objection);
  });
});
