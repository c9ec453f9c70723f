import { CliError } from '../../errors/cli-error.ts';
import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { either, genctl } from '../../errors/hint.ts';
import type { DownloadedFile, JobRecord } from '../../ledger/record.ts';
import { measureOutput } from '../../media/measure-output.ts';
import { playClip } from '../../media/play-clip.ts';
import type { FilePlace } from '../destinations/file-place.ts';
import type { OutputMeans } from '../output-means.ts';
import { type VerifiedFile, verifyFiles } from '../verify.ts';
import type { FileKeeping } from './keep-files.ts';

interface Verifying {
  /** Where the files are. */
  place: FilePlace;
  files: readonly DownloadedFile[];
  /** The job's request as it was rendered, which for a final has its draft's words. */
  rendered: unknown;
  /** Whether a mismatch fails. */
  isStrict: boolean;
}

/**
 * Compares the files of a job with what it was asked for, and records and tells what differs. Clips are played through where ffmpeg
 * is there. Throws MachineError for a file that can't be read, and with `isStrict` for a mismatch.
 */
export async function verifyJob(
  context: OutputMeans,
  keeping: FileKeeping,
  { files, isStrict, place, rendered }: Verifying,
): Promise<void> {
  const { commandRunner } = await import('../../account/keys/run-command.ts');
  const run = commandRunner(context.around.environment);
  const signal = context.interruption();
  const record = keeping.record();
  const verified = await verifyFiles(record, files, {
    async withReadable({ path }, use) {
      signal.throwIfAborted();
      const file = await place.open(path);
      if (file === undefined) throw unreadable(record, path, 'It cannot be read back completely.');
      try {
        return await use(file.path);
      } catch (cause) {
        throw cause instanceof CliError || errorCode(cause) === undefined
          ? cause
          : unreadable(record, path, cause);
      } finally {
        file.release();
      }
    },
    measure: measureOutput,
    play: (path, { hasSound, seconds }) => playClip(path, { hasSound, run, seconds, signal }),
    note: keeping.note,
    rendered,
    listen: context.listen,
  });
  const wrong = verified.filter(({ findings }) => findings.some(({ severity }) => severity === 'mismatch'));
  if (isStrict && wrong.length > 0) throw notAsAsked(record, wrong);
}

function notAsAsked({ id }: JobRecord, wrong: readonly VerifiedFile[]): MachineError {
  const said = wrong.flatMap(({ findings, path }) =>
    findings.flatMap(({ message, severity }) => (severity === 'mismatch' ? [`${path}: ${message}`] : [])),
  );
  return new MachineError({
    code: 'not_as_asked',
    message: `${id} made ${wrong.length === 1 ? 'a file' : `${wrong.length} files`} that ${wrong.length === 1 ? 'is' : 'are'} not what was asked for`,
    why: `${said.join('; ')}. It was charged, and its files were kept.`,
    ofOne: true,
    hint: either(genctl`show ID --open`, '; rerun renders it once more, and is charged again'),
    jobId: id,
  });
}

function unreadable({ id }: JobRecord, path: string, cause: unknown): MachineError {
  return new MachineError({
    code: 'file_unreadable',
    message: `${path} can't be verified`,
    why: cause instanceof Error ? cause.message : String(cause),
    ofOne: true,
    hint: 'download it again; --overwrite replaces that file',
    jobId: id,
    cause,
  });
}
