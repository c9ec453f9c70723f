import type { Defaults } from '../request/defaults.ts';
import type { DownloadPlan } from './download.ts';
import type { FileFlags, JourneyFlags, StrictFlag, WaitFlags } from './journey-flags.ts';

/** How far jobs are followed, and how. */
export interface Journey extends WaitPlan, FilePlan {
  wait: boolean;
  download: boolean;
}

/** How a wait is bounded and paced. */
export interface WaitLimits {
  /**
   * How long to wait for a job, from when it was added; undefined for a minute past its deadline, infinity for no limit. Unit:
   * ms.
   */
  timeoutMs: number | undefined;
  /** Least time between two looks at a job. Unit: ms. */
  floorMs: number;
  /** Stop at the first job that is over. */
  any: boolean;
  /** Stop at the first job that is over without success. */
  failFast: boolean;
  /** Given the function that has a job looked at as soon as the service allows. Whoever takes callbacks calls it. */
  callbacks?: ((lookSoon: LookSoon) => void) | undefined;
}

/** Has a job looked at soon; false where no such job is waited for. */
export type LookSoon = (jobId: string) => boolean;

/** How a wait is bounded and paced, and what is done at its ends. */
export interface WaitPlan extends WaitLimits {
  /** The command that is run by the shell for each job that is over. */
  exec: string | undefined;
  /** The effect of a signal on the jobs that have not ended. */
  onInterrupt: 'detach' | 'cancel';
  /** The port of this machine that callbacks are taken on; 0 picks a free one, undefined takes none. */
  callbackPort: number | undefined;
}

/** The place and the names of files. */
export interface FilePlan extends DownloadPlan {
  /** A folder, or `s3://BUCKET/PREFIX`. */
  dir: string;
  /** The endpoint of the object store, where a flag names it. */
  s3Endpoint: string | undefined;
  /** The folder that files may not leave, with symbolic links resolved; undefined where a person chose the folder. */
  within: string | undefined;
  sidecar: boolean;
  concurrency: number;
  /** The check of files against the request: none, one that is told, or one where a mismatch fails. */
  verify: 'no' | 'told' | 'strict';
}

/**
 * How jobs are followed, by the flags and otherwise the defaults. `--dir` implies the download, and the download implies the
 * wait.
 */
export function journeyOf(flags: JourneyFlags, defaults: Defaults): Journey {
  const download = flags.download || flags.dir !== undefined;
  return {
    wait: flags.wait || download,
    download,
    ...waitPlanOf({ ...flags, any: false }, defaults),
    ...filePlanOf(flags, defaults),
  };
}

export function waitPlanOf(flags: WaitFlags & { any: boolean }, defaults: Defaults): WaitPlan {
  const timeoutMs = flags.timeout ?? defaults.timeoutMs;
  return {
    timeoutMs: timeoutMs === 0 ? Number.POSITIVE_INFINITY : timeoutMs,
    floorMs: flags.interval ?? defaults.intervalMs ?? 0,
    any: flags.any,
    failFast: flags.failFast,
    exec: flags.exec,
    onInterrupt: flags.onInterrupt ?? 'detach',
    callbackPort: flags.listen,
  };
}

export function filePlanOf(flags: FileFlags & StrictFlag, defaults: Defaults): FilePlan {
  return {
    dir: flags.dir ?? defaults.dir,
    s3Endpoint: flags.s3Endpoint,
    within: boundsOf(flags, defaults),
    template: flags.name ?? defaults.name,
    overwrite: flags.overwrite,
    sidecar: flags.sidecar,
    concurrency: flags.concurrency ?? defaults.concurrency,
    verify: flags.verify ? (flags.strict ? 'strict' : 'told') : 'no',
  };
}

/**
 * The folder that bounds where files go because of a project file: its own folder for its `dir`; for its `name` whatever folder
 * the name is used in.
 */
function boundsOf(flags: FileFlags, { dir, project }: Defaults): string | undefined {
  if (project === undefined) return undefined;
  if (flags.dir === undefined && project.givesDir) return project.folder;
  return flags.name === undefined && project.givesName ? (flags.dir ?? dir) : undefined;
}
