import { join } from 'node:path';
import type { RecordFolder } from '../../files/record-folder.ts';
import type { Intent } from '../record.ts';
import type { Parse } from '../records/parse.ts';
import { keyFileName, recordNames } from '../records/read.ts';
import type { IntentPlace } from './intent-places.ts';
import { intentNamed, settledKeyNamed } from './named-claims.ts';

/** A claim whose record can't be read. It stands all the same: its submit may have been sent. */
export interface DamagedClaim {
  /** The file name of its record, which is made of its key. */
  name: string;
  /** Its files, absolute: where it was, and as it was set aside. */
  paths: readonly string[];
}

/** Thrown where a claim or a send meets a damaged claim. Whoever can search the jobs decides what it means. */
export class MetDamagedClaim extends Error {
  override readonly name = 'MetDamagedClaim';
  readonly claim: DamagedClaim;
  /** True where another process may be about to fill the file, on a disk without hard links. */
  readonly mayBeFilled: boolean;

  constructor(claim: DamagedClaim, mayBeFilled: boolean) {
    super(`the claim ${claim.name} can't be read`);
    this.claim = claim;
    this.mayBeFilled = mayBeFilled;
  }
}

/** The damaged claim under a name in a place; undefined where there is none. Settled keys count where `isReusable` says so. */
export function damagedClaim(
  { keys, open }: IntentPlace,
  name: string,
  { isReusable }: { isReusable: boolean },
): DamagedClaim | undefined {
  const paths = damagedPaths(open, name, intentNamed(name));
  if (isReusable) paths.push(...damagedPaths(keys, name, settledKeyNamed(name)));
  return paths.length === 0 ? undefined : { name, paths };
}

/** An empty file was emptied by a power cut, a full disk or a copy: it is damaged like any other. */
function damagedPaths(folder: RecordFolder, name: string, parse: Parse<unknown>): string[] {
  return [...(isDamaged(folder, name, parse) ? [join(folder.path, name)] : []), ...folder.asidesOf(name)];
}

function isDamaged(folder: RecordFolder, name: string, parse: Parse<unknown>): boolean {
  const bytes = folder.read(name);
  return bytes !== undefined && (bytes.length === 0 || parse(bytes).kind === 'torn');
}

/** The names of all notes of settled keys that can't be read. */
export function damagedNotes({ keys }: Pick<IntentPlace, 'keys'>): string[] {
  return recordNames(keys).filter((name) => isDamaged(keys, name, settledKeyNamed(name)));
}

/** Throws MetDamagedClaim where the claim under a name in a place is damaged, or where its key may lie under another name. */
export function assertReadable(place: IntentPlace, name: string, of: { isReusable: boolean }): void {
  // A random key is new: no file has it.
  const elsewhere = of.isReusable ? (place.misnamed().get(name) ?? []) : [];
  const paths = [name, ...elsewhere].flatMap((one) => damagedClaim(place, one, of)?.paths ?? []);
  const [path, ...more] = paths;
  if (path === undefined) return;
  const claim = { name, paths };
  const mayBeFilled =
    more.length === 0 && path === join(place.open.path, name) && place.open.read(name)?.length === 0;
  throw new MetDamagedClaim(claim, mayBeFilled);
}

/**
 * A whole intent as it counts in its place. A backup may have left it beside a damaged file of its key. That one may have been sent from
 * the time on that the intent was made.
 */
export function besideDamaged(intent: Intent, { keys, open }: Pick<IntentPlace, 'keys' | 'open'>): Intent {
  const name = keyFileName(intent.idempotency_key);
  const isAlone = open.asidesOf(name).length + keys.asidesOf(name).length === 0;
  return isAlone ? intent : { ...intent, first_sent_at: intent.created_at };
}
