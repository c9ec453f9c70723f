import { describe, expect, it } from 'vitest';
import { fillSpan } from '../../src/media/drawing/canvas.ts';
import type { Planes } from '../../src/sandbox/h264/planes.ts';
import { createCoder } from '../../src/sandbox/media/h264.ts';
import { drawLastFrame, renderClip } from '../../src/sandbox/media/render.ts';
import { frameSize } from '../../src/sandbox/media/rendering.ts';
import { sample } from '../sample.ts';
import { planesOf } from '../sandbox/media/fixtures/planes-of.ts';
import { pngPixels } from '../sandbox/media/fixtures/read-png.ts';
import { renderLastFrame } from '../sandbox/media/fixtures/render-still.ts';
import { testCanvas } from '../sandbox/media/fixtures/test-canvas.ts';
import { decode, probe, scratchFolder } from './fixtures/ffmpeg.ts';

const caption = {
  seed: 42,
  prompt: 'a red fox trots through fresh snow',
  jobId: 'job_0001',
  model: 'vendor-b/video-2.5',
};

const { keep, raw } = scratchFolder();

const planeBytes = ({ luma, chroma }: Planes): Buffer =>
  Buffer.concat([luma, ...chroma].map(({ samples }) => Buffer.from(samples.buffer)));

const containers = {
  mp4: { profile: 'Constrained Baseline', pix_fmt: 'yuv420p', bits_per_raw_sample: '8' },
  mov: { profile: 'High 10', pix_fmt: 'yuv420p10le', bits_per_raw_sample: '10' },
} as const;

/** A few of them, others in each run. */
const clips = sample(
  [
    ['mp4', '480p', '16:9', 5, true],
    ['mp4', '480p', '9:16', 30, false],
    ['mp4', '720p', '16:9', 5, true],
    ['mp4', '720p', '21:9', 7, true],
    ['mp4', '720p', '1:1', 1, true],
    ['mp4', '1080p', '16:9', 30, true],
    ['mp4', '1080p', '3:4', 6, false],
    ['mp4', '4K', '16:9', 4, true],
    ['mp4', '4K', '21:9', 2, false],
    ['mov', '480p', '21:9', 30, false],
    ['mov', '720p', '4:3', 13, true],
    ['mov', '1080p', '16:9', 30, true],
    ['mov', '1080p', '9:16', 4, false],
    ['mov', '1080p', '21:9', 6, true],
  ] as const,
  ([container]) => container,
  7,
);

/** Half of them. */
const endings = sample(
  [
    ['mp4', 8, '480p'],
    ['mp4', 8, '720p'],
    ['mov', 10, '480p'],
    ['mov', 10, '720p'],
  ] as const,
  ([container]) => `ends in ${container}`,
  2,
);

