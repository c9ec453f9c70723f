import { join } from 'node:path';
import type { RecordFolder } from '../../files/record-folder.ts';
import { type Parse, parseIntent, parseSettledKey } from '../records/parse.ts';
import { recordNames } from '../records/read.ts';
import type { IntentPlace } from './intent-places.ts';

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
  const paths = damagedPaths(open, name, parseIntent);
  if (isReusable) paths.push(...damagedPaths(keys, name, parseSettledKey));
  return paths.length === 0 ? undefined : { name, paths };
}

/** An empty file was emptied by a power cut, a full disk or a copy: it is damaged like any other. */
function damagedPaths(folder: RecordFolder, name: string, parse: Parse<unknown>): string[] {
  const bytes = folder.read(name);
  const isDamaged = bytes !== undefined && (bytes.length === 0 || parse(bytes).kind === 'torn');
  return [...(isDamaged ? [join(folder.path, name)] : []), ...folder.asidesOf(name)];
}

/** Throws MetDamagedClaim where the claim under a name in a place is damaged. */
export function assertReadable(place: IntentPlace, name: string, of: { isReusable: boolean }): void {
  const claim = damagedClaim(place, name, of);
  if (claim === undefined) return;
  const [path, ...more] = claim.paths;
  const mayBeFilled =
    more.length === 0 && path === join(place.open.path, name) && place.open.read(name)?.length === 0;
  throw new MetDamagedClaim(claim, mayBeFilled);
}

/** The names of the open claims of a place, damaged ones among them. */
export function claimNames({ open }: Pick<IntentPlace, 'open'>): string[] {
  return [...new Set([...recordNames(open), ...open.asideNames()])];
}
