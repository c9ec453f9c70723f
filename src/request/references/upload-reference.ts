import { join } from 'node:path';
import { MachineError, UsageError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { withLock } from '../../files/lock.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import { fileDigest, type LocalFile } from '../../media/local-file.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { linkFault } from '../../service/checks/reference-link.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { type RunCommand, saidBy, whyFailed } from '../../text/command-end.ts';
import { objectOf, ownText } from '../../text/json-object.ts';
import { redact } from '../../text/redaction.ts';

/** The longest that the upload of a file may take. Unit: ms. */
export const uploadTimeoutMs = 10 * 60_000;

/** A file that has to be uploaded: no link is remembered for it, or only one that no longer works. */
export interface Upload {
  file: LocalFile;
  /** SHA-256 of its bytes, in hex. */
  digest: string;
  /** The remembered link that is dead. */
  deadUrl: string | undefined;
}

export interface UploadMeans {
  /** Program and arguments; the path comes last. It prints an https URL. */
  uploadCommand: readonly string[] | undefined;
  runCommand: RunCommand;
  /** Unit: ms. */
  timeoutMs?: number;
  signal: AbortSignal | undefined;
  memory: UploadMemory;
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
  const { file, digest, deadUrl } = upload;
  const { memory, signal, uploadCommand: command = [] } = means;
  const key = { digest, command };
  return memory.alone(key, signal, async () => {
    const known = memory.recall(key);
    if (known !== undefined && known !== deadUrl) return known;
    means.onStart(file);
    const url = await runUpload(file, means);
    // A changed file must not be remembered under the digest of its old bytes.
    if ((await fileDigest(file.path, signal)) !== digest) throw changed(file);
    memory.remember(key, url);
    return url;
  });
}

function changed({ where }: LocalFile): MachineError {
  return new MachineError({
    code: 'file_changed',
    message: `${where} changed during its upload`,
    why: 'Its bytes differ from before the upload.',
    hint: 'run it again once the file is complete',
  });
}

/**
 * Runs the upload command on a file and reads the link that it prints: one https URL (or http on this machine) and nothing
 * else. Errors quote its stderr without secrets, and never its arguments.
 *
 * @throws MachineError where it can't be started, takes too long, ends with anything but 0, or prints anything else; the
 *   signal's reason.
 */
async function runUpload(
  { where, path }: LocalFile,
  ports: Pick<UploadMeans, 'runCommand' | 'signal' | 'timeoutMs' | 'uploadCommand'>,
): Promise<string> {
  const { uploadCommand: command = [], runCommand, timeoutMs = uploadTimeoutMs, signal } = ports;
  signal?.throwIfAborted();
  const end = await runCommand([...command, path], { timeoutMs, signal });
  signal?.throwIfAborted();
  const [program = ''] = command;
  const answer = end.kind === 'ended' && end.exitCode === 0 ? readAnswer(end) : undefined;
  if (answer !== undefined && 'url' in answer) return answer.url;
  throw new MachineError({
    code: 'upload_failed',
    message: `${where} could not be uploaded`,
    why: answer === undefined ? whyFailed(program, end, timeoutMs) : `${program}: ${answer.why}`,
    hint: "run the profile's upload_command by hand with the path, or give an https URL",
    retryable: end.kind === 'timed out' || (end.kind === 'ended' && end.exitCode !== 0),
  });
}

function readAnswer(end: { stdout: string; stderr: string }): { url: string } | { why: string } {
  const lines = end.stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const [text = ''] = lines;
  if (lines.length === 0) return { why: `it printed nothing; one https URL was expected${saidBy(end)}` };
  if (lines.length > 1) return { why: `it printed ${lines.length} lines; one https URL was expected` };
  const fault = linkFault(text);
  if (fault === undefined) return { url: text };
  return { why: `it printed ${JSON.stringify(shown(text))}; ${fault}` };
}

function shown(text: string): string {
  return redact(text).slice(0, 80);
}

/**
 * The error for a local file that the route takes only by URL, while no program is set that would upload it.
 * @see service document §4.7, §4.8
 */
export function noUploadCommand(
  { where }: LocalFile,
  { profile, route }: { profile: string | undefined; route: RequestRoute | undefined },
): UsageError {
  const whose = profile === undefined ? '' : `the profile ${profile}, `;
  const set =
    profile === undefined
      ? genctl`config set upload_command ${'["PROGRAM"]'}`
      : genctl`auth set upload_command ${'["PROGRAM"]'} --profile ${profile}`;
  return new UsageError({
    code: 'upload_command_missing',
    message: `${where} is a local file, which needs a URL to be sent`,
    why: `${taken(route)}no upload_command is set in ${whose}the settings or GENCTL_UPLOAD_COMMAND.`,
    hint: say`give an https URL, or ${set}: it takes a path and prints an https URL`,
  });
}

function taken(route: RequestRoute | undefined): string {
  if (route === undefined) return 'A program makes the link, and ';
  const takes = requestRoutes[route].takesInlinePictures
    ? 'takes pictures inside the request, but no clips and no sound'
    : 'takes URLs';
  return `The route ${route} ${takes}, and `;
}

/** Identifies an upload by the file's bytes and by the command: another command may store the file in another place. */
interface UploadKey {
  /** SHA-256 of the file, in hex. */
  digest: string;
  command: readonly string[];
}

/** Remembers the links that uploads gave, in one small file each, shared by any number of processes. */
export interface UploadMemory {
  /** Undefined where no link is remembered, or its record can't be read or makes no sense. */
  recall(key: UploadKey): string | undefined;
  /** A disk that refuses costs no more than another upload. */
  remember(key: UploadKey, url: string): void;
  /** Runs `work` while no other process, and no other call here, runs its own for the same key. */
  alone<Result>(
    key: UploadKey,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

interface MemoryOptions {
  nowMs: () => number;
  /** Longest time that an upload may take. Unit: ms. */
  uploadMs: number;
}

const marginMs = 60_000;

/** Opens the memory in a folder, which is created when something is first remembered or locked. */
export function openUploadMemory(folder: string, { nowMs, uploadMs }: MemoryOptions): UploadMemory {
  const records = createRecordFolder(folder);
  const nameOf = ({ digest, command }: UploadKey): string =>
    `${digest}-${sha256(JSON.stringify(command)).slice(0, 16)}.json`;
  return {
    recall(key) {
      try {
        return linkOf(readJson(records.read(nameOf(key))?.toString() ?? 'null'));
      } catch {
        return undefined;
      }
    },
    remember(key, url) {
      try {
        records.write(nameOf(key), Buffer.from(JSON.stringify({ url })));
      } catch {
        // The next run uploads it again.
      }
    },
    async alone(key, signal, work) {
      const lock = join(folder, `.${nameOf(key)}.lock`);
      const staleMs = uploadMs + marginMs;
      try {
        ensurePrivateFolder(folder);
      } catch {
        // Without its folder there is neither a lock nor a memory, and the upload needs neither.
        return work();
      }
      let begun = false;
      const begin = (): ReturnType<typeof work> => {
        begun = true;
        return work();
      };
      try {
        return await withLock(lock, { timeoutMs: staleMs + marginMs, staleMs, now: nowMs, signal }, begin);
      } catch (error) {
        // The lock could not be taken. Two uploads of a file are better than none.
        if (begun || signal?.aborted === true) throw error;
        return work();
      }
    },
  };
}

function linkOf(value: unknown): string | undefined {
  const url = ownText(objectOf(value), 'url');
  return url === undefined || linkFault(url) !== undefined ? undefined : url;
}
