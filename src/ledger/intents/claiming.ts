import { MachineError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import type { RunDurably } from '../../files/durable-work.ts';
import { requestRoutes } from '../../service/request-route.ts';
import type { Intent } from '../record.ts';
import type { LedgerJobs } from '../records/jobs.ts';
import type { LedgerMonths } from '../records/months.ts';
import { type IntentClaim, isKeyReusable, type StandingClaim } from './claims.ts';
import { MetDamagedClaim } from './damaged-claims.ts';
import { isMadeBy } from './intent-places.ts';
import type { LedgerIntents, SendMark } from './intents.ts';
import type { RecordedClaims } from './recorded-claims.ts';

/** A claim that was made to be sent at once; `sending` where the send is noted already. */
export type SendClaim = { claimed: true; sending: Intent | undefined } | StandingClaim;

interface ClaimingParts {
  intents: Pick<LedgerIntents, 'claim' | 'find' | 'markSent' | 'settle'>;
  jobs: Pick<LedgerJobs, 'records'>;
  months: Pick<LedgerMonths, 'prepare'>;
  recorded: Pick<RecordedClaims, 'find'>;
  run: RunDurably;
}

/** Claims and sends of a ledger, see `Ledger`. A damaged claim in their way stands for its job, where a record has that. */
export function openClaiming({ intents, jobs, months, recorded, run }: ClaimingParts) {
  async function orDamaged<Result>(
    wanted: Intent,
    work: () => Result | Promise<Result>,
  ): Promise<Result | StandingClaim> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MetDamagedClaim)) throw error;
      const { standingOfDamaged } = await import('./unreadable-submits.ts');
      return standingOfDamaged(error.claim, wanted, jobs);
    }
  }
  /** Finds the job of a key whose note was lost. It is noted again, because the record may be pruned. */
  async function noteAnew(intent: Intent): Promise<StandingClaim | undefined> {
    const claim = await recorded.find(intent);
    if (claim?.record !== undefined) await run(intents.settle(claim.intent, claim.record));
    return claim;
  }
  function claim(intent: Intent): Promise<IntentClaim> {
    return orDamaged<IntentClaim>(intent, async () => {
      const standing = isKeyReusable(intent) ? (intents.find(intent) ?? (await noteAnew(intent))) : undefined;
      if (standing !== undefined) return standing;
      months.prepare(intent.created_at);
      return run(intents.claim(intent));
    });
  }
  return {
    claim,
    async claimToSend(intent: Intent, at: string): Promise<SendClaim> {
      // Without a key, a send that is noted is never made again: it is noted last, so that less can come in between.
      // One that another machine sent before keeps the time of that, by which it is known how long its key is remembered.
      const isOneStep = intent.first_sent_at === null && requestRoutes[intent.route].hasKey;
      const sending = isOneStep ? { ...intent, first_sent_at: at } : undefined;
      const made = await claim(sending ?? intent);
      return made.claimed ? { claimed: true, sending } : made;
    },
    find: (intent: Intent): Promise<StandingClaim | undefined> =>
      orDamaged(intent, async () => intents.find(intent) ?? recorded.find(intent)),
    async markSent(intent: Intent, at: string): Promise<SendMark> {
      const mark = await orDamaged(intent, () => intents.markSent(intent, at));
      if (mark !== undefined && 'kind' in mark) return mark;
      return mark?.record === undefined
        ? jobOfIntent(intent, jobs)
        : { kind: 'settled', record: mark.record };
    },
  };
}

/** Finds the job of an intent that is not open any more. No file leads from a random key to its job. */
async function jobOfIntent(intent: Intent, { records }: Pick<LedgerJobs, 'records'>): Promise<SendMark> {
  const made = records({
    limit: 1,
    where: ({ key }) => key === intent.idempotency_key,
    matches: (job) => isMadeBy(job, intent),
  });
  for await (const record of made) return { kind: 'settled', record };
  throw intentGone(intent);
}

function intentGone({ idempotency_key }: Intent): MachineError {
  return new MachineError({
    code: 'intent_gone',
    message: 'the intent of this submit is gone from the ledger',
    why: 'another process settled or removed it; nothing was sent now',
    hint: say`look for its job with ${genctl`jobs`}; where there is none, run it again`,
    idempotencyKey: idempotency_key,
  });
}
