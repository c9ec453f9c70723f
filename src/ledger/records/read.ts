import { join } from 'node:path';
import { MachineError } from '../../errors/endings.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { isRecordName, type RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import type { Parse } from './parse.ts';

/** The state of the file under a record's name. */
export type Found<Value> =
  | { kind: 'whole'; value: Value }
  /** There is no file, or an empty one: a claimant without hard links has got no further, so nothing was sent. */
  | { kind: 'absent' }
  | { kind: 'torn'; message: string };

/**
 * Reads a record. A torn one is set aside.
 *
 * @throws MachineError for a record of a newer genctl; native errors.
 */
export function inspectRecord<Value>(folder: RecordFolder, name: string, parse: Parse<Value>): Found<Value> {
  const bytes = folder.read(name);
  if (bytes === undefined || bytes.length === 0) return { kind: 'absent' };
  const parsed = parse(bytes);
  switch (parsed.kind) {
    case 'whole':
      return parsed;
    case 'torn':
      return { kind: 'torn', message: setAside(folder, name, parsed.why) };
    case 'newer':
      throw newerRecord(join(folder.path, name), parsed.why);
  }
}

/**
 * The record under a name; undefined where there is none, and where it is torn, which `warn` is told. Throws as {@link
 * inspectRecord}.
 */
export function readRecord<Value>(
  folder: RecordFolder,
  name: string,
  parse: Parse<Value>,
  warn: Warn,
): Value | undefined {
  const found = inspectRecord(folder, name, parse);
  if (found.kind === 'torn') warn(found.message);
  return found.kind === 'whole' ? found.value : undefined;
}

/** The names of the folder's records; beside them it may hold logs. */
export function recordNames(folder: RecordFolder): string[] {
  return folder.names().filter((name) => name.endsWith('.json'));
}

/** Sets a torn record aside and describes it in one line. The record stays where it is when the disk takes no change. */
function setAside(folder: RecordFolder, name: string, why: string): string {
  try {
    const torn = folder.setAside(name, why);
    if (torn !== undefined) return torn.message;
  } catch {
    // A read-only ledger can still be read.
  }
  return `${join(folder.path, name)} is damaged (${why})`;
}

function newerRecord(path: string, why: string): MachineError {
  return new MachineError({
    code: 'ledger_newer',
    message: `a newer genctl wrote ${path}`,
    why,
    hint: 'npm install --global genctl@latest',
    retryable: false,
  });
}

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
