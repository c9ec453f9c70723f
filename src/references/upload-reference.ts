import type { Clock } from '../client/transport/clock.ts';
import { MachineError } from '../errors/endings.ts';
import { isoTime } from '../rules/iso-time.ts';
import { fileDigest } from './file-digest.ts';
import type { LocalFile } from './local-file.ts';
import { runUpload, type UploadPorts } from './run-upload.ts';
import type { UploadMemory } from './upload-memory.ts';

/** A file that has to be uploaded: no link is remembered for it, or only one that no longer works. */
export interface Upload {
  file: LocalFile;
  /** SHA-256 of its bytes, in hex. */
  digest: string;
  contentType: string;
  /** The remembered link that is dead. */
  deadUrl: string | undefined;
}

export interface UploadMeans extends UploadPorts {
  memory: UploadMemory;
  clock: Pick<Clock, 'nowMs'>;
  /** Called when the program is about to be started. */
  onStart(file: LocalFile): void;
}

/**
 * Uploads a file, once for the same bytes however many processes ask for it: later ones get the link that the first one got.
 *
 * @returns the link.
 * @throws MachineError where the upload fails, or the file was changed meanwhile; the signal's reason.
 */
export async function uploadReference(upload: Upload, means: UploadMeans): Promise<string> {
  const { file, digest, contentType, deadUrl } = upload;
  const { memory, clock, command, signal } = means;
  const key = { digest, command };
  return memory.alone(key, signal, async () => {
    const known = memory.recall(key)?.url;
    if (known !== undefined && known !== deadUrl) return known;
    means.onStart(file);
    const url = await runUpload(file, means);
    // A changed file must not be remembered under the digest of its old bytes.
    if ((await fileDigest(file.path, signal)) !== digest) throw changed(file);
    const uploadedAt = isoTime(clock.nowMs());
    memory.remember(key, { url, contentType, bytes: file.bytes, uploadedAt });
    return url;
  });
}

function changed({ where }: LocalFile): MachineError {
  return new MachineError({
    code: 'file_changed',
    message: `${where} was changed while it was being uploaded`,
    why: 'Its bytes are others than before the upload.',
    hint: 'run it again once the file is finished',
  });
}
