import type { FileContent } from '../../files/same-file.ts';
import type { FetchedFile, OutputDownload } from '../downloads/downloads.ts';
import type { SidecarEntry, SidecarOwner, SidecarPlace, SidecarPut } from '../names/sidecar-place.ts';

/** A batch, and the origin of the service that renders it. */
export interface BatchOfService {
  batch: string;
  origin: string;
}

/** The jobs and shots of a batch that the sidecars in a place name. The place is read when it is first asked. */
export interface PlaceMemory {
  readonly isRead: boolean;
  /** A shot, where all files of its job are there whole. */
  shot(shot: string): Promise<FolderMemory | undefined>;
  /** Each job that left a sidecar, whether or not its files are still there. */
  jobs(): Promise<readonly SidecarJob[]>;
}

/** A job of a batch by its sidecars. */
export interface SidecarJob {
  id: string;
  shot: string;
  /** The charge of the job; undefined where the sidecars do not tell. Unit: USD. */
  costUsd: number | undefined;
}

/** An output to fetch, and who owns the name that it gets. */
export interface PlacedOutput {
  /** The first path that was free. */
  path: string;
  /** The paths that the file may get, in their order. It may stand at one without a record, where the bytes are the same. */
  paths(): Iterable<string>;
  /** Paths of the job's other outputs. */
  others: readonly string[];
  contentType: string | undefined;
  owner: SidecarOwner;
  /** Replaces what has the name. */
  overwrite: boolean;
  /** True if the JSON that says what made it goes beside it. */
  sidecar: boolean;
}

/** A file that can be read on this machine until it is let go. */
export interface ReadableFile {
  path: string;
  release(): void;
}

/** The source of the bytes of an output. */
export type OutputSource = Omit<OutputDownload, 'contentType' | 'openSink' | 'path'>;

/** A place that files go to. A path is absolute, or the URI of an object. Methods reject with CliError where the place itself can't be used. */
interface Place {
  /** The path of a file that has this relative name. */
  pathOf(name: string): string;
  /** Tells whether a path leads into the place. */
  has(path: string): boolean;
  /**
   * Checks the part of `assertReady` that a dry run can, without a look at disk or network: the place takes such names. Throws UsageError.
   */
  assertNames(template: string, notYet: string): void;
  /**
   * Tries whether files can be put there, before anything is paid for or waited for. `notYet` says what has not happened, such as
   * `nothing was sent`.
   *
   * @param template the name of the files; empty where it is another one for each.
   */
  assertReady(template: string, notYet: string): Promise<void>;
  /** Tells whether anything has a path. */
  exists(path: string): Promise<boolean>;
  /** Tells whether a file that was put there is still there, whole. */
  stands(file: { path: string; bytes: number }): Promise<boolean>;
  /** A file that was put there, for what reads it again and again. Undefined where it can't be read whole. */
  open(path: string): Promise<ReadableFile | undefined>;
}

/** The kinds of places, a folder of this machine or a bucket, as far as they differ. */
export interface Destination extends Place {
  /** Tells whether a file is there that has this content, as its sidecar says. */
  holds(path: string, content: FileContent): Promise<boolean>;
  /** The owner's output at a path that no sidecar speaks of. */
  recogniseBare?(path: string, owner: SidecarOwner): Promise<FetchedFile | undefined>;
  /** Fetches an output to the first of its names that it may have, and that nothing has. */
  fetch(
    output: PlacedOutput,
    source: OutputSource,
    mayBe: (path: string) => Promise<boolean>,
  ): Promise<FetchedFile>;
  /** The entry in the place of a sidecar. */
  look(path: string): Promise<SidecarEntry>;
  /** As `look`, through links. */
  read(path: string): Promise<string | undefined>;
  /** Writes a sidecar, only where nothing is, or in the place of one: see `putSidecarIn`. */
  write(path: string, bytes: Buffer, isFree: boolean): Promise<boolean | string>;
  /** The paths of the files here that may have a sidecar, in their order, with their lengths, which are undefined for those that are gone. */
  list(throwIfInterrupted: () => void): Promise<ReadonlyMap<string, number | undefined>>;
}

/** A place for files, and for the sidecars that say what made them. */
export interface FilePlace extends Place {
  /** The file at a path, if it is the owner's output, whole, although no record says so. */
  recognise(path: string, owner: SidecarOwner): Promise<FetchedFile | undefined>;
  /** Fetches an output, and gives it the first free one of its names once it is whole. */
  fetch(output: PlacedOutput, source: OutputSource): Promise<FetchedFile>;
  /** The entry in the place where the sidecar of a file goes. */
  sidecarPlace(path: string, owner: SidecarOwner): Promise<SidecarPlace>;
  /** Puts a sidecar beside a file. Undefined where that went well, and else why it is not there: that is no failure of the file. */
  putSidecar(path: string, put: SidecarPut): Promise<string | undefined>;
  /** The jobs and shots of a batch that the sidecars in the place name. */
  memory(of: BatchOfService, throwIfInterrupted: () => void): PlaceMemory;
}

/** The fields of a request, each by its name with a mark of its value: equal values have equal marks. */
export type FieldMarks = Readonly<Record<string, string>>;

/** A file of a shot that is whole. */
export interface ShotFile {
  /** Position among the job's outputs, from 0. */
  n: number;
  /** Absolute. */
  path: string;
  bytes: number;
  sha256: string;
}

/** A shot as the sidecars of its files in a folder describe it. */
export interface FolderMemory {
  jobId: string;
  /** Undefined where the sidecars do not tell. */
  fields: FieldMarks | undefined;
  /** The version of these marks; undefined for the first. */
  marks?: number | undefined;
  files: readonly ShotFile[];
  /** The charge of its job; undefined where the sidecars do not tell. Unit: USD. */
  costUsd: number | undefined;
}