describe('a clip', () => {
  it.each(clips)(
    'in %s of %s, %s, %i s and sound %s decodes without a word and is what was asked for',
    async (container, resolution, ratio, seconds, sound) => {
      const size = frameSize(resolution, ratio);
      const clip = await renderClip({ ...caption, ...size, seconds, container, sound });
      const path = keep(`clip.${container}`, clip);
      // Of PCM in a MOV, ffmpeg warns that it guesses stereo from two channels.
      expect(await decode(path, container === 'mov' && sound ? 'error' : 'warning')).toBe('');
      const [picture, audio, ...others] = await probe(path);
      expect(others).toEqual([]);
      expect(picture).toMatchObject({
        ...size,
        ...containers[container],
        codec_name: 'h264',
        r_frame_rate: '24/1',
        avg_frame_rate: '24/1',
        duration: seconds.toFixed(6),
        nb_frames: String(24 * seconds),
        nb_read_frames: String(24 * seconds),
        sample_aspect_ratio: '1:1',
        color_range: 'tv',
        color_space: 'bt709',
        has_b_frames: 0,
      });
      if (!sound) return expect(audio).toBeUndefined();
      const packets = Math.floor((48_000 * seconds) / 1024);
      expect(audio).toMatchObject({
        sample_rate: '48000',
        channels: 2,
        start_time: '0.000000',
        ...(container === 'mp4'
          ? { codec_name: 'aac', profile: 'LC', nb_read_frames: String(packets) }
          : { codec_name: 'pcm_s16le', codec_tag_string: 'sowt', duration: seconds.toFixed(6) }),
      });
    },
  );

  it('says a level that holds every tier', async () => {
    for (const [container, resolution] of [
      ['mp4', '480p'],
      ['mp4', '4K'],
      ['mov', '1080p'],
    ] as const) {
      const request = { ...caption, ...frameSize(resolution, '16:9'), seconds: 1, container, sound: false };
      const [picture] = await probe(keep('clip', await renderClip(request)), []);
      expect(picture?.level).toBe(51);
    }
  });

  it.each(endings)(
    'in %s ends in the picture that is delivered as its closing still, to each of its samples of %i bits: %s',
    async (container, sampleBits, resolution) => {
      const size = frameSize(resolution, '21:9');
      const request = { ...caption, ...size, seconds: 4 };
      const path = keep('clip', await renderClip({ ...request, container, sound: true }));
      const still = pngPixels(renderLastFrame(request));
      const last = ['-vf', 'select=eq(n\\,95)', '-frames:v', '1', '-f', 'rawvideo'];
      const format = containers[container].pix_fmt;
      const decoded = await raw(path, [...last, '-pix_fmt', format]);
      expect(decoded.equals(cropped(planesOf(still, sampleBits), size))).toBe(true);
      // And as others turn it back into RGB: what is left is rounding, and colour at half the size.
      const filter = `${last[1]},scale=in_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int`;
      const rgb = await raw(path, ['-vf', filter, ...last.slice(2), '-pix_fmt', 'rgb24']);
      let difference = 0;
      still.pixels.forEach((pixel, place) => {
        difference += Math.abs(((pixel >> 8) & 0xff) - (rgb[3 * place + 1] ?? 0));
      });
      expect(difference / still.pixels.length).toBeLessThan(1);
    },
  );

  it.each([
    ['mp4', 8],
    ['mov', 10],
  ] as const)(
    'in %s begins with the closing still of another, to each of its samples of %i bits, and ends as it would without',
    async (container, sampleBits) => {
      const size = frameSize('480p', '16:9');
      const before = { ...caption, ...size, seconds: 4, prompt: 'the fox wakes' };
      const request = { ...caption, ...size, seconds: 4, container, sound: false } as const;
      const path = keep('begun', await renderClip({ ...request, opening: drawLastFrame(before) }));
      expect(await decode(path)).toBe('');
      const frameAt = (file: string, frame: number): Promise<Buffer> =>
        raw(file, [
          ...['-vf', `select=eq(n\\,${frame})`, '-frames:v', '1', '-f', 'rawvideo'],
          ...['-pix_fmt', containers[container].pix_fmt],
        ]);
      const first = cropped(planesOf(drawLastFrame(before), sampleBits), size);
      expect((await frameAt(path, 0)).equals(first)).toBe(true);
      expect((await frameAt(path, 11)).equals(first)).toBe(true);
      const alone = keep('alone', await renderClip(request));
      for (const frame of [12, 95])
        expect((await frameAt(path, frame)).equals(await frameAt(alone, frame))).toBe(true);
    },
  );

  it('in mov has shades that eight bits do not have', async () => {
    const request = { ...caption, ...frameSize('480p', '16:9'), seconds: 4, sound: false };
    const first = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'yuv420p10le'];
    const shades = async (container: 'mp4' | 'mov') => {
      const decoded = await raw(keep('clip', await renderClip({ ...request, container })), first);
      const luma = new Uint16Array(decoded.buffer, decoded.byteOffset, request.width * request.height);
      return new Set(luma);
    };
    const [eight, ten] = [await shades('mp4'), await shades('mov')];
    expect([...eight].every((sample) => sample % 4 === 0)).toBe(true);
    expect([...ten].filter((sample) => sample % 4 !== 0).length).toBeGreaterThan(eight.size);
  });

  it('sounds the same in both containers', async () => {
    const request = { ...caption, width: 64, height: 64, seconds: 5, sound: true };
    const samplesOf = async (container: 'mp4' | 'mov') => {
      const path = keep('clip', await renderClip({ ...request, container }));
      const decoded = await raw(path, ['-vn', '-f', 's16le']);
      return new Int16Array(decoded.buffer, decoded.byteOffset, decoded.length / 2);
    };
    const [aac, pcm] = [await samplesOf('mp4'), await samplesOf('mov')];
    expect([aac.length, pcm.length]).toEqual([2 * 234 * 1024, 2 * 5 * 48_000]);
    let [energy, noise] = [0, 0];
    aac.forEach((sample, place) => {
      energy += (pcm[place] ?? 0) ** 2;
      noise += (sample - (pcm[place] ?? 0)) ** 2;
    });
    // A thousandth of the loudness is lost, at the seams of the loop as elsewhere.
    expect(10 * Math.log10(energy / noise)).toBeGreaterThan(30);
  });
});

/** The samples within the edges of a picture. */
function cropped(planes: Planes, { width, height }: { width: number; height: number }): Buffer {
  const rows = [planes.luma, ...planes.chroma].flatMap(({ samples, stride }, place) => {
    const [across, down] = place === 0 ? [width, height] : [width / 2, height / 2];
    return Array.from({ length: down }, (_, row) => {
      const line = samples.slice(row * stride, row * stride + across);
      return Buffer.from(line.buffer);
    });
  });
  return Buffer.concat(rows);
}

describe('a stream', () => {
  it.each([8, 10] as const)(
    'of %i bits is decoded by others to exactly the samples that were coded',
    async (sampleBits) => {
      const format = { width: 96, height: 80, sampleBits, keyInterval: 20 };
      const canvas = testCanvas(format.width, format.height);
      const coder = createCoder(format);
      const startCode = Uint8Array.of(0, 0, 0, 1);
      const units: Uint8Array[] = [];
      const expected: Uint8Array[] = [];
      for (let frame = 0; frame < 50; frame++) {
        const area = { x: (frame * 7) % 80, y: (frame * 5) % 60, width: 9, height: 8 };
        for (let y = area.y; y < area.y + area.height; y++) {
          fillSpan(canvas, { left: area.x, right: area.x + area.width, y }, 0x10_20 + frame * 0x03_05_01);
        }
        units.push(startCode, coder.code(canvas, [area]).unit);
        expected.push(planeBytes(planesOf(canvas, sampleBits)));
      }
      const { sequence, picture } = coder.parameters;
      const stream = Buffer.concat([startCode, sequence, startCode, picture, ...units]);
      const pixelFormat = sampleBits === 8 ? 'yuv420p' : 'yuv420p10le';
      const decoded = await raw(keep('stream.h264', stream), ['-f', 'rawvideo', '-pix_fmt', pixelFormat]);
      expect(decoded.equals(Buffer.concat(expected))).toBe(true);
    },
  );
});
