import { sha256 } from '../../files/lazy-node.ts';
import { isRecordName } from '../../files/record-folder.ts';

const longestName = 150;
/** The beginning of a file name that is a hash, because the id itself can't be a file name. */
const hashPrefix = 'h-';

/** The file name of a job's record: the id itself where that is a valid file name on every system, or else its hash. */
export function recordFileName(id: string): string {
  const name = `${id}.json`;
  const plain = id.length <= longestName && isRecordName(id) && isRecordName(name);
  return plain && !id.startsWith(hashPrefix) ? name : hashedName(id);
}

/**
 * The file name of an idempotency key's record. A key with capitals is hashed too: some file systems don't tell `A` from `a`,
 * and two keys must never share one claim.
 */
export function keyFileName(key: string): string {
  return key === key.toLowerCase() ? recordFileName(key) : hashedName(key);
}

function hashedName(text: string): string {
  return `${hashPrefix}${sha256(text)}.json`;
}
