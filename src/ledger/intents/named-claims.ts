import { join } from 'node:path';
import type { RecordFolder } from '../../files/record-folder.ts';
import type { Intent } from '../record.ts';
import { type Parse, parseIntent, parseSettledKey, type SettledKey } from '../records/parse.ts';
import { keyFileName, recordNames } from '../records/read.ts';

/** Parses the intent of a file. One with another key than the file is named after is torn: nothing tells what was sent under its name. */
export function intentNamed(name: string): Parse<Intent> {
  return named(name, parseIntent, (intent) => intent);
}

/** As {@link intentNamed}, for the note of a settled key. */
export function settledKeyNamed(name: string): Parse<SettledKey> {
  return named(name, parseSettledKey, ({ intent }) => intent);
}

function named<Value>(name: string, parse: Parse<Value>, intentOf: (value: Value) => Intent): Parse<Value> {
  return (bytes) => {
    const parsed = parse(bytes);
    if (parsed.kind !== 'whole') return parsed;
    const { idempotency_key: key } = intentOf(parsed.value);
    if (keyFileName(key) === name) return parsed;
    return { kind: 'torn', why: `it holds the key ${JSON.stringify(key)}, which has another file name` };
  };
}

/** The names of the open claims of a place, damaged ones among them. */
export function claimNames({ open }: { open: RecordFolder }): string[] {
  return [...new Set([...recordNames(open), ...open.asideNames()])];
}

/** File names by the names that their keys have. */
export type MisnamedFiles = ReadonlyMap<string, readonly string[]>;

/** Reads all open intents, and those set aside, for keys that lie under another name: they may have been sent as well. */
export function readMisnamed(open: RecordFolder): MisnamedFiles {
  const misnamed = new Map<string, string[]>();
  for (const name of claimNames({ open }))
    for (const path of [join(open.path, name), ...open.asidesOf(name)]) {
      const parsed = parseIntent(open.readPath(path) ?? Buffer.alloc(0));
      const ownName = parsed.kind === 'whole' ? keyFileName(parsed.value.idempotency_key) : name;
      if (ownName !== name) misnamed.set(ownName, [...(misnamed.get(ownName) ?? []), name]);
    }
  return misnamed;
}
