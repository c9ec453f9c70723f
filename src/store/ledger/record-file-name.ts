import { sha256 } from '../../files/lazy-node.ts';
import { isRecordName } from '../../files/record-name.ts';

const longestName = 150;
/** What begins the name of a record whose own name can't be a file's. */
const hashPrefix = 'h-';

/** The file name of the record of a job id: the id itself where every system can have such a file, else its hash. */
export function recordFileName(id: string): string {
  const name = `${id}.json`;
  const plain = id.length <= longestName && isRecordName(id) && isRecordName(name);
  return plain && !id.startsWith(hashPrefix) ? name : hashedName(id);
}

/**
 * The file name of the record of an idempotency key. A key with capitals is hashed too: some file systems don't tell `A` from
 * `a`, and two keys must never be one claim.
 */
export function keyFileName(key: string): string {
  return key === key.toLowerCase() ? recordFileName(key) : hashedName(key);
}

function hashedName(text: string): string {
  return `${hashPrefix}${sha256(text)}.json`;
}
