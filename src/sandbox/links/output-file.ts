import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import type { ReelRequest } from '../media/clip.ts';
import type { Rendering } from '../media/rendering.ts';
import { stateFolder } from '../state/folders.ts';
import type { AcceptedJob } from '../state/jobs.ts';

type ClipRendering = Extract<Rendering, { kind: 'clip' }>;

const formats = {
  png: 'image/png',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
} as const;

export function outputExtension(rendering: Rendering): keyof typeof formats {
  return rendering.kind === 'picture' ? 'png' : rendering.container;
}

/** MIME type of an output. @see service document §2.2 */
export function outputContentType(rendering: Rendering): string {
  return formats[outputExtension(rendering)];
}

/**
 * The file of an output, rendered when it is first asked for. Two processes that render it at once write the same bytes, and
 * neither leaves a partial file.
 *
 * @returns its path.
 */
export async function outputFile(folder: string, record: AcceptedJob, position: number): Promise<string> {
  const name = `${record.id}-${position}.${outputExtension(record.rendering)}`;
  return cachedFile(folder, name, () => render(record, position));
}

/**
 * The closing still of a clip, a PNG of the clip's size, rendered when it is first asked for.
 *
 * @returns its path.
 * @throws TypeError for a job that renders pictures.
 * @see service document §2.7, return_last_frame
 */
export async function lastFrameFile(folder: string, record: AcceptedJob): Promise<string> {
  const { rendering, id } = record;
  if (rendering.kind === 'picture') throw new TypeError(`${id} renders pictures, which have no last frame.`);
  return cachedFile(folder, `${id}-last.png`, async () => {
    const { renderLastFrame } = await import('../media/clip.ts');
    return renderLastFrame(await reelOf(record, rendering));
  });
}

async function cachedFile(folder: string, name: string, render: () => Promise<Uint8Array>): Promise<string> {
  const media = stateFolder(folder, 'media');
  const path = join(media, name);
  if (existsSync(path)) return path;
  const bytes = await render();
  ensurePrivateFolder(media);
  writeFileAtomic(path, bytes);
  return path;
}

/** Renders an output. Only here are the renderers loaded, since a submit or a poll needs none of them. */
async function render(record: AcceptedJob, position: number): Promise<Uint8Array> {
  const { rendering, model, id: jobId } = record;
  if (rendering.kind === 'picture') {
    const { renderPicture } = await import('../media/picture.ts');
    const { width, height, seed, prompt } = rendering;
    return renderPicture({ width, height, seed, prompt, jobId, model, index: position - 1 });
  }
  const { renderClip } = await import('../media/clip.ts');
  const { container, sound } = rendering;
  return renderClip({ ...(await reelOf(record, rendering)), container, sound });
}

async function reelOf(
  { model, id: jobId }: AcceptedJob,
  { resolution, ratio, seconds, seed, prompt }: ClipRendering,
): Promise<ReelRequest> {
  const { frameSize } = await import('../media/frame-size.ts');
  return { ...frameSize(resolution, ratio), seconds, seed, prompt, jobId, model };
}
