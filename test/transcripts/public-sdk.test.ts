import { createByteDance } from '@ai-sdk/bytedance';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A kit that others made for such a service, as it comes: it is told where the service is, and nothing else. */
async function kit() {
  const { account } = await serveSandbox(newHome().home);
  return createByteDance({
    baseURL: `${account.GENCTL_BASE_URL}/v1/vendor-b`,
    apiKey: account.GENCTL_API_KEY,
  });
}

type VideoCall = Parameters<ReturnType<Awaited<ReturnType<typeof kit>>['video']>['doGenerate']>[0];

const plain: VideoCall = {
  prompt: 'a red fox in snow',
  n: 1,
  aspectRatio: '16:9',
  resolution: '864x496',
  duration: 4,
  fps: undefined,
  seed: 7,
  image: undefined,
  frameImages: undefined,
  inputReferences: undefined,
  generateAudio: undefined,
  providerOptions: { bytedance: { pollIntervalMs: 50 } },
};

const picture = 'https://example.com/hero.png';
const calls: [what: string, call: Partial<VideoCall>, hasSound: boolean][] = [
  ['from text', {}, true],
  [
    'from a first frame',
    { image: { type: 'file', mediaType: 'image/png', data: new Uint8Array(pixel) } },
    true,
  ],
  [
    'from references of every kind',
    {
      providerOptions: {
        bytedance: {
          pollIntervalMs: 50,
          referenceImages: [picture],
          referenceVideos: ['https://example.com/street.mp4'],
          referenceAudio: ['https://example.com/voice.mp3'],
        },
      },
    },
    true,
  ],
  ['with sound', { generateAudio: true }, true],
  ['without sound', { generateAudio: false }, false],
];

describe('a public kit for such a task API, pointed at the served sandbox', () => {
  it.each(calls)('makes a clip %s, and fetches it', async (_, call, hasSound) => {
    const { videos, warnings } = await (await kit())
      .video('vendor-b/video-2.5')
      .doGenerate({ ...plain, ...call });
    expect(warnings).toEqual([]);
    const [video] = videos;
    if (video?.type !== 'url') throw new Error('the kit gave no link');
    const response = await fetch(video.url);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');

    expect(bytes.includes('mp4a')).toBe(hasSound);
  });

  it('makes a picture that is in the answer', async () => {
    const { images } = await (await kit()).image('vendor-b/image-1').doGenerate({
      prompt: 'a red fox',
      n: 1,
      size: '512x512',
      aspectRatio: undefined,
      seed: undefined,
      files: undefined,
      mask: undefined,
      providerOptions: {},
    });
    expect(Buffer.from(String(images[0]), 'base64').readUInt32BE(16)).toBe(512);
  });

  it('tells a refusal in the words of the generator', async () => {
    const refused = (await kit()).video('vendor-b/video-2.5').doGenerate({ ...plain, duration: 45 });
    await expect(refused).rejects.toThrow(/45 s.*30/);
  });
});
