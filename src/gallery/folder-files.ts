import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import type { JobRecord } from '../ledger/record.ts';
import { renderedRequests } from '../ledger/rendered-requests.ts';
import { besideFile } from '../outputs/names/sidecar-place.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { sidecarFieldsAt } from '../outputs/read-sidecar.ts';
import { isoTime } from '../text/iso-time.ts';
import { ownText, ownValue } from '../text/json-object.ts';
import {
  jobOfRecord,
  jobOfSidecar,
  mediumOfName,
  type ShownFile,
  type ShownJob,
  unknownJob,
} from './shown-job.ts';

/** So many of the newest jobs are asked whether a file without sidecar is theirs. */
const askedMost = 1_000;

/** A file, and where its job is known from. */
interface FoundFile {
  path: string;
  bytes: number;
  /** ISO 8601. */
  writtenAt: string;
  sidecar: Record<string, unknown> | undefined;
  record?: JobRecord | undefined;
}

type Parts = Pick<OutputMeans, 'clock' | 'ledger'>;

/**
 * The media of a folder as items, newest first: by the sidecar beside each, and by the ledger, which knows more of its jobs. A file
 * that neither knows is an item by its name alone.
 */
export async function filesOfFolder(context: Parts, paths: readonly string[]): Promise<ShownFile[]> {
  const found = await recordsOfFiles(context, paths.flatMap(fileAt));
  const records = found.flatMap(({ record }) => record ?? []);
  const rendered = await renderedRequests(context, records);
  const items = found.map((file): ShownFile => {
    const { bytes, path, record, sidecar, writtenAt } = file;
    const job: ShownJob =
      record !== undefined
        ? jobOfRecord(context, { record, rendered: rendered(record) })
        : sidecar !== undefined
          ? jobOfSidecar(sidecar, path)
          : { ...unknownJob, created_at: writtenAt };
    const media = mediumOfName(path) ?? null;
    return { ...job, output: outputOf(file), media, path, posterPath: null, bytes, missing: null };
  });
  return withPosters(items, found).sort(byTime);
}

/** Undefined for what is gone meanwhile. A sidecar whose file is no longer as it was fetched tells of another file. */
function fileAt(path: string): FoundFile[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return [];
  const fields = sidecarFieldsAt(besideFile(path));
  const sidecar = ownValue(fields, 'bytes') === stats.size ? fields : undefined;
  return [{ path, bytes: stats.size, writtenAt: isoTime(stats.mtimeMs), sidecar }];
}

async function recordsOfFiles(context: Parts, files: readonly FoundFile[]): Promise<FoundFile[]> {
  const ledger = await context.ledger();
  const found: FoundFile[] = [];
  let newest: readonly JobRecord[] | undefined;
  for (const file of files) {
    const { sidecar } = file;
    const id = ownText(sidecar, 'job_id');
    let record = id === undefined ? undefined : await ledger.find(id);
    if (sidecar === undefined) {
      newest ??= await ledger.list({ limit: askedMost });
      record = newest.find((one) => isOf(one, file));
    }
    found.push({ ...file, record });
  }
  return found;
}

function isOf({ files }: JobRecord, { bytes, path }: FoundFile): boolean {
  return files.some((file) => file.bytes === bytes && (file.path === path || isCopy(file.path, path)));
}

/** Tells whether a file has the name that it was downloaded under, in another folder: it was moved. */
function isCopy(fetched: string, path: string): boolean {
  return basename(fetched) === basename(path);
}

function outputOf({ bytes, path, record, sidecar }: FoundFile): number | null {
  const told = ownValue(sidecar, 'output');
  if (typeof told === 'number') return told;
  const file = record?.files.find((one) => one.bytes === bytes && isCopy(one.path, path));
  return file === undefined ? null : file.index + 1;
}

/** The last frame of a clip is the picture of the clip, and no item of its own. */
function withPosters(items: readonly ShownFile[], files: readonly FoundFile[]): ShownFile[] {
  const frames = files.filter(({ sidecar }) => ownValue(sidecar, 'last_frame') === true);
  const byJob = new Map(frames.map(({ path, sidecar }) => [ownText(sidecar, 'job_id') ?? '', path]));
  const shown = items.map((item) => {
    const frame = item.media === 'video' ? byJob.get(item.job_id ?? 'unknown') : undefined;
    return { ...item, posterPath: frame ?? null };
  });
  const used = new Set(shown.map(({ posterPath }) => posterPath));
  return shown.filter(({ path }) => !used.has(path));
}

function byTime(one: ShownFile, other: ShownFile): number {
  const [first, second] = [one, other].map(({ created_at }) => Date.parse(created_at ?? '') || 0);
  return (second ?? 0) - (first ?? 0);
}

/** The newest media of a folder, and how many older ones were left out. */
interface FolderMedia {
  paths: string[];
  leftOut: number;
}

interface Medium {
  path: string;
  /** Unit: ms since 1970. */
  writtenMs: number;
}

/**
 * The pictures, clips and sounds in a folder and below, by their paths: those that were written last, where there are more than
 * `most`. Hidden names and `node_modules` are passed over, and no link is followed to another folder. A folder below and a file
 * that can't be read are passed over as well.
 *
 * @throws Node's error where the folder itself can't be read.
 */
export function mediaInFolder(folder: string, most: number): FolderMedia {
  let newest: Medium[] = [];
  let found = 0;
  const leaveOldest = (): void => {
    newest = newest.sort((one, other) => other.writtenMs - one.writtenMs).slice(0, most);
  };
  const folders = [folder];
  for (const here of folders) {
    const read = (): Dirent[] => readdirSync(here, { withFileTypes: true });
    for (const entry of here === folder ? read() : (ifReadable(read) ?? [])) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(here, entry.name);
      if (entry.isDirectory()) folders.push(path);
      const writtenMs =
        mediumOfName(path) === undefined ? undefined : ifReadable(() => statSync(path).mtimeMs);
      if (writtenMs === undefined || entry.isDirectory()) continue;
      found += 1;
      // The memory for twice as many is enough for any number of files.
      if (newest.push({ path, writtenMs }) === 2 * most) leaveOldest();
    }
  }
  leaveOldest();
  return { paths: newest.map(({ path }) => path).sort(), leftOut: found - newest.length };
}

/** Undefined where the system refuses. */
function ifReadable<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
