import { readBySpans } from '../files/read-span.ts';
import { isCut } from './cut-file.ts';
import { measureClip } from './measure-clip.ts';
import { headBytes, mediaKindOf, mediaKinds } from './rules/media-kind.ts';
import type { MeasuredMedia } from './rules/output-findings.ts';

/**
 * Measures a file that a job made, as references are measured before they are sent. What can't be measured is undefined; only a file
 * that can't be read rejects, with a native error.
 */
export async function measureOutput(path: string): Promise<MeasuredMedia> {
  const { bytes, kind } = readBySpans(path, (read, size) => ({
    bytes: size,
    kind: mediaKindOf(read(0, headBytes)),
  }));
  const nothing = { size: undefined, seconds: undefined, framesPerSecond: undefined, hasSound: undefined };
  if (kind === undefined) return { form: undefined, kind, isCut: false, ...nothing };
  const { form } = mediaKinds[kind];
  const file = { form, kind, isCut: await isCut({ path, bytes }, kind), ...nothing };
  if (file.isCut || form === 'sound') return file;
  if (form === 'picture') {
    const { measurePicture } = await import('./measure-picture.ts');
    return { ...file, size: await measurePicture(path) };
  }
  const content = measureClip(path);
  if (content.kind !== 'pictures') return { ...file, hasSound: content.kind === 'sound' };
  const { framesPerSecond, height, seconds, width } = content.measures;
  return { ...file, size: { width, height }, seconds, framesPerSecond, hasSound: content.hasSound };
}
