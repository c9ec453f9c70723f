import type { WaitEnd } from '../../follow/wait/target.ts';
import type { Intent } from '../../ledger/record.ts';
import { createSpendingCap } from '../../money/spending-cap.ts';
import { type ChargedJob, chargeOf, isChargeUnknown } from '../../service/charge.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { SubmitLedger } from '../../submit/submit.ts';
import { microUsdOf } from '../../text/money.ts';
import type { PlannedLine } from '../plan/planned-lines.ts';
import type { ShotState } from '../run/shot-state.ts';
import { cappedLedger } from './capped-ledger.ts';
import type { BatchMoney } from './open-money.ts';

/** How much of its money a batch has spent. Unit: millionths of a USD. */
export interface MoneySums {
  /** Over all its runs, as far as is known. */
  spent: number;
  /** For jobs in flight, and submits of which nobody knows what became of them. */
  reserved: number;
  /** Undefined for any amount. */
  most: number | undefined;
}

/** Keeps a run of a batch within what it may cost. */
export interface MoneyRun {
  readonly sums: MoneySums;
  /** What the lines that were not sent may cost. Unit: millionths of a USD. */
  readonly unsent: { jobs: number; microUsd: number };
  /** The ledger that takes claims only within what may be spent. */
  within(ledger: SubmitLedger): SubmitLedger;
  /** A line is about to be sent, or its job to be followed. Another run may have had it rendered since this one began. */
  onPlanned(line: PlannedLine): void;
  /** A line needs nothing of this run. */
  onAside(state: ShotState): void;
  onWaited(end: WaitEnd): void;
  /** Nothing more is heard of the shot in this run. */
  onEnd(shot: string): void;
  /** A line was not sent. Without an intent it waited for others. */
  onUnsent(intent: Intent | undefined): void;
}

export function beginMoney(money: BatchMoney): MoneyRun {
  const cap = createSpendingCap(money.maxCost, money.before);
  /** What was asked for by the jobs that are followed, by their ids. */
  const asked = new Map<string, Intent>();
  const unsent = { jobs: 0, microUsd: 0 };

  /** A job is over. Where nothing is held for it, it was over when it was first seen. */
  function settle({ idempotency_key: key }: Intent, job: ChargedJob, add?: () => void): void {
    // What is not told counts for what was held.
    if (cap.isHeld(key))
      cap.release(key, isChargeUnknown(job) ? cap.heldFor(key) : microUsdOf(chargeOf(job) ?? 0));
    else if (add !== undefined) countLate(add);
  }
  /** Counts what earlier runs, or others beside this one, have spent, unless it was counted before. */
  function countLate(add: () => void): void {
    const { spent } = money.before;
    add();
    cap.spend(money.before.spent - spent);
  }

  return {
    get sums() {
      return { spent: cap.spent, reserved: cap.reserved, most: cap.most };
    },
    unsent,
    within(given) {
      const ledger = cappedLedger(given, money, cap);
      return {
        ...ledger,
        async claimToSend(intent, at, aside) {
          const claim = await ledger.claimToSend(intent, at, aside);
          // Another run has sent it since this one looked.
          if (!claim.claimed && claim.record !== undefined) asked.set(claim.record.id, claim.intent);
          return claim;
        },
        async recordJob(record) {
          const kept = await ledger.recordJob(record);
          if (record.intent !== null) asked.set(kept.id, record.intent);
          return kept;
        },
      };
    },
    onPlanned(line) {
      if (line.kind !== 'follow' || line.record.intent === null) return;
      const { id, intent, job } = line.record;
      if (isOver(job)) return settle(intent, job, () => money.before.addRecord(line.record));
      asked.set(id, intent);
      cap.follow(line.shot, intent.idempotency_key, money.priceOf(intent) ?? 0);
    },
    onAside(state) {
      if (state.kind !== 'here') return;
      const { costUsd, jobId: id } = state;
      countLate(() => money.before.addSidecar({ id, costUsd }));
    },
    onWaited(end) {
      const intent = asked.get(end.id);
      if (end.kind !== 'over' || intent === undefined) return;
      asked.delete(end.id);
      const usd = chargeOf(end.job);
      if (usd !== undefined) money.learn(intent, microUsdOf(usd));
      settle(intent, end.job);
    },
    onEnd: cap.leave,
    onUnsent(intent) {
      unsent.jobs += 1;
      unsent.microUsd += intent === undefined ? money.before.expectedOfWaiting : (money.priceOf(intent) ?? 0);
    },
  };
}
