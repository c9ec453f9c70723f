import { join } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { storeFailure } from '../../errors/system-trouble.ts';
import { nodeCrypto, sha256 } from '../../files/lazy-node.ts';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import type { Account, AccountEnvironment } from '../account.ts';
import { assertLedgerFormat } from '../ledger-format.ts';
import { originOf } from '../rules/claim-account.ts';
import { keyAtHand } from './credentials.ts';

/** A service and its key. Only the fingerprint of the key is ever written down. */
export interface FingerprintedKey {
  baseUrl: string;
  apiKey: string;
}

const version = 'f1';
const secretName = 'account-secret';
const secretText = /^[0-9a-f]{64}$/;

/**
 * The fingerprint by which the ledger tells accounts apart: `f1-SECRET-DIGEST`. SECRET is the beginning of the hash of a secret
 * that never leaves the home; DIGEST is the beginning of the HMAC of origin and key under that secret. Without the secret
 * nobody can test guesses of the key against it, and the same key has another fingerprint in another home.
 *
 * @throws MachineError where the secret can be neither read nor made, and where the records are of another format.
 */
export function accountFingerprint(ledgerFolder: string, { baseUrl, apiKey }: FingerprintedKey): string {
  const secret = secretIn(ledgerFolder);
  const secretId = sha256(secret).slice(0, 8);
  const digest = nodeCrypto()
    .createHmac('sha256', secret)
    .update(`${originOf(baseUrl)}\n${apiKey}`)
    .digest('hex')
    .slice(0, 32);
  return `${version}-${secretId}-${digest}`;
}

/** The fingerprint of an account; undefined if only a program knows the key, which a look does not ask, or if the home is in the way. */
export function fingerprintAtHand(
  account: Account,
  ledgerFolder: string,
  environment: Pick<AccountEnvironment, 'GENCTL_API_KEY'>,
): string | undefined {
  try {
    const apiKey = keyAtHand(account, environment);
    if (apiKey === undefined) return undefined;
    return accountFingerprint(ledgerFolder, { baseUrl: account.baseUrl, apiKey });
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

/**
 * Reads the secret of a home, or creates it at its first use. Where several processes try, one creates it and all use that one.
 */
function secretIn(folder: string): string {
  const records = createRecordFolder(folder);
  try {
    assertLedgerFormat(folder);
    const stored = readSecret(records);
    if (stored !== undefined) return stored;
    const fresh = nodeCrypto().randomBytes(32).toString('hex');
    if (records.claim(secretName, Buffer.from(fresh)) === 'claimed') return fresh;
    const winner = secretOfWinner(records);
    if (winner !== undefined) return winner;
    // The secret is torn, or a claimant left it empty and died. A fingerprint names its secret, so those made with another one
    // can still be recognized.
    records.write(secretName, Buffer.from(fresh));
    return fresh;
  } catch (error) {
    throw storeFailure("the ledger's secret can't be read or made", join(folder, secretName), error);
  }
}

/** Waits for the secret that another process is writing: without hard links its file is empty for a moment. */
function secretOfWinner(records: RecordFolder): string | undefined {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let look = 0; look < 50; look += 1) {
    const secret = readSecret(records);
    if (secret !== undefined) return secret;
    Atomics.wait(pause, 0, 0, 20);
  }
  return undefined;
}

function readSecret(records: RecordFolder): string | undefined {
  const text = records.read(secretName)?.toString().trim();
  return text !== undefined && secretText.test(text) ? text : undefined;
}
