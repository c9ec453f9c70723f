import { type LocalFile, openLocalFile, readingFailed } from '../../media/local-file.ts';
import { contentTypeOf, mediaKindOf } from '../../media/rules/media-kind.ts';
import { unknownKind } from './inspect-reference.ts';
import { type FileLinkPorts, linkOfFile } from './probe-link.ts';
import { openUploadMemory, uploadReference, uploadTimeoutMs } from './upload-reference.ts';

export interface UploadPorts extends Omit<FileLinkPorts, 'memory' | 'route'> {
  workingFolder: string;
  /** The folder that remembers the links of uploads; created when first used. */
  memoryFolder: string;
  /** False where files of any kind are taken. */
  isKindChecked: boolean;
}

/** A file and the link that a request gets for it. */
export interface UploadedFile {
  path: string;
  url: string;
  contentType: string;
  bytes: number;
  /** SHA-256 of its bytes, in hex. */
  digest: string;
  /** The origin of its link: an upload now or before, or a stand-in for one. */
  link: 'uploaded' | 'remembered' | 'stand-in';
}

/**
 * Gives a file the link that it would get as a reference of a request: that of an earlier upload of the same bytes as long as it
 * works, else that of a new one.
 *
 * @throws UsageError for a file that can't be used, or where nothing is set that would upload it; MachineError for an upload that
 *   fails; the signal's reason.
 */
export async function uploadFile(
  word: string,
  ports: UploadPorts,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const file = await openLocalFile(word, { flag: undefined, workingFolder: ports.workingFolder });
  try {
    return await uploadOpened(file, ports, signal);
  } catch (error) {
    throw readingFailed(file, error);
  }
}

async function uploadOpened(file: LocalFile, ports: UploadPorts, signal: AbortSignal): Promise<UploadedFile> {
  const { clock, isKindChecked } = ports;
  const kind = mediaKindOf(file.head);
  if (kind === undefined && isKindChecked) throw unknownKind(file, 'a picture, a clip or a sound');
  const memory = openUploadMemory(ports.memoryFolder, { nowMs: clock.nowMs, uploadMs: uploadTimeoutMs });
  const found = await linkOfFile(file, { ...ports, memory, route: undefined }, signal);
  const { path, bytes } = file;
  const uploaded = { path, bytes, contentType: contentTypeOf(kind), digest: found.digest };
  if (found.kind !== 'upload') return { ...uploaded, url: found.url, link: found.kind };
  const url = await uploadReference(found.upload, { ...ports, memory, signal });
  return { ...uploaded, url, link: 'uploaded' };
}
