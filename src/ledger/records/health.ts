import { join } from 'node:path';
import { assertLedgerFormat } from '../../account/ledger-format.ts';
import { storeFailure } from '../../errors/system-trouble.ts';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import { intentPlaces } from '../intents/intent-places.ts';
import { openMonths } from './months.ts';
import { type Parse, parseIntent, parseJobRecord, parseRefusedIntent, parseSettledKey } from './parse.ts';
import { recordNames } from './read.ts';

/** The state of a ledger's records. Paths are absolute. */
export interface LedgerHealth {
  jobs: number;
  /** Submits whose answer never arrived, or that are under way. */
  unsettled: number;
  /** Records that can't be read; the next command that needs one sets it aside. */
  torn: string[];
  /** Records that were set aside, with their bytes. */
  setAside: string[];
  /** Records that a newer genctl wrote. */
  newer: string[];
}

/** Reads every record of a ledger and changes nothing. Throws MachineError where the disk fails, and for records of another format. */
export function inspectLedger(folder: string): LedgerHealth {
  const health: LedgerHealth = { jobs: 0, unsettled: 0, torn: [], setAside: [], newer: [] };
  const done = join(folder, 'done');
  try {
    assertLedgerFormat(folder);
    for (const { open, keys } of intentPlaces(folder, () => {}).all()) {
      health.unsettled += inspectFolder(open, parseIntent, health);
      inspectFolder(keys, parseSettledKey, health);
    }
    for (const month of openMonths(done, () => {}).names()) {
      health.jobs += inspectFolder(createRecordFolder(join(done, month)), parseJobRecord, health);
      inspectFolder(createRecordFolder(join(done, month, 'refused')), parseRefusedIntent, health);
    }
    return health;
  } catch (error) {
    throw storeFailure("the ledger can't be read", folder, error);
  }
}

/** Adds the faulty records of a folder to `health` and returns the number of whole ones. */
function inspectFolder<Value>(folder: RecordFolder, parse: Parse<Value>, health: LedgerHealth): number {
  health.setAside.push(...folder.asidePaths().sort());
  let whole = 0;
  for (const name of recordNames(folder).sort()) {
    const bytes = folder.read(name);
    // An empty file is a claim that got no further, so nothing was sent.
    if (bytes === undefined || bytes.length === 0) continue;
    const { kind } = parse(bytes);
    if (kind === 'whole') whole += 1;
    else health[kind].push(join(folder.path, name));
  }
  return whole;
}
