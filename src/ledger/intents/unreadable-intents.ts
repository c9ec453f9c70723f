import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { moveExclusively } from '../../files/atomic-write.ts';
import { ensurePrivateFolder, fsyncFolder } from '../../files/folder.ts';
import { isRecordName, nameBeforeDamage } from '../../files/record-folder.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import type { Intent } from '../record.ts';
import { parseSettledKey } from '../records/parse.ts';
import { keyFileName } from '../records/read.ts';
import { claimNames, type DamagedClaim, damagedClaim } from './damaged-claims.ts';
import type { IntentPlace } from './intent-places.ts';

/** A submit whose intent can't be read any more, with what its bytes still show. */
export interface UnreadableIntent extends DamagedClaim {
  /** Its key. Where nothing shows that, its file name without the ending: `recover --forget` takes either. */
  key: string;
  remains: IntentRemains;
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
  return [...new Set(names)]
    .sort()
    .flatMap((name) => damagedClaim(place, name, { isReusable }) ?? [])
    .map(readRemains)
    .filter((intent) => !isSettledIn(place, intent));
}

/** Those of a key, or of a file name without its ending. */
export function unreadableUnder(place: IntentPlace, key: string): UnreadableIntent[] {
  return openUnreadableIn(place, [keyFileName(key), `${key}.json`].filter(isRecordName), {
    isReusable: true,
  });
}

function isSettledIn({ keys }: IntentPlace, intent: UnreadableIntent): boolean {
  const bytes = keys.read(intent.name);
  const settled = bytes === undefined ? undefined : parseSettledKey(bytes);
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
  for (const path of paths) {
    const text = textOf(path);
    const shownKey = textField(text, 'idempotency_key');
    if (shownKey !== undefined && keyFileName(shownKey) !== name) continue;
    key = shownKey ?? key;
    for (const field of textFields) {
      const value = remains[field] ?? textField(text, field);
      if (value !== undefined) remains[field] = value;
    }
    const reserved = remains.reserved_usd ?? numberField(text, 'reserved_usd');
    if (reserved !== undefined) remains.reserved_usd = reserved;
  }
  return { name, paths, key, remains };
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
