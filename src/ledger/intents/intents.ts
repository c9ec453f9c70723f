import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DurableWork, RunDurably } from '../../files/durable-work.ts';
import { withLock } from '../../files/lock.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { requestRoutes } from '../../service/request-route.ts';
import {
  type Intent,
  type JobRecord,
  ledgerSchemaVersion,
  type RecordedRefusal,
  sendsOf,
} from '../record.ts';
import type { LedgerMonths } from '../records/months.ts';
import { parseRefusedIntent, type RefusedIntent, recordBytes } from '../records/parse.ts';
import { keyFileName, readRecord, recordNames } from '../records/read.ts';
import { monthOfTime } from '../records/search-months.ts';
import { assertAllReadable, claimKey, findClaim, isKeyReusable, type KeyOrigin } from './claims.ts';
import { besideDamaged, damagedNotes, MetDamagedClaim } from './damaged-claims.ts';
import { type ClaimName, type IntentPlace, type IntentPlaces, intentPlaces } from './intent-places.ts';
import { claimNames, intentNamed, settledKeyNamed } from './named-claims.ts';

export type LedgerIntents = ReturnType<typeof openIntents>;

/** The fields that identify a send. Only the bytes on the disk are ever sent under a key of an account. */
type SentIntent = ClaimName & KeyOrigin & Pick<Intent, 'body'>;

/** An answer to whether the first byte of a send may leave now. */
export type SendMark =
  /** It may. The intent counts this send. */
  | { kind: 'marked'; intent: Intent }
  /** It may not: the request was sent before, and its route has no key that makes a repeat safe. */
  | { kind: 'sent before'; intent: Intent }
  /** It may not: another process settled the intent, with this job. */
  | { kind: 'settled'; record: JobRecord };

export interface LedgerIntentsPlace {
  path: string;
  months: Pick<LedgerMonths, 'names' | 'folderOf' | 'find'>;
  warn: Warn;
  /** Milliseconds since 1970, for locks. */
  nowMs: () => number;
  run: RunDurably;
}

/**
 * A mark takes a millisecond. On v1 a second mark is a second charge. So a lock is broken for its age only when neither a
 * suspended process nor two different clocks on one home can explain it. The lock of a process of this machine that is gone is
 * broken at once.
 */
const patience = { timeoutMs: 10_000, staleMs: 10 * 60_000 };

/** The intents: unsettled ones in `open/`; in `keys/`, for good, the jobs of keys that may be used again. */
export function openIntents({ path, months, warn, nowMs, run }: LedgerIntentsPlace) {
  const places = intentPlaces(path, warn);
  const refusedIn = (month: string) => createRecordFolder(join(months.folderOf(month), 'refused'));

  /**
   * Works on the file of an open intent while no other process does. `work` is not called where the intent is not open any more.
   */
  async function whileOpen<Result>(
    claim: SentIntent,
    work: (intent: Intent, place: IntentPlace, name: string) => DurableWork<Result>,
  ): Promise<Result | undefined> {
    const place = places.whereOpen(claim);
    if (place === undefined) return undefined;
    const name = keyFileName(claim.idempotency_key);
    return withLock(join(place.open.path, `.${name}.lock`), { ...patience, now: nowMs }, () => {
      const intent = readRecord(place.open, name, intentNamed(name), warn);
      // Other bytes mean that the intent was refused and its key claimed anew. Only the bytes on the disk are sent under a key.
      return intent?.body === claim.body ? run(work(intent, place, name)) : undefined;
    });
  }
  function settledMark(claim: SentIntent): SendMark | undefined {
    const { keys } = (isKeyReusable(claim) ? places.whereSettled(claim) : undefined) ?? {};
    const name = keyFileName(claim.idempotency_key);
    const settled = keys && readRecord(keys, name, settledKeyNamed(name), warn);
    if (settled === undefined) return undefined;
    const { intent, job } = settled;
    return { kind: 'settled', record: months.find(job.id) ?? { ...job, intent } };
  }

  return {
    claim: (wanted: Intent) => claimKey(wanted, { places, findJob: months.find }),
    /** The claim that `claim` would meet; undefined where there is none. */
    find: (wanted: Intent) => findClaim(wanted, { places, findJob: months.find }),
    /** Tells whether a claim of an intent would meet another one, damaged ones among them. */
    isClaimed(wanted: Intent): boolean {
      try {
        return findClaim(wanted, { places, findJob: months.find }) !== undefined;
      } catch (error) {
        if (error instanceof MetDamagedClaim) return true;
        throw error;
      }
    },
    /**
     * Notes a send before it happens. Undefined where the intent is neither open nor known to be settled. Throws MetDamagedClaim where a
     * claim of its key can't be read: a copy of a home may have brought back an earlier one beside it.
     */
    async markSent(claim: SentIntent, at: string): Promise<SendMark | undefined> {
      const mark = await whileOpen(claim, function* (intent, place, name): DurableWork<SendMark> {
        const sends = sendsOf(intent) + 1;
        if (sends > 1 && !requestRoutes[intent.route].hasKey) return { kind: 'sent before', intent };
        // This claim stands beside a settled one: its process was ended before it could remove it. It must not be sent, although
        // it says so where it was claimed to be sent at once.
        const settled = settledMark(claim);
        if (settled !== undefined) {
          yield* place.open.steps.remove(name);
          return settled;
        }
        if (!requestRoutes[intent.route].hasKey) assertAllReadable(claim, places);
        const sent = sentAgain(besideDamaged(intent, place), at);
        yield* place.open.steps.write(name, recordBytes(sent));
        return { kind: 'marked', intent: sent };
      });
      const known = mark ?? settledMark(claim);
      if (known === undefined) assertAllReadable(claim, places);
      return known;
    },
    /**
     * Settles an intent that led to no job, so that its key is free again. With `onlyAfter`, it returns false and settles nothing
     * where the intent was sent more often than that.
     */
    async refuse(claim: SentIntent, refusal: RecordedRefusal, onlyAfter?: number): Promise<boolean> {
      const refused = await whileOpen(claim, function* (intent, { open }, name): DurableWork<boolean> {
        if (onlyAfter !== undefined && sendsOf(intent) > onlyAfter) return false;
        const bytes = recordBytes({ schema: ledgerSchemaVersion, intent, refusal });
        yield* refusedIn(monthOfTime(refusal.at)).steps.write(name, bytes);
        yield* open.steps.remove(name);
        return true;
      });
      return refused ?? true;
    },
    /** Settles an intent that led to this job, whose record is on the disk already. */
    settle: (intent: Intent, record: JobRecord) => settled(intent, record, places),
    /** With `before` (ms since 1970) only those written before then: younger ones may be under way. */
    unsettled: (before?: number) => unsettledIn(places.all(), warn, before),
    /** How many submits have no answer that is known, by the names of their files. */
    unsettledCount: () => places.all().flatMap(claimNames).length,
    /** False where nothing tells of a submit that is open, or of a damaged file. */
    mayBeUnreadable: (of: { readsNotes: boolean }) => places.all().some((place) => mayHoldDamage(place, of)),
    places,
    findRefused(key: string): RefusedIntent | undefined {
      const folders = months.names().map(refusedIn);
      return folders.flatMap((one) => readRecord(one, keyFileName(key), parseRefusedIntent, warn) ?? [])[0];
    },
  };
}

