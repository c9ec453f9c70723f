import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MachineError } from '../errors/machine-error.ts';
import { createRecordFolder, type RecordFolder } from '../files/record-folder.ts';
import { canComeAgain, claimKey, type IntentClaim } from './ledger-claims.ts';
import { type LedgerMonths, monthOfTime } from './ledger-months.ts';
import {
  parseIntent,
  parseRefusedIntent,
  parseSettledKey,
  type RefusedIntent,
  recordBytes,
} from './ledger-parse.ts';
import { readRecord, type Warn } from './ledger-read.ts';
import { type Intent, type JobRecord, ledgerSchemaVersion, type Refusal } from './ledger-record.ts';
import { keyFileName } from './record-file-name.ts';

/** The intents: unsettled ones in `open/`; in `keys/`, for good, the jobs of keys that may come again. */
export interface LedgerIntents {
  claim(wanted: Intent): IntentClaim;
  /** Which send of the intent this is, from 1; undefined where its job is known already. */
  markSent(intent: SentIntent, at: string): number | undefined;
  /** Settles an intent that led to no job; its key is free again. False where it was sent again after `onlyAfter` sends. */
  refuse(intent: SentIntent, refusal: Refusal, onlyAfter?: number): boolean;
  /** Settles an intent that led to this job, which is on the disk already. */
  settle(intent: Intent, record: JobRecord): void;
  unsettled(): Intent[];
  /** `before`: only those written before that time, milliseconds since 1970: a younger one may be under way. */
  unsettledCount(before?: number): number;
  findRefused(key: string): RefusedIntent | undefined;
}

/** What a send is known by: under one key, only ever the bytes that stand on the disk. */
export type SentIntent = Pick<Intent, 'idempotency_key' | 'body'>;

export interface LedgerIntentsPlace {
  path: string;
  months: Pick<LedgerMonths, 'names' | 'folderOf' | 'find'>;
  warn: Warn;
}

export function openIntents({ path, months, warn }: LedgerIntentsPlace): LedgerIntents {
  const open = createRecordFolder(join(path, 'open'));
  const keys = createRecordFolder(join(path, 'keys'));
  const refusedIn = (month: string) => createRecordFolder(join(months.folderOf(month), 'refused'));
  const readOpen = (key: string) => readRecord(open, keyFileName(key), parseIntent, warn);
  const readKey = (key: string) => readRecord(keys, keyFileName(key), parseSettledKey, warn);

  return {
    claim: (wanted) => claimKey(wanted, { open, keys, findJob: months.find }),
    markSent({ idempotency_key: key, body }, at) {
      const intent = readOpen(key);
      // Settled by another process: under the same key and bytes the service answers with that job.
      if (intent === undefined && readKey(key) !== undefined) return undefined;
      // Other bytes: it was refused, and the key claimed anew. What is sent under a key is what stands on the disk.
      if (intent?.body !== body) throw intentGone(join(open.path, keyFileName(key)), key);
      const send = sendsOf(intent) + 1;
      const sent = send === 1 ? { ...intent, first_sent_at: at } : { ...intent, sends: send };
      open.write(keyFileName(key), recordBytes(sent));
      return send;
    },
    refuse({ idempotency_key: key, body }, refusal, onlyAfter) {
      const intent = readOpen(key);
      if (intent?.body !== body) return true;
      if (onlyAfter !== undefined && sendsOf(intent) > onlyAfter) return false;
      const refused = { schema: ledgerSchemaVersion, intent, refusal } as const;
      refusedIn(monthOfTime(refusal.at)).write(keyFileName(key), recordBytes(refused));
      open.remove(keyFileName(key));
      return true;
    },
    settle(intent, record) {
      const name = keyFileName(intent.idempotency_key);
      if (canComeAgain(intent)) {
        const job = { ...record, intent: null };
        keys.write(name, recordBytes({ schema: ledgerSchemaVersion, intent, job }));
      }
      open.remove(name);
    },
    unsettled() {
      const intents = intentNames(open).map((name) => readRecord(open, name, parseIntent, warn));
      return intents
        .filter((intent) => intent !== undefined)
        .sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
    },
    unsettledCount(before) {
      const names = intentNames(open);
      if (before === undefined) return names.length;
      return names.filter((name) => (modifiedMs(join(open.path, name)) ?? before) < before).length;
    },
    findRefused(key) {
      for (const month of months.names()) {
        const refused = readRecord(refusedIn(month), keyFileName(key), parseRefusedIntent, warn);
        if (refused !== undefined) return refused;
      }
      return undefined;
    },
  };
}

function sendsOf({ first_sent_at, sends }: Intent): number {
  return sends ?? (first_sent_at === null ? 0 : 1);
}

/** Undefined where the file has gone: it was settled meanwhile. */
function modifiedMs(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function intentNames(open: RecordFolder): string[] {
  return open.names().filter((name) => name.endsWith('.json'));
}

function intentGone(path: string, key: string): MachineError {
  return new MachineError({
    code: 'intent_gone',
    message: `the intent ${path} is gone`,
    why: 'it was settled or removed meanwhile; nothing was sent now',
    hint: 'run it again',
    idempotencyKey: key,
  });
}
