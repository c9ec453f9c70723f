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

/** What a folder knows of a shot by the sidecars of its files. */
export interface FolderMemory {
  jobId: string;
  /** Undefined where the sidecars do not tell. */
  fields: FieldMarks | undefined;
  files: readonly ShotFile[];
  /** What its job was charged; undefined where the sidecars do not tell. Unit: USD. */
  costUsd: number | undefined;
}
