import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { renderClip, renderLastFrame } from '../../../src/sandbox/media/clip.ts';
import { frameSize } from '../../../src/sandbox/media/frame-size.ts';
import { pngPixels } from './fixtures/read-png.ts';

const request = {
  width: 320,
  height: 180,
  seconds: 5,
  seed: 42,
  prompt: 'a red fox trots through fresh snow',
  jobId: 'job_0001',
  model: 'vendor-b/video-2.5',
};

async function read(clip: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(clip) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video track');
  const packets: { isKey: boolean; timestamp: number; duration: number; bytes: number }[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const { timestamp, duration, byteLength: bytes } = packet;
    packets.push({ isKey: packet.type === 'key', timestamp, duration, bytes });
  }
  return {
    mime: await input.getMimeType(),
    seconds: await input.computeDuration(),
    codec: await track.getCodec(),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    packets,
  };
}

describe('a clip of the sandbox', () => {
  it('is an MP4 with H.264 of the size, the length and the rate asked for', async () => {
    const clip = await read(await renderClip(request));
    expect(clip.mime).toMatch(/^video\/mp4; codecs="avc1\.42c0[0-9a-f]{2}"$/);
    expect(clip).toMatchObject({ codec: 'avc', width: 320, height: 180, seconds: 5 });
    expect(clip.packets).toHaveLength(120);
    clip.packets.forEach(({ timestamp, duration }, frame) => {
      expect(timestamp).toBeCloseTo(frame / 24, 9);
      expect(duration).toBeCloseTo(1 / 24, 9);
    });
  });

  it('has a key picture each two seconds', async () => {
    const { packets } = await read(await renderClip(request));
    expect(packets.flatMap(({ isKey }, frame) => (isKey ? [frame] : []))).toEqual([0, 48, 96]);
  });

  it('is exact at the shortest and the longest length, and where sides are no whole macroblocks', async () => {
    for (const [width, height, seconds] of [
      [64, 64, 1],
      [66, 94, 30],
      [322, 182, 4],
    ] as const) {
      const clip = await read(await renderClip({ ...request, width, height, seconds }));
      expect(clip).toMatchObject({ width, height, seconds });
      expect(clip.packets).toHaveLength(24 * seconds);
    }
  });

  it('changes in every frame, but only by a few macroblocks', async () => {
    const { packets } = await read(
      await renderClip({ ...request, ...frameSize('1080p', '16:9'), seconds: 4 }),
    );
    const changed = packets.filter(({ isKey }) => !isKey).map(({ bytes }) => bytes);
    expect(Math.min(...changed)).toBeGreaterThan(384);
    expect(Math.max(...changed)).toBeLessThan(40 * 392);
  });

  it('is the same bytes for the same request, at any time', async () => {
    const [one, other] = [await renderClip(request), await renderClip({ ...request })];
    expect(Buffer.from(one).equals(other)).toBe(true);
  });

  it('carries no time of its making', async () => {
    const file = Buffer.from(await renderClip(request));
    for (const type of ['mvhd', 'tkhd', 'mdhd']) {
      const version = file.indexOf(type) + 4;
      expect(file.indexOf(type)).toBeGreaterThan(0);
      expect(file[version], type).toBe(0);
      expect(file.readBigUInt64BE(version + 4), type).toBe(0n);
    }
  });

  it('has its index before its samples', async () => {
    const file = Buffer.from(await renderClip(request));
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
  });

  it('differs with seed, prompt, job and model', async () => {
    const short = { ...request, seconds: 1 };
    const variants = await Promise.all(
      [
        short,
        { ...short, seed: 43 },
        { ...short, prompt: 'a blue fox' },
        { ...short, jobId: 'job_0002' },
        { ...short, model: 'vendor-b/video-2.0' },
      ].map(async (one) => Buffer.from(await renderClip(one)).toString('base64')),
    );
    expect(new Set(variants).size).toBe(variants.length);
  });

  it('is refused with odd sides or a length that is no whole number of seconds from 1 to 30', async () => {
    for (const wrong of [
      { width: 321 },
      { height: 62 },
      { seconds: 0 },
      { seconds: 31 },
      { seconds: 2.5 },
      { seconds: Number.NaN },
    ]) {
      await expect(renderClip({ ...request, ...wrong }), JSON.stringify(wrong)).rejects.toThrow(RangeError);
    }
  });

  it('leaves a closing still with the bar at its end', () => {
    const { width, height, pixels } = pngPixels(renderLastFrame(request));
    expect([width, height]).toEqual([320, 180]);
    const others = pngPixels(renderLastFrame({ ...request, seconds: 6 }));
    expect(Buffer.from(pixels.buffer).equals(Buffer.from(others.pixels.buffer))).toBe(false);
  });
});
