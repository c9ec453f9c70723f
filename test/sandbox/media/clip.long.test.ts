import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputAudioTrack } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { renderClip } from '../../../src/sandbox/media/render.ts';
import { frameSize } from '../../../src/sandbox/media/rendering.ts';
import { loopPackets, toneLoop } from '../../../src/sandbox/sound/soundtrack.ts';
import { createBitReader, payloadOf } from './fixtures/decode-slice.ts';
import { pngPixels } from './fixtures/read-png.ts';
import { renderLastFrame } from './fixtures/render-still.ts';

const request = {
  width: 320,
  height: 180,
  seconds: 5,
  seed: 42,
  prompt: 'a red fox trots through fresh snow',
  jobId: 'job_0001',
  model: 'vendor-b/video-2.5',
  container: 'mp4',
  sound: false,
} as const;

async function read(clip: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(clip) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video track');
  const audio = await input.getPrimaryAudioTrack();
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
    config: await track.getDecoderConfig(),
    trackCount: (await input.getTracks()).length,
    sound: audio === null ? undefined : await readSound(audio),
  };
}

async function readSound(track: InputAudioTrack) {
  const packets: { timestamp: number; duration: number; bytes: Uint8Array }[] = [];
  for await (const { timestamp, duration, data } of new EncodedPacketSink(track).packets()) {
    packets.push({ timestamp, duration, bytes: data });
  }
  return {
    codec: await track.getCodec(),
    sampleRate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
    begin: await track.getFirstTimestamp(),
    seconds: await track.computeDuration(),
    description: (await track.getDecoderConfig())?.description,
    packets,
  };
}

describe('a clip of the sandbox', () => {
  it('is an MP4 with H.264 of the size, the length and the rate asked for', async () => {
    const clip = await read(await renderClip(request));
    expect(clip.mime).toMatch(/^video\/mp4; codecs="avc1\.42c0[0-9a-f]{2}"$/);
    expect(clip).toMatchObject({ codec: 'avc', width: 320, height: 180, seconds: 5, trackCount: 1 });
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
      for (const container of ['mp4', 'mov'] as const) {
        const size = { width, height, seconds };
        const clip = await read(await renderClip({ ...request, ...size, container }));
        expect(clip).toMatchObject(size);
        expect(clip.packets).toHaveLength(24 * seconds);
      }
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

  it.each([
    ['mp4', true],
    ['mp4', false],
    ['mov', true],
    ['mov', false],
  ] as const)('is the same bytes for the same request: %s, sound %s', async (container, sound) => {
    const kind = { ...request, container, sound };
    const one = Buffer.from(await renderClip(kind));
    expect(one.equals(await renderClip({ ...kind }))).toBe(true);
    expect(one.equals(await renderClip({ ...kind, sound: !sound }))).toBe(false);
    expect(one.indexOf('moov')).toBeLessThan(one.indexOf('mdat'));
    // It carries no time of its making.
    let times = 0;
    for (const type of ['mvhd', 'tkhd', 'mdhd']) {
      for (let at = one.indexOf(type); at >= 0; at = one.indexOf(type, at + 1)) {
        const version = at + 4;
        expect(one[version], type).toBe(0);
        expect(one.readBigUInt64BE(version + 4), type).toBe(0n);
        times += 1;
      }
    }
    expect(times).toBe(sound ? 5 : 3);
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

  it('is a MOV of ten bits where that is asked for', async () => {
    const clip = await read(await renderClip({ ...request, container: 'mov' }));
    expect(clip.mime).toMatch(/^video\/quicktime; codecs="avc1\.6e00[0-9a-f]{2}"$/);
    expect(clip).toMatchObject({ codec: 'avc', width: 320, height: 180, seconds: 5, trackCount: 1 });
    const description = Buffer.from(clip.config?.description as Uint8Array);
    const sequence = description.subarray(8, 8 + description.readUInt16BE(6));
    const bits = createBitReader(payloadOf(sequence));
    expect(bits.unsigned(8)).toBe(110);
    bits.unsigned(16);
    const [, chromaFormat, lumaBits, chromaBits] = [0, 0, 8, 8].map((offset) => bits.expGolomb() + offset);
    expect({ chromaFormat, lumaBits, chromaBits }).toEqual({ chromaFormat: 1, lumaBits: 10, chromaBits: 10 });
  });

  it('leaves a closing still with the bar at its end', () => {
    const { width, height, pixels } = pngPixels(renderLastFrame(request));
    expect([width, height]).toEqual([320, 180]);
    const others = pngPixels(renderLastFrame({ ...request, seconds: 6 }));
    expect(Buffer.from(pixels.buffer).equals(Buffer.from(others.pixels.buffer))).toBe(false);
  });
});

describe('the sound of a clip', () => {
  const loud = { ...request, width: 64, height: 64, sound: true };
  const lengths = Array.from({ length: 27 }, (_, beyond) => 4 + beyond);

  async function lengthsOf(container: 'mp4' | 'mov', seconds: number) {
    const clip = await renderClip({ ...loud, container, seconds });
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(clip) });
    const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    return {
      whole: await input.computeDuration(),
      picture: await picture?.computeDuration(),
      sound: (await sound?.computeDuration()) ?? 0,
    };
  }

  it('is AAC in an MP4, at each length as close to the end as whole packets come and never past it', async () => {
    const { sound, mime, trackCount } = await read(await renderClip({ ...loud, seconds: 30 }));
    expect(mime).toContain('mp4a.40.2');
    expect(trackCount).toBe(2);
    expect(sound).toMatchObject({ codec: 'aac', sampleRate: 48_000, channels: 2, begin: 0 });
    expect(Buffer.from(sound?.description as Uint8Array).toString('hex')).toBe('1190');
    expect(sound?.packets).toHaveLength(1406);
    for (const seconds of lengths) {
      const is = await lengthsOf('mp4', seconds);
      expect(is).toMatchObject({ whole: seconds, picture: seconds });
      expect(is.sound).toBeLessThanOrEqual(seconds);
      expect(is.sound).toBeGreaterThan(seconds - 1024 / 48_000);
    }
  });

  it('repeats after 47 packets of AAC, without a gap', async () => {
    const { sound } = await read(await renderClip({ ...loud, seconds: 5 }));
    const packets = sound?.packets ?? [];
    expect(loopPackets).toBe(47);
    packets.forEach(({ timestamp, bytes }, place) => {
      expect(timestamp).toBeCloseTo((place * 1024) / 48_000, 6);
      const before = packets[place - loopPackets]?.bytes;
      if (before !== undefined) expect(Buffer.from(bytes).equals(before)).toBe(true);
    });
    expect(new Set(packets.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).size).toBeGreaterThan(45);
  });

  it('is PCM in a MOV, to the sample', async () => {
    const { sound, trackCount } = await read(await renderClip({ ...loud, container: 'mov', seconds: 4 }));
    expect(trackCount).toBe(2);
    expect(sound).toMatchObject({ codec: 'pcm-s16', sampleRate: 48_000, channels: 2, begin: 0 });
    for (const seconds of lengths) {
      expect(await lengthsOf('mov', seconds)).toEqual({ whole: seconds, picture: seconds, sound: seconds });
    }
  });

  it('is the same tone over and over in a MOV', async () => {
    const { sound } = await read(await renderClip({ ...loud, container: 'mov', seconds: 5 }));
    const expected = Buffer.concat(Array.from({ length: 5 }, toneLoop)).subarray(0, 5 * 48_000 * 4);
    expect(Buffer.concat((sound?.packets ?? []).map(({ bytes }) => bytes)).equals(expected)).toBe(true);
  });
});
