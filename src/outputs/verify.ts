import { requestOf } from '../ledger/asked.ts';
import type { Listener } from '../ledger/events.ts';
import type { DownloadedFile, JobRecord } from '../ledger/record.ts';
import { askedMedia } from '../media/rules/asked-media.ts';
import { clipOddities, type PlayedClip } from '../media/rules/clip-oddities.ts';
import {
  countFinding,
  type MeasuredMedia,
  type OutputFinding,
  outputFindings,
} from '../media/rules/output-findings.ts';
import { isLastFrame } from './build-sidecar.ts';

/** A file that was looked at. */
export interface VerifiedFile extends DownloadedFile {
  findings: readonly OutputFinding[];
}

export interface VerifyPorts {
  /** Gives a file that can be read on this machine, for as long as `use` takes. */
  withReadable<Result>(file: DownloadedFile, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Measures a file of this machine. Throws native errors where it can't be read. */
  measure(path: string): Promise<MeasuredMedia>;
  /** Plays a clip through; undefined where nothing here can. */
  play(path: string, of: { seconds: number; hasSound: boolean }): Promise<PlayedClip | undefined>;
  /** Records what was found of a file. */
  note(file: VerifiedFile): Promise<void>;
  /** The job's request as it was rendered: a final has its draft's settings. */
  rendered: unknown;
  listen: Listener;
}

/**
 * Compares the files of a job with what its request asks for, and tells and records what differs. Nothing is ever sent again for it.
 * The number of the files is held against the first.
 */
export async function verifyFiles(
  record: JobRecord,
  files: readonly DownloadedFile[],
  ports: VerifyPorts,
): Promise<VerifiedFile[]> {
  const asked = askedMedia(requestOf(record), ports.rendered);
  const made = (record.job.outputs ?? []).filter((_, index) => !isLastFrame(record, index)).length;
  const verified: VerifiedFile[] = [];
  for (const file of files) {
    const ofCount = file.index === 0 ? countFinding(asked, made) : undefined;
    const findings = await ports.withReadable(file, async (path) => {
      const measured = await ports.measure(path);
      return [
        ...(ofCount === undefined ? [] : [ofCount]),
        ...outputFindings(asked, measured),
        ...(await oddities(path, measured, ports)),
      ];
    });
    const one = { ...file, findings };
    await ports.note(one);
    const { index, path } = file;
    ports.listen({ kind: 'verified', jobId: record.id, index, path, findings });
    verified.push(one);
  }
  return verified;
}

async function oddities(
  path: string,
  { form, hasSound = false, isCut, seconds }: MeasuredMedia,
  { play }: VerifyPorts,
): Promise<OutputFinding[]> {
  if (form !== 'clip' || isCut || seconds === undefined) return [];
  const played = await play(path, { seconds, hasSound });
  return played === undefined ? [] : clipOddities(played);
}