function mayHoldDamage(place: IntentPlace, { readsNotes }: { readsNotes: boolean }): boolean {
  if (claimNames(place).length + place.keys.asideNames().length > 0) return true;
  return readsNotes && damagedNotes(place).length > 0;
}

/** The intent with one more send. */
function sentAgain(intent: Intent, at: string): Intent {
  const sends = sendsOf(intent) + 1;
  return sends === 1 ? { ...intent, first_sent_at: at } : { ...intent, sends };
}

/** Notes the job of an intent where its key can be reused, and removes the open intent. */
function* settled(intent: Intent, record: JobRecord, places: IntentPlaces): DurableWork<void> {
  const name = keyFileName(intent.idempotency_key);
  const place = places.whereOpen(intent) ?? places.whereSettled(intent) ?? freeFor(intent, places);
  if (isKeyReusable(intent) && place !== undefined) {
    const job = { ...record, intent: null };
    yield* place.keys.steps.write(name, recordBytes({ schema: ledgerSchemaVersion, intent, job }));
  }
  // The intent may have been closed by hand meanwhile, and its name may now belong to another account, so only its own
  // claim is removed. A power cut may bring it back: then it stands beside the record of its job, as where a process was ended
  // just before this, and is settled by that record.
  const standing = places.whereOpen(intent);
  if (standing !== undefined) yield* standing.open.steps.remove(name, { durable: false });
}

/** The place to note the job of an intent that is not open any more. It is never one where another account has the key. */
function freeFor(intent: Intent, { first, ofAccount }: IntentPlaces): IntentPlace | undefined {
  const name = keyFileName(intent.idempotency_key);
  const isTaken = [first.keys, first.open].some((folder) => folder.read(name) !== undefined);
  if (!isTaken) return first;
  return intent.account === undefined ? undefined : ofAccount(intent);
}

function unsettledIn(
  places: readonly IntentPlace[],
  warn: Warn,
  before = Number.POSITIVE_INFINITY,
): Intent[] {
  // A file is gone where the intent was settled meanwhile.
  const modifiedMs = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before;
  return places
    .flatMap((place) => {
      const { open } = place;
      return recordNames(open)
        .filter((name) => modifiedMs(join(open.path, name)) < before)
        .flatMap((name) => readRecord(open, name, intentNamed(name), warn) ?? [])
        .map((intent) => besideDamaged(intent, place));
    })
    .sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
}
