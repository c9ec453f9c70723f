import { createHmac } from 'node:crypto';
import { createRecordFolder } from '../files/record-folder.ts';
import type { KeyHolder } from './api-key.ts';
import type { Control } from './control/control.ts';
import type { Speed } from './life/plan.ts';
import type { RenderFile } from './links/output-file.ts';
import { byAccount, type LimitOptions, type Limits, limitsOf } from './money/limits.ts';
import { startBalanceUsd } from './money/prices.ts';
import { accountIdOf } from './state/account-id.ts';
import { type AccountStore, createAccountStore } from './state/accounts.ts';
import {
  type AcceptedJob,
  type CallbackRecord,
  callbackShape,
  type Ending,
  endingShape,
  jobShape,
} from './state/jobs.ts';
import { type JsonRecords, jsonRecords, stateFolder } from './state/json-records.ts';

export interface SandboxOptions {
  /** The folder of all state. It is created when something is first written. */
  folder: string;
  /** Milliseconds since 1970, on a clock that every process on the folder shares. */
  nowMs: () => number;
  randomBytes: (count: number) => Uint8Array;
  speed: Speed;
  /** Origin of the API, without a slash at its end. */
  baseUrl: string;
  /** Origin of the CDN, without a slash at its end; undefined for a deployment that has none. */
  cdnUrl: string | undefined;
  /** The names that requests may call both hosts by, beside those of the origins. */
  names?: readonly string[] | undefined;
  /** The keys that it takes; any that begins with `sbx_` unless given. */
  keys?: readonly string[] | undefined;
  /** The balances that new accounts have, by the name in their key, where they are not the usual one. Unit: USD. */
  balances?: Readonly<Record<string, number>> | undefined;
  /** The limits of this run, where they are not the usual ones. */
  limits?: LimitOptions | undefined;
  /** True if the sandbox runs inside the process that calls it. Then failures of this machine are thrown instead of answered. */
  embedded?: boolean | undefined;
  /** Renders files elsewhere than in this thread, which answers requests meanwhile. */
  render?: RenderFile | undefined;
  /** Receives a sentence about each state file that could not be read and was set aside. */
  warn?: ((message: string) => void) | undefined;
  /** Receives one line for each request: method, path, status. */
  logger?: ((line: string) => void) | undefined;
  /** The faults, the clocks and the log of this run. Without it there are no routes for that, and no request is kept. */
  control?: Control | undefined;
}

/** One run of the sandbox over its state: its options, and the stores under its folder. */
export interface Deployment extends Omit<SandboxOptions, 'limits' | 'nowMs'> {
  /** The clock of an account: that of every process on the folder, and what a test put it on by. */
  nowMs: (accountId: string) => number;
  limits: Limits;
  /** The accounts of the keys that it takes; undefined for those of all that begin with `sbx_`. */
  accountIds: ReadonlySet<string> | undefined;
  /** They never change. */
  jobs: JsonRecords<AcceptedJob>;
  endings: JsonRecords<Ending>;
  accounts: AccountStore;
  callbacks: JsonRecords<CallbackRecord>;
  secret: ReturnType<typeof createSecret>;
}

/** The variables that routes read from their context. */
export interface SandboxEnvironment {
  Variables: {
    deployment: Deployment;
    /** Set on every route that requires a key. */
    account: KeyHolder;
  };
}

/** Nothing is read or written until a store is used. */
export function createDeployment(options: SandboxOptions): Deployment {
  const { balances = {}, control, folder, keys, nowMs, warn = () => {} } = options;
  const startUsdOf = byAccount({ every: startBalanceUsd, own: balances });
  const startMicrousdOf = (accountId: string) => Math.round((startUsdOf(accountId) ?? startBalanceUsd) * 1e6);
  return {
    ...options,
    nowMs: (accountId) => nowMs() + (control?.aheadMs(accountId) ?? 0),
    limits: limitsOf(options.limits),
    accountIds: keys && new Set(keys.map(accountIdOf)),
    jobs: jsonRecords({ folder, kind: 'jobs', shape: jobShape, warn }),
    endings: jsonRecords({ folder, kind: 'endings', shape: endingShape, warn }),
    accounts: createAccountStore(folder, nowMs, warn, startMicrousdOf),
    callbacks: jsonRecords({ folder, kind: 'callbacks', shape: callbackShape, warn }),
    secret: createSecret(folder, options.randomBytes),
  };
}

const recordName = 'key';
const keyBytes = 32;

/** Turns words into names that outsiders can't guess, by a random key, which is drawn once for a state folder. It is read anew each time, so that a reset takes effect. */
function createSecret(folder: string, randomBytes: (count: number) => Uint8Array) {
  const records = createRecordFolder(stateFolder(folder, 'secret'));
  function key(): Uint8Array {
    const known = records.read(recordName);
    if (known !== undefined && known.length === keyBytes) return known;
    records.claim(recordName, randomBytes(keyBytes));
    return records.read(recordName) ?? new Uint8Array();
  }
  return {
    /** @returns hex digits, 128 bits. */
    derive(words: readonly string[]): string {
      const lengthPrefixed = words.map((word) => `${Buffer.byteLength(word)}:${word}`).join('');
      return createHmac('sha256', key()).update(lengthPrefixed).digest('hex').slice(0, 32);
    },
  };
}
