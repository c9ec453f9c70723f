import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf } from '../../text/json-object.ts';
import { type NamesSum, textSum } from './sums.ts';

/** Version of the proof, and of the rules by which logs are drawn. A month with another version is proven anew. */
const proofVersion = 2;

/** The logs that are drawn from the records of a month. */
export const derivedLogs = ['order', 'names', 'facts'] as const;

export type DerivedLog = (typeof derivedLogs)[number];

/** The bytes of a log that are proven. */
export interface LogProof {
  /** The mark of the file; null if it may have changed within the tick in which it was read. */
  mark: string | null;
  /** How many bytes are proven, from the beginning. */
  bytes: number;
  /** Their CRC-32. */
  sum: number;
}

/** The damage that was found when an index was compared with its records. */
export interface IndexFinding {
  /** How many records the order log did not name, or named with another time. */
  missing: number;
  /** True if a log was not the one that genctl wrote. */
  isChanged: boolean;
  /** Unit: ms since 1970. */
  foundAtMs: number;
}

/** The state of a month's folder and of its logs in which the logs were compared with the records. */
export interface MonthProof {
  version: typeof proofVersion;
  /** Chosen anew whenever lines of the order log were replaced. */
  generation: string;
  /** The mark of the folder; null if it may have changed within the tick in which it was read. */
  folder: string | null;
  /** The sum of the file names of the records. */
  records: NamesSum;
  logs: Record<DerivedLog, LogProof>;
  /** The ids of jobs that the order log names and that have no record. */
  absent: string[];
  /** The ids of jobs that may yet show a second id. */
  unnamed: string[];
  finding: IndexFinding | null;
}

/** The logs of a month as they are proven, and the lines that could not be written to them. */
export interface MonthIndex {
  /** Another text once lines of the order log were replaced; undefined if they could not be written. */
  generation: string | undefined;
  /** The order log; undefined if that on the disk is right. */
  order: string | undefined;
  names: { isOnDisk: boolean; more: readonly string[] };
  facts: { bytes: number; more: readonly string[] };
}

/** The proof without the version, which is the file's. */
export type ProofFacts = Omit<MonthProof, 'version'>;

export function proofPath(proofs: string, month: string): string {
  return join(proofs, `${month}.json`);
}

/** The path of the lock under which the logs of a month are drawn. */
export function proofLockPath(proofs: string, month: string): string {
  return join(proofs, `.${month}.lock`);
}

/** Reads a proof. If it is missing, damaged or of another version, returns undefined. */
export function readProof(path: string): MonthProof | undefined {
  try {
    const [sum, json = ''] = readFileSync(path, 'utf8').split('\n', 2);
    const proof = sum === textSum(json) ? tryReadJson(json) : undefined;
    return objectOf(proof)?.version === proofVersion ? (proof as MonthProof) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a proof; false if the disk refuses. After a power cut the month is proven anew, so nothing is flushed. */
export function writeProof(path: string, facts: ProofFacts): boolean {
  try {
    const proof: MonthProof = { version: proofVersion, ...facts };
    const json = JSON.stringify(proof);
    writeFileAtomic(path, Buffer.from(`${textSum(json)}\n${json}\n`), { durable: false });
    return true;
  } catch {
    return false;
  }
}
