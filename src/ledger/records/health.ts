import { join } from 'node:path';
import { assertLedgerFormat } from '../../account/ledger-format.ts';
import { storeFailure } from '../../errors/system-trouble.ts';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import { notedFacts } from '../facts/facts-log.ts';
import { factsOf } from '../facts/job-facts.ts';
import { intentPlaces } from '../intents/intent-places.ts';
import { intentNamed, settledKeyNamed } from '../intents/named-claims.ts';
import { type UnreadableIntent, unreadableIn } from '../intents/unreadable-intents.ts';
import { openMonthIndexes } from '../proof/month-index.ts';
import type { IndexFinding } from '../proof/month-proof.ts';
import { isExchanged } from '../proof/unlisted-records.ts';
import { type LedgerMonths, openMonths } from './months.ts';
import { type Parse, parseJobRecord, parseRefusedIntent } from './parse.ts';
import { recordFileName, recordNames } from './read.ts';

/** The state of a ledger's records. Paths are absolute. */
export interface LedgerHealth {
  jobs: number;
  /** Submits whose answer never arrived, or that are under way. */
  unsettled: number;
  /** Submits whose intents can't be read: they may have been sent. */
  unreadable: UnreadableIntent[];
  /** The ids of jobs whose records can't be read, as far as the names of their files tell. */
  damagedJobs: string[];
  /** The files of the other damaged records: of these jobs, of jobs that are recorded anew, of refusals. */
  damaged: string[];
  /** Records that a newer genctl wrote. */
  newer: string[];
  /** Files of whole records that have the name of another job, whose own file is there as well. */
  misnamed: string[];
  /** Files of whole records that have the name of another job, while their own name is that of another one, too. */
  renamed: { path: string; ownPath: string }[];
  /** The damage of the indexes of months, found by now or within the last day. Each was made anew. */
  indexes: IndexHealth[];
}

export interface IndexHealth extends Pick<IndexFinding, 'isChanged' | 'missing'> {
  month: string;
  /** How many records had changed since their facts were noted. */
  stale: number;
}

/**
 * Reads every record of a ledger. It changes nothing but the indexes of months that do not fit their records. Throws MachineError where
 * the disk fails, and for records of another format.
 */
export async function inspectLedger(folder: string, nowMs: () => number): Promise<LedgerHealth> {
  const lists = {
    unreadable: [],
    damagedJobs: [],
    damaged: [],
    newer: [],
    misnamed: [],
    renamed: [],
    indexes: [],
  };
  const health: LedgerHealth = { jobs: 0, unsettled: 0, ...lists };
  const warn = (): void => {};
  const [done, proofs] = [join(folder, 'done'), join(folder, 'proofs')];
  const months = openMonths(done, warn, openMonthIndexes({ done, proofs, nowMs, warn }));
  const jobs = new Set<string>();
  try {
    assertLedgerFormat(folder);
    for (const place of intentPlaces(folder, () => {}).all()) {
      health.unsettled += inspectFolder(place.open, intentNamed, health).whole;
      const keys = inspectFolder(place.keys, settledKeyNamed, health);
      health.unreadable.push(...unreadableIn(place, keys.damaged));
    }
    for (const month of months.names()) {
      await inspectMonth(month, { health, jobs, months, nowMs });
      const refused = join(months.folderOf(month), 'refused');
      health.damaged.push(...damagedIn(createRecordFolder(refused), parseRefusedIntent, health));
    }
    health.damagedJobs = [...new Set(health.damagedJobs)].filter((id) => !jobs.has(id)).sort();
    return { ...health, jobs: jobs.size };
  } catch (error) {
    throw storeFailure("the ledger can't be read", folder, error);
  }
}

/** Damage that another command found is reported for this long. Unit: ms. */
const toldForMs = 24 * 60 * 60_000;

async function inspectMonth(
  month: string,
  {
    health,
    jobs,
    months,
    nowMs,
  }: { health: LedgerHealth; jobs: Set<string>; months: LedgerMonths; nowMs(): number },
): Promise<void> {
  const folder = createRecordFolder(months.folderOf(month));
  const noted = new Map<string, string>();
  for (const { facts, id } of notedFacts(folder.path, months.indexOf(month, 'facts').facts))
    if (!noted.has(id)) noted.set(id, JSON.stringify(facts));
  const stale: string[] = [];
  const { damaged } = inspectFolder(
    folder,
    () => parseJobRecord,
    health,
    (record, name) => {
      const isOwn = name === recordFileName(record.id);
      const path = join(folder.path, name);
      if (!isOwn && isExchanged(folder, record))
        health.renamed.push({ path, ownPath: join(folder.path, recordFileName(record.id)) });
      else if (!isOwn) health.misnamed.push(path);
      jobs.add(record.id);
      const facts = isOwn ? noted.get(record.id) : undefined;
      if (facts !== undefined && facts !== JSON.stringify(factsOf(record))) stale.push(record.id);
    },
  );
  for (const name of damaged) health.damagedJobs.push(name.replace(/\.json$/, ''));
  health.damaged.push(...damaged.flatMap((name) => filesOf(folder, name)));
  if (stale.length > 0) await months.whileForgetting(month, stale, () => {});
  const found = months.findingIn(month);
  const isTold = found !== undefined && Math.abs(nowMs() - found.foundAtMs) < toldForMs;
  const { isChanged, missing } = isTold ? found : { isChanged: false, missing: 0 };
  if (isTold || stale.length > 0) health.indexes.push({ month, isChanged, missing, stale: stale.length });
}

/**
 * Reads the records of a folder, and adds those of a newer genctl to `health`. Returns the number of whole ones, and the names of the
 * damaged ones, whether or not they were set aside.
 */
function inspectFolder<Value>(
  folder: RecordFolder,
  parseOf: (name: string) => Parse<Value>,
  health: Pick<LedgerHealth, 'newer'>,
  visit: (record: Value, name: string) => void = () => {},
): { whole: number; damaged: string[] } {
  const damaged = new Set(folder.asideNames());
  let whole = 0;
  for (const name of recordNames(folder)) {
    const bytes = folder.read(name);
    if (bytes === undefined) continue;
    const parsed = bytes.length === 0 ? undefined : parseOf(name)(bytes);
    if (parsed?.kind === 'newer') health.newer.push(join(folder.path, name));
    else if (parsed?.kind !== 'whole') damaged.add(name);
    else {
      whole += 1;
      visit(parsed.value, name);
    }
  }
  return { whole, damaged: [...damaged].sort() };
}

/** The files of the damaged records of a folder. */
function damagedIn<Value>(
  folder: RecordFolder,
  parse: Parse<Value>,
  health: Pick<LedgerHealth, 'newer'>,
): string[] {
  return inspectFolder(folder, () => parse, health).damaged.flatMap((name) => filesOf(folder, name));
}

/** The damaged files of a name: those that were set aside, or else the file itself. */
function filesOf(folder: RecordFolder, name: string): string[] {
  const asides = folder.asidesOf(name);
  return asides.length > 0 ? asides : [join(folder.path, name)];
}
