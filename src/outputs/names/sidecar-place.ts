import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf } from '../../text/json-object.ts';
import { sidecarSchema } from '../build-sidecar.ts';

/** The output that a sidecar belongs to: a job, and the number of the output, counted from 1. */
export interface SidecarOwner {
  jobId: string;
  output: number;
  /** The digest of its file, where that is known: its sidecar may have an earlier number of the output. Hex. */
  sha256?: string | undefined;
}

/** Whose an output of a job is, by its place among them, from 0. */
export function ownerOf({ id }: { id: string }, index: number): SidecarOwner {
  return { jobId: id, output: index + 1 };
}

/**
 * The entry in the place of a sidecar: nothing, the sidecar of this output, that of another output, or something that genctl did not write,
 * such as a link or a folder.
 */
export type SidecarPlace =
  | { kind: 'free' }
  | { kind: 'own'; fields: Record<string, unknown> }
  | { kind: 'other' }
  | { kind: 'foreign' };

/** The path of the sidecar of a file. */
export function besideFile(path: string): string {
  return `${path}.json`;
}

/** The entry in the place of a sidecar: undefined where there is none. Its text is undefined for what is no file, or can't be read. */
export type SidecarEntry = { text: string | undefined } | undefined;

/** Whose an entry in the place of a sidecar is. */
export function sidecarPlaceOf(entry: SidecarEntry, { jobId, output, sha256 }: SidecarOwner): SidecarPlace {
  if (entry === undefined) return { kind: 'free' };
  // An empty file is what a kill or a full disk left of a sidecar, so it may be replaced.
  if (entry.text === '') return { kind: 'own', fields: {} };
  const fields = sidecarFields(entry.text);
  if (fields === undefined) return { kind: 'foreign' };
  const isOwn = fields.output === output || (sha256 !== undefined && fields.sha256 === sha256);
  return fields.job_id === jobId && isOwn ? { kind: 'own', fields } : { kind: 'other' };
}

/** The fields of a sidecar; undefined for any other text. */
export function sidecarFields(text: string | undefined): Record<string, unknown> | undefined {
  const fields = objectOf(tryReadJson(text ?? ''));
  return fields?.schema === sidecarSchema ? fields : undefined;
}

/** How a sidecar is put. */
export interface SidecarPut {
  owner: SidecarOwner;
  /** True if the file took the place of another output's, as its sidecar does then. */
  replaced: boolean;
  /**
   * Makes the fields to write, from the sidecar of this output that is there already; undefined where that stays. Asked again where another
   * machine puts one there meanwhile.
   */
  make(before: Record<string, unknown>): Record<string, unknown> | undefined;
}

/** The place of one sidecar, wherever that is. Both reject with errors of their own. */
interface OpenSidecarPlace {
  /** The name of the place in messages. */
  name: string;
  look(): Promise<SidecarPlace>;
  /** Writes a sidecar whole or not at all. False where another one was put in the free place meanwhile; a text says why it can't be. */
  write(bytes: Buffer, before: SidecarPlace): Promise<boolean | string>;
}

/** Another machine may put the sidecar of an output at the same moment; then what it put is looked at. */
const putsMost = 3;

/**
 * Puts a sidecar in its place. Undefined where it is there, and else why not: a link or a file that genctl did not write stays. The sidecar
 * of another output stays, too, unless the file beside that is `replaced` as well.
 */
export async function putSidecarIn(
  { look, name, write }: OpenSidecarPlace,
  { make, replaced }: Pick<SidecarPut, 'make' | 'replaced'>,
): Promise<string | undefined> {
  for (let attempt = 1; attempt <= putsMost; attempt += 1) {
    const before = await look();
    if (before.kind === 'foreign' || (before.kind === 'other' && !replaced)) break;
    const sidecar = make(before.kind === 'own' ? before.fields : {});
    const written = sidecar === undefined || (await write(sidecarBytes(sidecar), before));
    if (written !== false) return written === true ? undefined : written;
  }
  return `${name} is something else, and genctl leaves it as it is`;
}

/** A sidecar as it is written. */
function sidecarBytes(sidecar: Record<string, unknown>): Buffer {
  return Buffer.from(`${JSON.stringify(sidecar, undefined, 2)}\n`);
}
