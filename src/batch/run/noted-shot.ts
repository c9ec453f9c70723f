import { accountRelation } from '../../account/rules/claim-account.ts';
import { UsageError } from '../../errors/endings.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { MakeIntent } from '../../submit/submit-each.ts';
import { isRefused, type ShotMemory } from '../journal/shot-memory.ts';
import { changedFields } from '../rules/request-fields.ts';
import type { WantedShot } from './wanted-shot.ts';

/** What the journal knows of a shot, beside what its line asks for now. */
export interface NotedShot {
  memory: ShotMemory;
  /** The fields that the line has changed since. */
  changed: readonly string[];
  /** Whether its key is made of the fields, too, as after a change; otherwise it is made of the shot's name alone. */
  bodyInKey: boolean;
  /** It is known to have no job, so that its key is free. */
  isRefused: boolean;
}

/**
 * The journal's memory of a shot; undefined where it has none. A request that the ledger knows to be refused counts for no more
 * here than in the journal itself. Rejects with UsageError where the memory can't be of this shot.
 */
export async function notedShot(
  wanted: WantedShot,
  memory: ShotMemory | undefined,
  ledger: Pick<Ledger, 'findRefusal'>,
): Promise<NotedShot | undefined> {
  if (memory === undefined) return undefined;
  const noted = ofWanted(wanted, memory);
  const isOpen = memory.job === undefined && memory.over === undefined;
  if (!isOpen || !(await isRefusedHere(wanted, memory, ledger))) return noted;
  return (await notedShot(wanted, memory.before, ledger)) ?? { ...noted, isRefused: true };
}

function ofWanted(wanted: WantedShot, memory: ShotMemory): NotedShot {
  const { attempt, fields, key } = memory;
  const changed = changedFields(fields, wanted.fields);
  const bodyInKey = !isOfName(wanted, memory);
  // The same fields make the same key. Another one is another shot's, whose claim would be taken for this one's.
  if (bodyInKey && changed.length === 0 && key !== wanted.intentFor(attempt, true).idempotency_key)
    throw foreignKey(wanted.shot, key);
  return { memory, changed, bodyInKey, isRefused: isRefused(memory) };
}

/** Whether a key is of the shot's name alone, whichever way its request went. */
function isOfName(wanted: WantedShot, { attempt, key }: ShotMemory): boolean {
  const isKeyBy = (make: MakeIntent): boolean => make(attempt, false).idempotency_key === key;
  return isKeyBy(wanted.intentFor) || wanted.elsewhere().some(isKeyBy);
}

/**
 * Whether the ledger knows that a request that the journal has no answer of made no job: it was refused, or closed by hand, and
 * the run that saw it ended before the journal was told.
 */
async function isRefusedHere(
  wanted: WantedShot,
  memory: ShotMemory,
  ledger: Pick<Ledger, 'findRefusal'>,
): Promise<boolean> {
  const refused = await ledger.findRefusal(memory.key);
  if (refused === undefined) return false;
  const { intent, refusal } = refused;
  const account = wanted.intentFor(memory.attempt, false);
  const isOwn = accountRelation(intent, account) === 'same';
  return isOwn && Date.parse(refusal.at) >= Date.parse(memory.sent_at);
}

function foreignKey(shot: string, key: string): UsageError {
  return new UsageError({
    code: 'journal_unreadable',
    message: `the journal's entry for ${JSON.stringify(shot)} belongs to another request`,
    why: `It has the key ${key}, which does not match this line's fields.`,
    hint: 'restore the journal from a copy; or remove all entries of that shot, which may render it twice',
    idempotencyKey: key,
  });
}
