/** Where a request of a client goes, for faults that wait for one of its kind. */
export type RequestKind = 'submit' | 'look' | 'cancel' | 'models' | 'file';

/** Something that goes wrong with requests of a step. */
export interface Fault {
  on: RequestKind;
  /** A row of `faults.ts`. */
  what: string;
  /** How many requests of that kind are answered well before. */
  after: number;
  times: number;
}

/** A signal that a program may hear. */
type HeardSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/**
 * How a run is ended from outside: as it makes its n-th change of the disk, or as its n-th request arrives; from 1. A signal that can
 * be heard comes so many turns of the loop later, because it may meet any await.
 */
export type EndFromOutside =
  | { signal: 'SIGKILL'; atChange: number; when: 'before' | 'after' | 'half' }
  | { signal: 'SIGKILL'; atRequest: number }
  | { signal: HeardSignal; atChange: number; turns: number }
  | { signal: HeardSignal; atRequest: number; turns?: number };

/** What the disk does: from its n-th change on, so many changes fail. */
interface DiskFault {
  code: 'ENOSPC' | 'EROFS' | 'EIO';
  from: number;
  changes: number;
}

/** Damage to files before a step: what a power cut, another program or a person may do. */
export type Damage =
  | 'torn journal'
  | 'no journal'
  | 'no cache'
  /** The ledger is gone, and the machine works on with another one. */
  | 'ledger lost'
  /** The ledger that was lost is copied back beside what was recorded since, as `cp -rn` does. */
  | 'ledger restored'
  | IndexDamage
  | RecordDamage;

/** The ways to damage a record, as a power cut, a full disk, a copy or an earlier genctl leaves it. */
export const recordDamages = ['emptied', 'cut', 'NULs', 'set aside'] as const;

/** Damage to one of a ledger's own records: an open intent, the record of a job, or the note of a key that led to one. */
export interface RecordDamage {
  record: 'intent' | 'job' | 'note';
  how: (typeof recordDamages)[number];
  /** The file, as a part of their list in the order of their paths, from 0 to below 1. */
  at: number;
}

/** The ways to damage a file that is drawn from records. */
export const indexDamages = [
  ...['lost', 'emptied', 'cut', 'a byte', 'a CR', 'a doubled line', 'half a line'],
  ...['older', 'of another file'],
] as const;

/** Damage to files that a ledger draws from its records. */
export interface IndexDamage {
  /** The file, as a part of their list in the order of their paths, from 0 to below 1; or each of them. */
  index: number | 'each';
  how: (typeof indexDamages)[number];
  /** The place in its bytes, as a part of them; of an older copy, how old it is. From 0 to below 1. */
  at: number;
}

/** A command line as somebody types it, and what meets it. */
export interface Step {
  /** On which machine, from 0. */
  home: number;
  words: string[];
  /** Another line that runs at once, there or on the other machine. */
  beside?: { home: number; words: string[] };
  /** How long after the line before it is typed; some seconds unless given. Unit: ms. */
  pauseMs?: number;
  /** Written into the working folder before. */
  files?: Record<string, string>;
  faults?: Fault[];
  end?: EndFromOutside;
  disk?: DiskFault;
  damage?: Damage;
  /** How far the clock of this machine is ahead of the service's. Unit: ms. */
  skewMs?: number;
  /** Run as a process of its own, not as a start within this one. */
  isProcess?: true;
}

/** What was done on one or two machines of an account, from empty homes on. */
export interface History {
  seed: number;
  /** The commit that has written what the first machine, its working folder and the service begin with. */
  from?: string;
  /** Why it is kept; absent where it was just drawn. */
  why?: string;
  homes: 1 | 2;
  /** Whether the machines have one working folder: manifests, journals and files. */
  shared: boolean;
  /** Whether the service serves outputs under the API. */
  noCdn: boolean;
  speed: 'instant' | number;
  /** How many unfinished jobs the service lets the account have. */
  inFlight: number;
  /** What a day may cost on each machine. Unit: USD. */
  budgetUsd?: number;
  /** How long each key lasts that the program of the account prints; without it the variables name a key that stays. Unit: ms. */
  keyLifeMs?: number;
  /** What each batch may cost over all its runs. Unit: USD. */
  batchUsd?: number;
  steps: Step[];
}

/** What each kind of request asks for, in the words of its prompt: `plain 7`, `once hero 1`, `shot m1 s2 1`. */
export const promptShape = /^(plain|once|shot) (.*?)(?: sandbox:\w+)?$/;
