import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderClip, renderLastFrame } from '../../src/sandbox/media/clip.ts';
import { fillSpan } from '../../src/sandbox/media/drawing/canvas.ts';
import { frameSize } from '../../src/sandbox/media/frame-size.ts';
import { createPlanes, updateMacroblock } from '../../src/sandbox/media/h264/planes.ts';
import { createCoder } from '../../src/sandbox/media/h264.ts';
import { renderPicture } from '../../src/sandbox/media/picture.ts';
import { pngPixels } from '../sandbox/media/fixtures/read-png.ts';
import { testCanvas } from '../sandbox/media/fixtures/test-canvas.ts';

const run = promisify(execFile);
const caption = {
  seed: 42,
  prompt: 'a red fox trots through fresh snow',
  jobId: 'job_0001',
  model: 'vendor-b/video-2.5',
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'genctl-media-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function keep(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** What a strict decoder has to say; nothing, if all is well. */
async function decode(path: string): Promise<string> {
  const strict = ['-v', 'warning', '-xerror', '-err_detect', 'explode'];
  const { stdout, stderr } = await run('ffmpeg', [...strict, '-i', path, '-f', 'null', '-']);
  return stdout + stderr;
}

async function probe(path: string): Promise<Record<string, unknown>> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', path],
  ]);
  const { streams } = JSON.parse(stdout) as { streams: Record<string, unknown>[] };
  expect(streams).toHaveLength(1);
  return streams[0] ?? {};
}

describe('a clip', () => {
  it.each([
    ['480p', '16:9', 5],
    ['480p', '21:9', 4],
    ['480p', '9:16', 30],
    ['720p', '16:9', 5],
    ['720p', '4:3', 4],
    ['720p', '21:9', 7],
    ['720p', '1:1', 1],
    ['1080p', '16:9', 30],
    ['1080p', '21:9', 4],
    ['1080p', '3:4', 6],
    ['4k', '16:9', 4],
    ['4k', '21:9', 2],
  ] as const)(
    'of %s, %s and %i s decodes without a word and is what was asked for',
    async (resolution, ratio, seconds) => {
      const size = frameSize(resolution, ratio);
      const path = keep('clip.mp4', await renderClip({ ...caption, ...size, seconds }));
      expect(await decode(path)).toBe('');
      expect(await probe(path)).toMatchObject({
        ...size,
        codec_name: 'h264',
        profile: 'Constrained Baseline',
        pix_fmt: 'yuv420p',
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
    },
  );

  it('says the level that each tier needs', async () => {
    for (const [resolution, most] of [
      ['480p', 31],
      ['720p', 32],
      ['1080p', 42],
      ['4k', 52],
    ] as const) {
      const size = frameSize(resolution, '16:9');
      const { level } = await probe(keep('clip.mp4', await renderClip({ ...caption, ...size, seconds: 4 })));
      expect(level).toBeLessThanOrEqual(most);
    }
  });

  it('ends in the picture that is delivered as its closing still', async () => {
    const request = { ...caption, ...frameSize('480p', '16:9'), seconds: 4 };
    const path = keep('clip.mp4', await renderClip(request));
    const still = join(folder, 'still.raw');
    const last = [
      '-vf',
      'select=eq(n\\,95),scale=in_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int',
      '-frames:v',
      '1',
    ];
    await run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      path,
      ...last,
      '-pix_fmt',
      'rgb24',
      '-f',
      'rawvideo',
      still,
    ]);
    const decoded = readFileSync(still);
    const { pixels } = pngPixels(renderLastFrame(request));
    let difference = 0;
    pixels.forEach((pixel, place) => {
      difference += Math.abs(((pixel >> 8) & 0xff) - (decoded[3 * place + 1] ?? 0));
    });
    // What is left is rounding, and colour at half the size.
    expect(difference / pixels.length).toBeLessThan(1);
  });
});

describe('a stream', () => {
  it('is decoded by others to exactly the samples that were coded', async () => {
    const format = { width: 96, height: 80, framesPerSecond: 24, keyInterval: 20 };
    const canvas = testCanvas(format.width, format.height);
    const planes = createPlanes(format.width, format.height);
    const coder = createCoder(format);
    const startCode = Uint8Array.of(0, 0, 0, 1);
    const units: Uint8Array[] = [];
    const expected: Uint8Array[] = [];
    for (let frame = 0; frame < 50; frame++) {
      const area = { x: (frame * 7) % 80, y: (frame * 5) % 60, width: 9, height: 8 };
      for (let y = area.y; y < area.y + area.height; y++) {
        fillSpan(canvas, area.x, area.x + area.width, y, 0x10_20 + frame * 0x03_05_01);
      }
      units.push(startCode, coder.code(canvas, [area]).unit);
      for (let place = 0; place < planes.across * planes.down; place++) {
        updateMacroblock(planes, canvas, place % planes.across, Math.floor(place / planes.across));
      }
      for (const plane of [planes.luma, ...planes.chroma]) expected.push(plane.samples.slice());
    }
    const { sequence, picture } = coder.parameters();
    const stream = Buffer.concat([startCode, sequence, startCode, picture, ...units]);
    const raw = join(folder, 'stream.yuv');
    const path = keep('stream.h264', stream);
    await run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', raw]);
    expect(readFileSync(raw).equals(Buffer.concat(expected))).toBe(true);
  });
});

describe('a picture', () => {
  it.each([
    [1024, 1024],
    [1920, 1080],
    [64, 64],
    [65, 301],
    [4096, 64],
    [64, 4096],
    [4096, 4096],
  ])('of %i x %i px decodes without a word to the pixels drawn', async (width, height) => {
    const png = renderPicture({ ...caption, width, height, index: 0 });
    const path = keep('picture.png', png);
    expect(await decode(path)).toBe('');
    expect(await probe(path)).toMatchObject({ width, height, codec_name: 'png', pix_fmt: 'rgb24' });
    const raw = join(folder, 'picture.rgb');
    await run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgb24', raw]);
    const decoded = readFileSync(raw);
    const { pixels } = pngPixels(png);
    const expected = Buffer.alloc(pixels.length * 3);
    for (const [place, pixel] of pixels.entries()) expected.writeUIntBE(pixel, 3 * place, 3);
    expect(decoded.equals(expected)).toBe(true);
  });
});
