import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Ground, homeOf, workOf } from './ground.ts';
import type { Damage, History, IndexDamage, RecordDamage } from './history.ts';

const ledgerOf = (ground: Pick<Ground, 'root'>, home: number): string => join(homeOf(ground, home), 'ledger');

/** The ledger of a machine that was lost, until it is copied back. */
export const lostLedger = ({ root }: Pick<Ground, 'root'>, home: number): string =>
  join(root, `lost-${home}`);

/** Damages files of a machine. */
export function damageFiles(ground: Ground, home: number, damage: Damage): void {
  if (typeof damage === 'object') {
    if ('record' in damage) damageRecord(ground, home, damage);
    else damageIndexes(ground, home, damage);
    return;
  }
  switch (damage) {
    case 'no cache':
      rmSync(join(homeOf(ground, home), 'cache'), { recursive: true, force: true });
      return;
    case 'ledger lost':
      loseLedger(ground, home);
      return;
    case 'ledger restored':
      restoreLedger(ground, home);
      return;
    default:
      damageJournals(workOf(ground, home), damage);
  }
}

function damageJournals(work: string, damage: 'no journal' | 'torn journal'): void {
  for (const name of readdirSync(work).filter((file) => file.endsWith('.genctl.ndjson'))) {
    const path = join(work, name);
    const { size } = statSync(path);
    if (damage === 'no journal') rmSync(path);
    else if (size > 8) truncateSync(path, size - 8);
  }
}

/** Moves a ledger away, but for its secret: without that a person is asked whose its open submits are. */
function loseLedger(ground: Ground, home: number): void {
  const [ledger, lost] = [ledgerOf(ground, home), lostLedger(ground, home)];
  if (!existsSync(ledger) || existsSync(lost)) return;
  renameSync(ledger, lost);
  const secret = join(lost, 'account-secret');
  if (!existsSync(secret)) return;
  mkdirSync(ledger, { mode: 0o700 });
  for (const name of ['account-secret', 'format'])
    if (existsSync(join(lost, name))) copyFileSync(join(lost, name), join(ledger, name));
}

/** Copies a lost ledger back: a file that is there by now stays. */
function restoreLedger(ground: Pick<Ground, 'root'>, home: number): void {
  const lost = lostLedger(ground, home);
  if (!existsSync(lost)) return;
  cpSync(lost, ledgerOf(ground, home), { recursive: true, force: false });
  rmSync(lost, { recursive: true });
}

/** The records of a machine as they were before they were damaged. */
export const damagedLedger = ({ root }: Pick<Ground, 'root'>, home: number): string =>
  join(root, `damaged-${home}`);

const recordFiles = {
  intent: /(?:^|\/)open\/[^./][^/]*\.json$/,
  job: /^done\/[^/]*\/[^./][^/]*\.json$/,
  note: /(?:^|\/)keys\/[^./][^/]*\.json$/,
} as const;

function damageRecord(ground: Ground, home: number, { at, how, record }: RecordDamage): void {
  const ledger = ledgerOf(ground, home);
  if (!existsSync(ledger)) return;
  const names = readdirSync(ledger, { recursive: true, encoding: 'utf8' })
    .filter((name) => recordFiles[record].test(name))
    .sort();
  const name = names[Math.floor(at * names.length)];
  if (name === undefined) return;
  const path = join(ledger, name);
  const bytes = readFileSync(path);
  const copy = join(damagedLedger(ground, home), name);
  mkdirSync(dirname(copy), { recursive: true });
  if (!existsSync(copy)) copyFileSync(path, copy);
  if (how === 'NULs') writeFileSync(path, Buffer.alloc(bytes.length));
  else truncateSync(path, how === 'emptied' ? 0 : Math.floor(at * bytes.length));
  if (how === 'set aside') renameSync(path, `${path}.torn-1`);
}

const derivedFile = /\.log$|\/(?:proofs|spending)\/[^.]/;

/** The paths of all files that a ledger draws from its records, in their order. */
function derivedFiles(ledger: string): string[] {
  if (!existsSync(ledger)) return [];
  return readdirSync(ledger, { recursive: true, encoding: 'utf8' })
    .map((name) => join(ledger, name))
    .filter((path) => derivedFile.test(path))
    .sort();
}

const copiesOf = ({ root }: Pick<Ground, 'root'>, home: number): string => join(root, `copies-${home}`);

/** Tells whether a step of a history puts an older index back. */
export function needsCopies({ steps }: Pick<History, 'steps'>): boolean {
  return steps.some(
    ({ damage }) => typeof damage === 'object' && 'index' in damage && damage.how === 'older',
  );
}

/** Copies what a ledger draws from its records, so that a later step may find it again beside newer records. */
export function copyIndexes(ground: Pick<Ground, 'root'>, home: number, place: number): void {
  const ledger = ledgerOf(ground, home);
  for (const path of derivedFiles(ledger)) {
    const copy = join(copiesOf(ground, home), String(place).padStart(3, '0'), relative(ledger, path));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(path, copy);
  }
}

function damageIndexes(ground: Ground, home: number, { at, how, index }: IndexDamage): void {
  const ledger = ledgerOf(ground, home);
  const files = derivedFiles(ledger);
  const copies = copiesOf(ground, home);
  const ages = existsSync(copies) ? readdirSync(copies).sort() : [];
  const older = join(copies, ages[Math.floor(at * ages.length)] ?? '');
  for (const [place, path] of files.entries()) {
    if (index !== 'each' && place !== Math.floor(index * files.length)) continue;
    const other = files[(place + 1) % files.length] ?? path;
    const copy = how === 'older' ? join(older, relative(ledger, path)) : other;
    if (how === 'lost') rmSync(path);
    else if (how === 'older' || how === 'of another file') {
      if (existsSync(copy)) copyFileSync(copy, path);
    } else writeFileSync(path, damagedBytes(readFileSync(path), how, at));
  }
}

type DamageOfBytes = Exclude<IndexDamage['how'], 'lost' | 'older' | 'of another file'>;

/** The bytes of a file with one kind of damage at a place. */
function damagedBytes(bytes: Buffer, how: DamageOfBytes, at: number): Buffer {
  const cut = Math.floor(at * bytes.length);
  const begin = bytes.lastIndexOf('\n', cut - 1) + 1;
  const end = bytes.indexOf('\n', cut) + 1 || bytes.length;
  const [before, line, after] = [bytes.subarray(0, begin), bytes.subarray(begin, end), bytes.subarray(end)];
  switch (how) {
    case 'emptied':
      return Buffer.alloc(0);
    case 'cut':
      return bytes.subarray(0, cut);
    case 'a byte':
      return Buffer.concat([bytes.subarray(0, cut), Buffer.from('7'), bytes.subarray(cut + 1)]);
    case 'a CR':
      return Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
    case 'a doubled line':
      return Buffer.concat([before, line, line, after]);
    case 'half a line':
      return Buffer.concat([before, line.subarray(0, line.length / 2), after]);
  }
}
