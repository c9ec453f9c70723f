import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderClip } from '../../src/sandbox/media/render.ts';
import { frameSize } from '../../src/sandbox/media/rendering.ts';
import { sample } from '../sample.ts';

/** A browser that Debian packages; any Chromium will do. */
const program = 'chromium';

/** What the page found out. */
interface Playback {
  error?: string;
  width: number;
  height: number;
  duration: number;
  startedAt: number;
  playedTo: number;
  soughtTo: number;
  /** Whether the frame after the seek differs from the first, and is no blank. */
  firstColours: number;
  seekChangedPixels: number;
  totalFrames: number;
  corruptedFrames: number;
  endedAt: number;
  /** Of the soundtrack: bytes decoded while playing, and its whole as a page's own code would decode it. */
  soundBytes: number;
  soundSeconds: number;
  soundLoudest: number;
  soundEnergy: number;
}

/** Plays for a while, looks, seeks into the middle of a group of pictures, looks again, plays on to the end. */
const page = `<!doctype html><video playsinline preload="auto" src="/clip.mp4"></video><script>
const video = document.querySelector('video');
const once = (name) => new Promise((resolve, reject) => {
  video.addEventListener(name, resolve, { once: true });
  video.addEventListener('error', () => reject(new Error('media error ' + video.error.code + ' ' + video.error.message)), { once: true });
});
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const look = () => {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth; canvas.height = video.videoHeight;
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  return new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
};
const listen = async () => {
  const file = await (await fetch('/clip.mp4')).arrayBuffer();
  const sound = await new OfflineAudioContext(2, 48000, 48000).decodeAudioData(file);
  const samples = sound.getChannelData(0);
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { soundSeconds: sound.duration, soundLoudest: loudest, soundEnergy: sum / samples.length };
};
(async () => {
  if (video.readyState < 3) await once('canplay');
  let first = look();
  // A busy browser can play before it has drawn a picture.
  while (new Set(first).size === 1) { await pause(20); first = look(); }
  const startedAt = video.currentTime;
  await video.play();
  await pause(900);
  video.pause();
  const playedTo = video.currentTime;
  const sought = once('seeked');
  video.currentTime = SEEK;
  await sought;
  const soughtTo = video.currentTime;
  const changed = () => look().reduce((count, pixel, at) => count + (pixel === first[at] ? 0 : 1), 0);
  let seekChangedPixels = changed();
  // A busy browser says that it has sought while it still shows the picture before.
  while (seekChangedPixels === 0) { await pause(20); seekChangedPixels = changed(); }
  const ended = once('ended');
  video.currentTime = video.duration - 0.3;
  await video.play();
  await ended;
  const soundBytes = video.webkitAudioDecodedByteCount;
  const sound = SOUND ? await listen() : { soundSeconds: 0, soundLoudest: 0, soundEnergy: 0 };
  const quality = video.getVideoPlaybackQuality();
  return { width: video.videoWidth, height: video.videoHeight, duration: video.duration, startedAt, playedTo, soughtTo,
    firstColours: new Set(first).size, seekChangedPixels, totalFrames: quality.totalVideoFrames,
    corruptedFrames: quality.corruptedVideoFrames, endedAt: video.currentTime, soundBytes, ...sound };
})().catch((error) => ({ error: String(error) }))
  .then((result) => fetch('/result', { method: 'POST', body: JSON.stringify(result) }));
</script>`;

/** Answers whole or in part, as a player that seeks asks. */
function sendClip(request: IncomingMessage, response: ServerResponse, clip: Uint8Array): void {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const begin = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Number(range[2]) + 1 : clip.length;
  response.writeHead(range === null ? 200 : 206, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': end - begin,
    ...(range === null ? {} : { 'content-range': `bytes ${begin}-${end - 1}/${clip.length}` }),
  });
  response.end(clip.subarray(begin, end));
}

/** Serves a clip on loopback to a browser without a window, and waits for what its page reports. */
async function play(clip: Uint8Array, seekSeconds: number, sound: boolean): Promise<Playback> {
  const profile = mkdtempSync(join(tmpdir(), 'genctl-browser-'));
  let report: (result: Playback) => void = () => {};
  const reported = new Promise<Playback>((resolve) => {
    report = resolve;
  });
  const server = createServer(async (request, response) => {
    if (request.url === '/clip.mp4') return sendClip(request, response, clip);
    if (request.url !== '/result') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end(page.replace('SEEK', String(seekSeconds)).replace('SOUND', String(sound)));
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.end();
    report(JSON.parse(Buffer.concat(parts).toString()) as Playback);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--mute-audio'];
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const url = `http://127.0.0.1:${port}/`;
  const browser = spawn(
    program,
    [...flags, ...quiet, '--autoplay-policy=no-user-gesture-required', `--user-data-dir=${profile}`, url],
    { stdio: 'ignore', detached: true },
  );
  const exited = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const failed = exited.then((): Playback => {
    throw new Error('the browser ended before its page reported');
  });
  try {
    return await Promise.race([reported, failed]);
  } finally {
    failed.catch(() => {});
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL');
    await exited;
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

describe('a clip in a browser', () => {
  const clips = [
    ['480p', '9:16', 5, false],
    ['720p', '16:9', 5, true],
    ['720p', '21:9', 4, true],
    ['1080p', '16:9', 30, true],
  ] as const;
  it.each(sample(clips, () => 'a clip', 4))(
    'of %s, %s, %i s and sound %s plays, seeks and ends',
    async (resolution, ratio, seconds, sound) => {
      const size = frameSize(resolution, ratio);
      const caption = { seed: 7, prompt: 'a fox', jobId: 'job_0001', model: 'vendor-b/video-2.5' };
      const clip = await renderClip({ ...caption, ...size, seconds, container: 'mp4', sound });
      const seek = seconds - 1.25;
      const result = await play(clip, seek, sound);
      expect(result).toMatchObject({ ...size, duration: seconds, corruptedFrames: 0 });
      expect(result.error).toBeUndefined();
      expect(result.playedTo).toBeGreaterThan(result.startedAt + 0.2);
      expect(result.soughtTo).toBeCloseTo(seek, 3);
      expect(result.endedAt).toBeCloseTo(seconds, 1);
      expect(result.firstColours).toBeGreaterThan(100);
      // The timecode, the bar and the mark: something has changed, and far from everything.
      expect(result.seekChangedPixels).toBeGreaterThan(100);
      expect(result.seekChangedPixels).toBeLessThan(0.1 * size.width * size.height);
      expect(result.totalFrames).toBeGreaterThan(5);
      if (!sound) return expect(result.soundBytes).toBe(0);
      expect(result.soundBytes).toBeGreaterThan(1000);
      expect(result.soundSeconds).toBeCloseTo((Math.floor((seconds * 48_000) / 1024) * 1024) / 48_000, 3);
      // A quiet tone: not silence, not full scale.
      expect(result.soundLoudest).toBeGreaterThan(0.05);
      expect(result.soundLoudest).toBeLessThan(0.2);
      expect(Math.sqrt(result.soundEnergy)).toBeGreaterThan(0.01);
    },
  );
});
