import type { ClaimedKeys } from '../../ledger/intents/claimed-keys.ts';
import type { StandingClaim } from '../../ledger/intents/claims.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isOver } from '../../service/lifecycle.ts';
import { changedFields } from '../rules/request-fields.ts';
import type { NotedShot } from './noted-shot.ts';
import type { KeyChoice, WantedShot } from './wanted-shot.ts';

/** The claim of a shot's last attempt that the ledger knows of. */
export interface ShotClaim extends KeyChoice {
  claim: StandingClaim;
  /** The fields that the line has changed since. */
  changed: readonly string[];
}

/** What the ledger knows of a shot. */
interface ShotClaims {
  /** The claim of what the line asks for now. */
  claim: ShotClaim | undefined;
  /** The claim under the keys of the shot's name alone, whatever it is of. */
  plain: ShotClaim | undefined;
}

export interface ClaimPorts {
  ledger: Pick<Ledger, 'findClaim'>;
  /** The keys that are claimed in the ledger, as it was before: quick to ask for many that are not. */
  claimedKeys(): Promise<ClaimedKeys>;
}

/** Finds the claims of a shot; `noted` is what the journal knows of it. Rejects where the ledger can't be read. */
export async function shotClaims(
  wanted: WantedShot,
  noted: NotedShot | undefined,
  ports: ClaimPorts,
): Promise<ShotClaims> {
  const lastWith = (bodyInKey: boolean): Promise<ShotClaim | undefined> =>
    lastFrom(wanted, { bodyInKey, begins: beginsOf(noted, bodyInKey) }, ports.ledger);
  const plain = (await lastWith(false)) ?? (await lastElsewhere(wanted, noted, ports));
  const mayBeRevised = plain === undefined ? noted?.bodyInKey === true : plain.changed.length > 0;
  return { claim: mayBeRevised ? await lastWith(true) : plain, plain };
}

/** The last claim under the shot's name by another way than the one that its line goes now. */
async function lastElsewhere(
  wanted: WantedShot,
  noted: NotedShot | undefined,
  { claimedKeys, ledger }: ClaimPorts,
): Promise<ShotClaim | undefined> {
  const claimed = await claimedKeys();
  if (claimed.size === 0) return undefined;
  for (const intentFor of wanted.elsewhere()) {
    const begins = beginsOf(noted, false).filter((attempt) =>
      claimed.has(intentFor(attempt, false).idempotency_key),
    );
    const last = await lastFrom({ ...wanted, intentFor }, { begins, bodyInKey: false }, ledger);
    if (last !== undefined) return last;
  }
  return undefined;
}

/** The numbers of attempts to begin with. Earlier ones are missing in this ledger where another machine made them. */
function beginsOf(noted: NotedShot | undefined, bodyInKey: boolean): number[] {
  if (noted === undefined || noted.bodyInKey !== bodyInKey) return [1];
  const { attempt, over } = noted.memory;
  const isFailed = over !== undefined && over.status !== 'succeeded';
  return [...(isFailed ? [attempt + 1] : []), ...new Set([attempt, 1])];
}

/** The last claim of the first of the runs of attempts, by the numbers that they begin with, of which the ledger knows one. */
async function lastFrom(
  wanted: WantedShot,
  { begins, bodyInKey }: { begins: readonly number[]; bodyInKey: boolean },
  ledger: Pick<Ledger, 'findClaim'>,
): Promise<ShotClaim | undefined> {
  for (const begin of begins) {
    let last: ShotClaim | undefined;
    for (let attempt = begin; ; attempt += 1) {
      const claim = await ledger.findClaim(wanted.intentFor(attempt, bodyInKey));
      if (claim === undefined) break;
      // A request that no batch made has no fields that could be compared: all of them count as changed.
      const changed = changedFields(claim.intent.batch?.fields ?? {}, wanted.fields);
      last = { claim, attempt, bodyInKey, changed };
      const job = claim.record?.job;
      if (job === undefined || !isOver(job) || job.status === 'succeeded') break;
    }
    if (last !== undefined) return last;
  }
  return undefined;
}
