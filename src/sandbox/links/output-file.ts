import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { frameSize } from '../media/rendering.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { stateFolder } from '../state/json-records.ts';

/** A file of a job: the output at a position, from 1, or the closing still of a clip. */
export interface JobFile {
  record: AcceptedJob;
  position: number | 'last';
}

const contentTypes = {
  png: 'image/png',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
} as const;

export function fileExtension({ position, record: { rendering } }: JobFile): keyof typeof contentTypes {
  return position === 'last' || rendering.kind === 'picture' ? 'png' : rendering.container;
}

/** MIME type of a file. @see service document §2.2 */
export function contentTypeOf(file: JobFile): string {
  return contentTypes[fileExtension(file)];
}

/**
 * A file of a job, rendered when it is first asked for. Two processes that render it at once write the same bytes, and neither
 * leaves a partial file. The closing still is a PNG of the clip's size.
 *
 * @returns its path.
 * @throws TypeError for the still of a job that renders pictures.
 * @see service document §2.7, return_last_frame
 */
export async function renderedFile(
  { folder, render = renderFile }: { folder: string; render?: RenderFile | undefined },
  file: JobFile,
): Promise<string> {
  const path = join(
    stateFolder(folder, 'media'),
    `${file.record.id}-${file.position}.${fileExtension(file)}`,
  );
  if (!existsSync(path)) await render(path, file);
  return path;
}

/** Renders a file to a path. */
export type RenderFile = (path: string, file: JobFile) => Promise<void>;

export async function renderFile(path: string, file: JobFile): Promise<void> {
  const bytes = await rendered(file);
  ensurePrivateFolder(dirname(path));
  // After a power cut it is rendered anew.
  writeFileAtomic(path, bytes, { durable: false });
}

/** Renders a file. Only here are the renderers loaded, since a submit or a poll needs none of them. */
async function rendered({ position, record }: JobFile): Promise<Uint8Array> {
  const { id: jobId, model, rendering } = record;
  const { drawStill, renderClip } = await import('../media/render.ts');
  if (position === 'last' || rendering.kind === 'picture') {
    const { encodePng } = await import('../../media/drawing/canvas.ts');
    return encodePng(drawStill({ jobId, model, rendering, position }));
  }
  const { opening, ratio, resolution, ...asked } = rendering;
  const size = frameSize(resolution, ratio);
  return renderClip({ ...asked, ...size, jobId, model, opening: opening && drawStill(opening) });
}
