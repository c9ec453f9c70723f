import type { FingerprintedKey } from '../../account/keys/account-fingerprint.ts';
import { originOf } from '../../account/rules/claim-account.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { MachineError, UsageError } from '../../errors/endings.ts';
import { nodeCrypto } from '../../files/lazy-node.ts';
import { ownText, ownValue } from '../../text/json-object.ts';
import { isHashes, UnreadableLine } from './journal-event.ts';

const family = 'genctl.journal/v';
const version = 1;

/** The owner of a journal. A journal with another value of any of these is another journal. */
export interface JournalOwner {
  batch: string;
  /** The origin of the service, or `sandbox:`. */
  origin: string;
  /** `journalAccount` of the key. */
  account: string;
  /** `K/N` of a shard; null for a whole batch. */
  shard: string | null;
  /** The profile that the key is of; absent if a variable gives it. Two keys of one profile are one account. */
  profile?: string | undefined;
  /** The name of the home's secret, which tells homes apart; absent as the profile is. */
  home?: string | undefined;
}

/** The fields that are new with each run. */
export interface JournalRun {
  /** The version of genctl. */
  genctl: string;
  /** The digest of the manifest's bytes. */
  manifest_sha256: string;
  /** Hashes of the values that lines take where they have none of their own, by the names of their fields. */
  defaults: Record<string, string>;
}

/** A line that says what the lines behind it are of: the first of a file, and one more where a run has other values. */
export interface JournalHeader extends JournalOwner, JournalRun {
  schema: string;
}

/**
 * The fingerprint by which a journal tells accounts apart on any machine: the beginning of the HMAC-SHA-256 of the origin under the
 * key itself. There is no secret of the home in it, as in the ledger's, because another machine could not compare then. The journal
 * may be public even so. Keys are random and long, so the only way from the fingerprint to the key is to try all keys there are. A
 * slow function would not make that harder in any way that counts. And nobody can tell by the fingerprints of two services that
 * their keys are one, because each is made with its own origin.
 */
export function journalAccount({ baseUrl, apiKey }: FingerprintedKey): string {
  const text = `${family}${version}\n${originOf(baseUrl)}`;
  return `j1-${nodeCrypto().createHmac('sha256', apiKey).update(text).digest('hex').slice(0, 32)}`;
}

/** The order of the fields is fixed: headers are compared as text. */
export function headerLine(
  { account, batch, home, origin, profile, shard }: JournalOwner,
  { defaults, genctl, manifest_sha256 }: JournalRun,
): string {
  const schema = `${family}${version}`;
  return JSON.stringify({
    schema,
    genctl,
    batch,
    manifest_sha256,
    origin,
    account,
    defaults,
    shard,
    profile,
    home,
  });
}

/** Tells whether a line is a header; one of a newer genctl is one, too. */
export function isHeader(line: Record<string, unknown>): boolean {
  return ownText(line, 'schema')?.startsWith(family) ?? false;
}

/** Reads a header. Throws {@link UnreadableLine}; MachineError for one of a newer genctl. */
export function readHeader(line: Record<string, unknown>, path: string): JournalHeader {
  const schema = ownText(line, 'schema') ?? '';
  const found = Number(schema.slice(family.length));
  if (!Number.isSafeInteger(found) || found < 1) throw new UnreadableLine('its schema is not known');
  if (found > version) throw newerJournal(path, schema);
  for (const name of ['genctl', 'batch', 'manifest_sha256', 'origin', 'account'] as const) {
    if (ownText(line, name) === undefined)
      throw new UnreadableLine(`its ${name} is missing or of another kind`);
  }
  const shard = ownValue(line, 'shard');
  if (shard !== null && typeof shard !== 'string')
    throw new UnreadableLine('its shard is missing or of another kind');
  for (const name of ['profile', 'home']) {
    const value = ownValue(line, name);
    if (value !== undefined && typeof value !== 'string')
      throw new UnreadableLine(`its ${name} is of another kind`);
  }
  if (!isHashes(ownValue(line, 'defaults')))
    throw new UnreadableLine('its defaults are missing or of another kind');
  return line as unknown as JournalHeader;
}

/** Refuses a journal of something else. The account is judged apart, for a rotated key is no other account. */
export function assertOwn(header: JournalHeader, owner: JournalOwner, path: string): void {
  const named = (shard: string | null) => (shard === null ? 'no shard' : `shard ${shard}`);
  const differences = [
    ['journal_of_other_batch', `is of the batch ${quoted(header.batch)}`, `the batch ${quoted(owner.batch)}`],
    ['journal_of_other_service', `was sent to ${quoted(header.origin)}`, quoted(owner.origin)],
    ['journal_of_other_shard', `has ${named(header.shard)}`, named(owner.shard)],
  ] as const;
  const places = [header.batch === owner.batch, header.origin === owner.origin, header.shard === owner.shard];
  const [code, what, wanted] = differences[places.indexOf(false)] ?? [];
  if (code === undefined) return;
  throw new UsageError({
    code,
    message: `the journal ${path} belongs to another batch`,
    why: `It ${what}; this is ${wanted}.`,
    hint: 'choose another journal: --journal PATH; or move that one away if you no longer need it',
  });
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}

/** The key was another one when the journal was written. `unseen`: a job of the journal that the key at hand does not see. */
export function otherAccount(path: string, unseen?: string): CliError {
  const seen = unseen === undefined ? '' : `The API key does not see ${unseen}, a job of this journal. `;
  return new UsageError({
    code: 'journal_of_other_account',
    message: `the journal ${path} was written with another API key`,
    why: `${seen}With another account, you would pay for every shot again.`,
    hint: 'use the key of that account; if only its key changed: --same-account; for another journal: --journal PATH',
  });
}

function newerJournal(path: string, schema: string): MachineError {
  return new MachineError({
    code: 'journal_newer',
    message: `a newer genctl wrote ${path}`,
    why: `it is of ${quoted(schema)}, and this genctl knows ${family}${version}`,
    hint: 'npm install --global genctl@latest',
    retryable: false,
  });
}
