import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { createSteps, writeSteps } from '../../../files/atomic-write.ts';
import { entryAt } from '../../../files/same-file.ts';
import type { Steps } from '../../../files/steps.ts';
import { sidecarBytesMost, sidecarSchema } from '../../../flows/sidecar.ts';
import { objectOf } from '../../../rules/json/json-object.ts';
import { tryReadJson } from '../../../rules/json/read-json.ts';

/** The output that a sidecar belongs to: a job, and the number of the output, counted from 1. */
export interface SidecarOwner {
  jobId: string;
  output: number;
}

/**
 * What stands in the place of a sidecar: nothing, the sidecar of the same output, that of another output, or something that
 * genctl did not write, such as a link or a folder.
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

/**
 * Looks at the place of a sidecar. It never follows a link, and takes what can't be read for something that genctl did not
 * write.
 */
export function sidecarPlace(path: string, { jobId, output }: SidecarOwner): SidecarPlace {
  const entry = entryAt(path);
  if (entry === undefined) return { kind: 'free' };
  if (!entry.isFile() || entry.size > sidecarBytesMost) return { kind: 'foreign' };
  // An empty file is what a kill or a full disk left of a sidecar, so it may be replaced.
  if (entry.size === 0) return { kind: 'own', fields: {} };
  const fields = fieldsOf(path);
  if (fields?.schema !== sidecarSchema) return { kind: 'foreign' };
  const isOwn = fields.job_id === jobId && fields.output === output;
  return isOwn ? { kind: 'own', fields } : { kind: 'other' };
}

/**
 * Steps that write a sidecar whole or not at all. They return false where it must not: over a link or a file that genctl did not write, or
 * over the sidecar of another output, unless the file beside that is `replaced` as well.
 *
 * @throws the native error, with its `code` (ENOSPC, EROFS …).
 */
export function* sidecarSteps(
  path: string,
  sidecar: Record<string, unknown>,
  { owner, replaced }: { owner: SidecarOwner; replaced: boolean },
): Steps<boolean> {
  const place = sidecarPlace(path, owner);
  if (place.kind === 'free') return yield* createSteps(path, sidecarBytes(sidecar));
  if (place.kind === 'foreign' || (place.kind === 'other' && !replaced)) return false;
  yield* writeSteps(path, sidecarBytes(sidecar));
  return true;
}

/** A sidecar as it is written. */
export function sidecarBytes(sidecar: Record<string, unknown>): Buffer {
  return Buffer.from(`${JSON.stringify(sidecar, undefined, 2)}\n`);
}

function fieldsOf(path: string): Record<string, unknown> | undefined {
  try {
    const descriptor = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      if (!fstatSync(descriptor).isFile()) return undefined;
      return objectOf(tryReadJson(readFileSync(descriptor, 'utf8')));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
