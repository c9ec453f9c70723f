import { join } from 'node:path';
import { nodeCrypto, sha256 } from '../files/lazy-node.ts';
import { createRecordFolder, type RecordFolder } from '../files/record-folder.ts';
import { originOf } from '../rules/claim-account.ts';
import { storeFailure } from './store-failure.ts';

/** The key of a service, which only its fingerprint is ever written of. */
export interface FingerprintedKey {
  baseUrl: string;
  apiKey: string;
}

const version = 'f1';
const secretName = 'account-secret';
const secretText = /^[0-9a-f]{64}$/;

/**
 * What tells one account's key from another's in the ledger: `f1-SECRET-DIGEST`, with the beginning of the secret's own hash
 * and of the HMAC of origin and key under that secret, which never leaves the home. Without the secret nobody can try keys
 * against it, and two homes give one key two fingerprints.
 *
 * @throws MachineError where the secret can be neither read nor made.
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

/** The secret of a home, made at its first use: of several processes one makes it, and all of them use that one. */
function secretIn(folder: string): string {
  const records = createRecordFolder(folder);
  try {
    const stored = readSecret(records);
    if (stored !== undefined) return stored;
    const fresh = nodeCrypto().randomBytes(32).toString('hex');
    if (records.claim(secretName, Buffer.from(fresh)) === 'claimed') return fresh;
    const winner = secretOfWinner(records);
    if (winner !== undefined) return winner;
    // Torn, or left empty by a claimant that died: fingerprints made with another secret are known for such by their name.
    records.write(secretName, Buffer.from(fresh));
    return fresh;
  } catch (error) {
    throw storeFailure("the ledger's secret can't be read or made", join(folder, secretName), error);
  }
}

/** Without hard links its file is empty for a moment before it is filled. */
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
