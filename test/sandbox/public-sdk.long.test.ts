import { randomBytes } from 'node:crypto';
import { createByteDance } from '@ai-sdk/bytedance';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenSandbox } from '../../src/sandbox/listen.ts';
import { stateFolder } from './fixtures/service.ts';

/** A kit that others made for such a service, over HTTP and as it comes; it is told where the service is. */
async function kit() {
  const listening = await listenSandbox({
    folder: stateFolder(),
    nowMs: Date.now,
    randomBytes,
    speed: 'instant',
    port: 0,
    noCdn: false,
  });
  onTestFinished(() => listening.close());
  return createByteDance({ baseURL: `${listening.baseUrl}/v1/vendor-b`, apiKey: listening.apiKey });
}

type Kit = Awaited<ReturnType<typeof kit>>;
type VideoCall = Parameters<ReturnType<Kit['video']>['doGenerate']>[0];
type ImageCall = Parameters<ReturnType<Kit['image']>['doGenerate']>[0];

const png = { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;
const bytedance = { pollIntervalMs: 20 };

const call: VideoCall = {
  prompt: 'a red fox in snow',
  n: 1,
  aspectRatio: '1:1',
  resolution: '640x640',
  duration: 4,
  fps: undefined,
  seed: 7,
  image: undefined,
  frameImages: undefined,
  inputReferences: undefined,
  generateAudio: false,
  providerOptions: { bytedance },
};

const drawing: ImageCall = {
  prompt: 'a red fox',
  n: 1,
  size: undefined,
  aspectRatio: undefined,
  seed: undefined,
  files: undefined,
  mask: undefined,
  providerOptions: {},
};

async function fetched(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

async function clipOf(one: Kit, more: Partial<VideoCall>, model = 'vendor-b/video-2.5'): Promise<Buffer> {
  const { videos, providerMetadata } = await one.video(model).doGenerate({ ...call, ...more });
  expect(providerMetadata?.bytedance).toMatchObject({ usage: { completion_tokens: expect.any(Number) } });
  const [video] = videos;
  if (video?.type !== 'url') throw new Error('the kit gave no link');
  return fetched(video.url);
}

describe('what a public kit can ask for, over HTTP', () => {
  it('is a model by the name that the vendor has for it', async () => {
    const bytes = await clipOf(await kit(), {}, 'native-video-2-5');
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
    expect(bytes.includes('mp4a')).toBe(false);
  });

  it('is a clip with sound between two frames of this machine', async () => {
    const frameImages: VideoCall['frameImages'] = [
      { frameType: 'first_frame', image: png },
      { frameType: 'last_frame', image: png },
    ];
    const bytes = await clipOf(await kit(), { frameImages, generateAudio: true });
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
    expect(bytes.includes('mp4a')).toBe(true);
  });

  it('is a draft, and its final by an option that the kit does not know', async () => {
    const one = await kit();
    const { resolution: _, ...plain } = call;
    const draft = await one.video('vendor-b/video-2.5').doGenerate({
      ...plain,
      resolution: undefined,
      providerOptions: { bytedance: { ...bytedance, draft: true } },
    });
    const id = draft.providerMetadata?.bytedance?.taskId;
    const content = [{ type: 'draft_task', draft_task: { id } }];
    const bytes = await clipOf(one, {
      resolution: '1920x1080',
      providerOptions: { bytedance: { ...bytedance, content } },
    });
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
  });

  it('is options that only the vendor has', async () => {
    const options = {
      ...bytedance,
      serviceTier: 'flex',
      cameraFixed: true,
      returnLastFrame: true,
      watermark: true,
    };
    const bytes = await clipOf(await kit(), { providerOptions: { bytedance: options } });
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
  });

  it('is a picture whose size is a word, of a picture of this machine', async () => {
    const files: ImageCall['files'] = [png];
    const providerOptions = { bytedance: { size: '1K', watermark: false, outputFormat: 'png' } };
    const { images } = await (await kit())
      .image('native-image-1')
      .doGenerate({ ...drawing, files, providerOptions });
    const picture = Buffer.from(String(images[0]), 'base64');
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_024, 1_024]);
  });

  it('is refused or fails in words that the kit passes on', async () => {
    const one = await kit();
    const slow = one.image('vendor-b/image-1-pro').doGenerate(drawing);
    await expect(slow).rejects.toThrow(/vendor-b\/image-1-pro.*\/v1\/vendor-b\/images\/async/);
    // The kit knows three words for a task's status, and reads nothing else of one that failed.
    for (const scenario of ['provider_failed', 'canceled', 'expired']) {
      const failing = one.video('vendor-b/video-2.5').doGenerate({ ...call, prompt: `sandbox:${scenario}` });
      await expect(failing, scenario).rejects.toThrow(/"status":"failed"/);
    }
  });
});
