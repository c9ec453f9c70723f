import { createSpendingCap } from '../../../flows/batch/spending-cap.ts';
import type { SubmitLedger } from '../../../flows/submit.ts';
import type { WaitEnd } from '../../../flows/wait/target.ts';
import { chargeOf, isChargeUnknown } from '../../../rules/charge.ts';
import { isOver } from '../../../rules/lifecycle.ts';
import { microUsdOf } from '../../../rules/money.ts';
import type { Intent } from '../../../store/ledger/record.ts';
import type { PlannedLine } from '../planned-lines.ts';
import { cappedLedger } from './capped-ledger.ts';
import type { BatchMoney } from './open-money.ts';

/** How much of its money a batch has spent. Unit: millionths of a USD. */
export interface MoneyStanding {
  /** Over all its runs, as far as is known. */
  spent: number;
  /** For jobs in flight, and submits of which nobody knows what became of them. */
  reserved: number;
  /** Undefined for any amount. */
  most: number | undefined;
}

/** Keeps a run of a batch within what it may cost. */
export interface MoneyRun {
  readonly standing: MoneyStanding;
  /** What the lines that were not sent may cost. Unit: millionths of a USD. */
  readonly unsent: { jobs: number; microUsd: number };
  /** The ledger that takes claims only within what may be spent. */
  within(ledger: SubmitLedger): SubmitLedger;
  /** A line is about to be sent, or its job to be followed. */
  onPlanned(line: PlannedLine): void;
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

  return {
    get standing() {
      return { spent: cap.spent, reserved: cap.reserved, most: cap.most };
    },
    unsent,
    within(given) {
      const ledger = cappedLedger(given, money, cap);
      return {
        ...ledger,
        async recordJob(record) {
          const kept = await ledger.recordJob(record);
          if (record.intent !== null) asked.set(kept.id, record.intent);
          return kept;
        },
      };
    },
    onPlanned(line) {
      if (line.kind !== 'follow' || line.record.intent === null || isOver(line.record.job)) return;
      const { id, intent } = line.record;
      asked.set(id, intent);
      cap.follow(line.shot, intent.idempotency_key, money.priceOf(intent) ?? 0);
    },
    onWaited(end) {
      const intent = asked.get(end.id);
      if (end.kind !== 'over' || intent === undefined) return;
      asked.delete(end.id);
      const { idempotency_key: key } = intent;
      const usd = chargeOf(end.job);
      if (usd !== undefined) money.learn(intent, microUsdOf(usd));
      // Nothing is held for a job that was over before this run: its charge is among what earlier runs have spent.
      if (!cap.isHeld(key)) return;
      // What is not told counts for what was held.
      cap.release(key, isChargeUnknown(end.job) ? cap.heldFor(key) : microUsdOf(usd ?? 0));
    },
    onEnd: cap.leave,
    onUnsent(intent) {
      unsent.jobs += 1;
      unsent.microUsd += intent === undefined ? money.before.expectedOfWaiting : (money.priceOf(intent) ?? 0);
    },
  };
}
