import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { moveExclusively } from '../../files/atomic-write.ts';
import { ensurePrivateFolder, fsyncFolder } from '../../files/folder.ts';
import { isRecordName, nameBeforeDamage } from '../../files/record-folder.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import type { Intent } from '../record.ts';
import { keyFileName } from '../records/read.ts';
import { type DamagedClaim, damagedClaim, damagedNotes } from './damaged-claims.ts';
import type { IntentPlace } from './intent-places.ts';
import { claimNames, settledKeyNamed } from './named-claims.ts';

/** A submit whose intent can't be read any more, with what its bytes still show. */
export interface UnreadableIntent extends DamagedClaim {
  /** Its key. Where nothing shows that, its file name without the ending: `recover --forget` takes either. */
  key: string;
  remains: IntentRemains;
  /** Its files that hold another key, and that may be moved to the name of it: there is no such file. */
  misnamed: readonly MisnamedFile[];
}

interface MisnamedFile {
  path: string;
  key: string;
  /** The path that its key gives it. */
  ownPath: string;
}

/** The fields of an intent that its damaged bytes still show. */
type IntentRemains = Partial<Record<(typeof textFields)[number], string> & Pick<Intent, 'reserved_usd'>>;

const textFields = [
  'account',
  'base_url',
  'created_at',
  'first_sent_at',
  'model',
  'once',
  'profile',
] as const;

/**
 * The submits of a place whose intents can't be read: open ones, and settled ones of `keyNames`, unless given those that were set
 * aside. Those are left out whose key is noted with its job.
 */
export function unreadableIn(place: IntentPlace, keyNames = place.keys.asideNames()): UnreadableIntent[] {
  return openUnreadableIn(place, [...claimNames(place), ...keyNames], { isReusable: true });
}

/** The open submits of a place whose intents can't be read. */
export function openUnreadableIn(
  place: IntentPlace,
  names = claimNames(place),
  { isReusable } = { isReusable: false },
): UnreadableIntent[] {
  return damagedIn(place, names, { isReusable }).filter((intent) => !isSettledIn(place, intent));
}

function damagedIn(
  place: IntentPlace,
  names: readonly string[],
  of: { isReusable: boolean },
): UnreadableIntent[] {
  return [...new Set(names)]
    .sort()
    .flatMap((name) => damagedClaim(place, name, of) ?? [])
    .map(readRemains);
}

/** Which damaged files to look for. */
export interface DamagedQuery {
  /** Those of a key alone. */
  key?: string | undefined;
  /** Reads also all notes of settled keys, which takes seconds for 100,000. */
  readsNotes?: boolean;
}

/** The damaged files of a place, also those of submits that are settled. */
export function damagedFilesIn(
  place: IntentPlace,
  { key, readsNotes = false }: DamagedQuery,
): UnreadableIntent[] {
  const of = { isReusable: true };
  if (key === undefined) {
    const notes = readsNotes ? damagedNotes(place) : [];
    return damagedIn(place, [...claimNames(place), ...notes, ...place.keys.asideNames()], of);
  }
  const names = [keyFileName(key), `${key}.json`].filter(isRecordName);
  const elsewhere = names.flatMap((name) => place.misnamed().get(name) ?? []);
  // A copy of an intent tells nothing of it, but its name was that of another one.
  const renamed = damagedIn(place, elsewhere, of).filter(({ misnamed }) => misnamed.length > 0);
  return [...damagedIn(place, names, of), ...renamed];
}

/** Tells whether the key of an intent is noted with its job. */
export function isSettledIn({ keys }: IntentPlace, intent: UnreadableIntent): boolean {
  if (intent.misnamed.length > 0) return false;
  const bytes = keys.read(intent.name);
  const settled = bytes === undefined ? undefined : settledKeyNamed(intent.name)(bytes);
  return settled?.kind === 'whole' && mayBe(intent, settled.value.intent);
}

/** Tells whether an intent that can't be read may be this one: it has its key, and shows nothing that says otherwise. */
export function mayBe({ name, remains }: UnreadableIntent, intent: Intent): boolean {
  const { account, created_at } = remains;
  return (
    keyFileName(intent.idempotency_key) === name &&
    (created_at === undefined || created_at === intent.created_at) &&
    (account === undefined || account === intent.account)
  );
}

/** The folders of an account's claims are named after it. */
const ofAccount = /[\\/]accounts[\\/](f\d+-[0-9a-f]{8}-[0-9a-f]+)[\\/](?:open|keys)[\\/][^\\/]+$/;

/** Reads what the files of a damaged claim still show. Bytes of another key show nothing. */
export function readRemains({ name, paths }: DamagedClaim): UnreadableIntent {
  const remains: IntentRemains = {};
  const [, account] = ofAccount.exec(paths[0] ?? '') ?? [];
  if (account !== undefined) remains.account = account;
  let key = name.replace(/\.json$/, '');
  const misnamed: MisnamedFile[] = [];
  for (const path of paths) {
    const text = textOf(path);
    const shownKey = textField(text, 'idempotency_key');
    if (shownKey !== undefined) misnamed.push(...misnamedAt(path, shownKey));
    if (shownKey !== undefined && keyFileName(shownKey) !== name) continue;
    key = shownKey ?? key;
    for (const field of textFields) {
      const value = remains[field] ?? textField(text, field);
      if (value !== undefined) remains[field] = value;
    }
    const reserved = remains.reserved_usd ?? numberField(text, 'reserved_usd');
    if (reserved !== undefined) remains.reserved_usd = reserved;
  }
  return { name, paths, key, remains, misnamed };
}

/** The file that shows a key with another name; none where a file of that name shows the key as well. */
function misnamedAt(path: string, key: string): MisnamedFile[] {
  const ownPath = join(dirname(path), keyFileName(key));
  const isOwn = nameBeforeDamage(basename(path)) === keyFileName(key);
  return isOwn || textField(textOf(ownPath), 'idempotency_key') === key ? [] : [{ path, key, ownPath }];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It was closed meanwhile, or the disk refuses: then it shows nothing.
    return '';
  }
}

/** Within a text, as a prompt is, the quotes of a name would be escaped: it is a field of the record. */
function textField(text: string, name: string): string | undefined {
  const [, quoted = ''] = new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*")`).exec(text) ?? [];
  const value = tryReadJson(quoted);
  return typeof value === 'string' ? value : undefined;
}

/** A number that is cut short may lack digits: it counts where something follows. */
function numberField(text: string, name: string): number | undefined {
  const [, digits] = new RegExp(`"${name}":([0-9.e+-]+)[,}]`).exec(text) ?? [];
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

/** Moves the files of an intent out of the way of its key, into a folder that nothing reads. No bytes are lost. */
export function closeFiles({ paths }: DamagedClaim, ledger: string): void {
  const closed = join(ledger, 'closed');
  ensurePrivateFolder(closed);
  for (const path of paths) {
    const name = nameBeforeDamage(basename(path));
    for (let number = 1; !moveExclusively(path, join(closed, `${name}.torn-${number}`)); number += 1);
  }
  fsyncFolder(closed);
}
