import { describe, expect, it } from 'vitest';
import { filling } from '../../src/media/drawing/canvas.ts';
import { frameStandIn, standInLink } from '../../src/media/local-file.ts';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { openingOf } from '../../src/sandbox/links/output-link.ts';
import { renderClip } from '../../src/sandbox/media/render.ts';
import { clip, picture, service } from './fixtures/service.ts';
import { finished, task } from './fixtures/v1.ts';
import { testCanvas } from './media/fixtures/test-canvas.ts';

const beginsWith = (url: unknown) => ({
  body: { model: 'm', input: { content: [{ type: 'image_url', role: 'first_frame', image_url: { url } }] } },
  route: 'jobs' as const,
});

/** The deployment of a service, and the output of a job there. */
async function withOutput(body: unknown) {
  const one = service({ speed: 'instant' });
  const { id } = (await one.submit(body)).body;
  const { outputs } = (await one.poll(id)).body as unknown as { outputs: [{ url: string }] };
  return { deployment: createDeployment(one.settings), id, url: outputs[0].url };
}

describe('a clip that begins with a picture', () => {
  it('of the sandbox’s own knows that by its link', async () => {
    const { deployment, id, url } = await withOutput(picture);
    expect(openingOf(deployment, beginsWith(url))).toMatchObject({ jobId: id, position: 1 });
    expect(openingOf(deployment, beginsWith(`${url}x`))).toBeUndefined();
  });

  it('that is the closing still of a task knows that by its masked link and by its raw one', async () => {
    const one = service({ speed: 'instant' });
    const answer = await finished(one, 'tasks', task({ return_last_frame: true }));
    const deployment = createDeployment(one.settings);
    const { last_frame_url: raw } = answer.content as { last_frame_url: string };
    for (const url of [answer.last_frame_media_url, raw])
      expect(openingOf(deployment, beginsWith(url))).toMatchObject({ position: 'last' });
  });

  it.each(['https://example.com/fox.png', 'not a link', undefined])('of elsewhere draws none: %s', (url) => {
    expect(openingOf(createDeployment(service().settings), beginsWith(url))).toBeUndefined();
  });

  it('that was cut out of another clip, in the process of the caller alone, knows that by its stand-in', async () => {
    const made = await withOutput(clip({ resolution: '480p' }));
    const embedded = { ...made.deployment, embedded: true };
    const cut = beginsWith(frameStandIn(made.id));
    expect(openingOf(embedded, cut)).toMatchObject({ jobId: made.id, position: 'last' });
    expect(openingOf(made.deployment, cut)).toBeUndefined();
    expect(openingOf(embedded, beginsWith(frameStandIn('job_unknown')))).toBeUndefined();
    expect(openingOf(embedded, beginsWith(standInLink('fox.png', 'c0ffee')))).toBeUndefined();
    const still = await withOutput(picture);
    expect(
      openingOf({ ...still.deployment, embedded: true }, beginsWith(frameStandIn(still.id))),
    ).toBeUndefined();
  });

  it('that is a task of v1 without a closing still is known by its last frame, too', async () => {
    const one = service({ speed: 'instant' });
    const { id } = await finished(one, 'tasks', task({}));
    const deployment = { ...createDeployment(one.settings), embedded: true };
    expect(openingOf(deployment, beginsWith(frameStandIn(String(id))))).toMatchObject({ position: 'last' });
  });

  it('does not begin with a clip', async () => {
    const { deployment, url } = await withOutput(clip({ resolution: '480p' }));
    expect(openingOf(deployment, beginsWith(url))).toBeUndefined();
  });

  it('is another file than without, and the same each time', async () => {
    const request = {
      ...({ width: 96, height: 64, seconds: 1, container: 'mp4', sound: false } as const),
      ...{ seed: 1, prompt: 'a fox', jobId: 'job_1', model: 'm' },
    };
    const opening = testCanvas(40, 40);
    const first = await renderClip({ ...request, opening });
    expect(Buffer.from(first).equals(await renderClip({ ...request, opening }))).toBe(true);
    expect(Buffer.from(first).equals(await renderClip(request))).toBe(false);
  });
});

describe('a picture that fills a frame', () => {
  it('of its own size is itself', () => {
    const canvas = testCanvas(32, 16);
    expect(filling(canvas, canvas).pixels).toEqual(canvas.pixels);
  });

  it('of another shape is cut at two sides, and never stretched', () => {
    const pixels = Uint32Array.of(1, 2, 3, 4);
    expect([...filling({ width: 4, height: 1, pixels }, { width: 2, height: 1 }).pixels]).toEqual([2, 3]);
    expect([...filling({ width: 1, height: 4, pixels }, { width: 2, height: 2 }).pixels]).toEqual([
      2, 2, 3, 3,
    ]);
  });
});
