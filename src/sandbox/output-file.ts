import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ensurePrivateFolder } from '../files/folder.ts';
import type { Rendering } from './generator.ts';
import { stateFolder } from './state/folders.ts';
import type { JobRecord } from './state/jobs.ts';

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
 * The file of an output, rendered when it is first asked for. Two processes that render it at once write the same
 * bytes, and neither shows a part.
 *
 * @returns its path.
 */
export async function outputFile(folder: string, record: JobRecord, position: number): Promise<string> {
  const media = stateFolder(folder, 'media');
  const path = join(media, `${record.id}-${position}.${outputExtension(record.rendering)}`);
  if (existsSync(path)) return path;
  const bytes = await render(record, position);
  ensurePrivateFolder(media);
  writeFileAtomic(path, bytes);
  return path;
}

/** The renderers are loaded here and nowhere else: a submit or a poll needs none of them. */
async function render(record: JobRecord, position: number): Promise<Uint8Array> {
  const { rendering, model, id: jobId } = record;
  const { seed, prompt } = rendering;
  if (rendering.kind === 'picture') {
    const { renderPicture } = await import('./media/picture.ts');
    const { width, height } = rendering;
    return renderPicture({ width, height, seed, prompt, jobId, model, index: position - 1 });
  }
  const { frameSize } = await import('./media/frame-size.ts');
  const { renderClip } = await import('./media/clip.ts');
  const { width, height } = frameSize(rendering.resolution, rendering.ratio);
  return renderClip({ width, height, seconds: rendering.seconds, seed, prompt, jobId, model });
}
