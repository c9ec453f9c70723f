import { BudgetError } from '../../errors/endings.ts';
import type { WaitEnd } from '../../follow/wait/target.ts';
import type { Intent } from '../../ledger/record.ts';
import { exceededBudgets } from '../../ledger/rules/budgets.ts';
import { standingsOf } from '../../money/budget-standings.ts';
import { budgetedLedger } from '../../money/budgeted-ledger.ts';
import type { CostCap } from '../../money/spending-limits.ts';
import { overBudget, overBudgetCode } from '../../money/words/budget-errors.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { type ChargedJob, chargeOf, countedCharge } from '../../service/charge.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { SubmitLedger, WaitAside } from '../../submit/submit.ts';
import { microUsdOf } from '../../text/money.ts';
import type { PlannedLine } from '../plan/planned-lines.ts';
import type { ShotState } from '../run/shot-state.ts';
import type { BatchMoney } from './open-money.ts';

/** How much of its money a batch has spent. Unit: millionths of a USD. */
export type MoneySums = Pick<CostCap, 'most' | 'reserved' | 'spent'>;

export type MoneyRun = ReturnType<typeof beginMoney>;

/** Keeps a run of a batch within what it may cost. */
export function beginMoney(money: BatchMoney) {
  const { before, cap } = money;
  const live = createLiveShots();
  /** The intents of the jobs that are followed, by the ids of the jobs. */
  const asked = new Map<string, Intent>();
  const unsent: Unsent = { jobs: 0, waiting: 0, microUsd: 0 };

  function release(key: string, microUsd: number): void {
    cap.release(key, microUsd);
    live.over(key);
  }
  function follow(shot: string, intent: Intent): void {
    const key = intent.idempotency_key;
    if (!cap.held.has(key)) cap.hold(key, money.priceOf(intent) ?? 0);
    live.add(shot, key);
  }
  /** A job is over. Returns false where nothing is held for it. */
  function settle({ idempotency_key: key }: Intent, job: ChargedJob): boolean {
    const held = cap.held.get(key);
    if (held !== undefined) release(key, countedCharge(job, held));
    return held !== undefined;
  }

  return {
    sums: cap as MoneySums,
    /**
     * A ledger that takes claims only within what may be spent. A claim for which too little is left waits for jobs of this run that may
     * yet cost less than was reserved for them; where none of them is left, it rejects with BudgetError.
     */
    within: (given: SubmitLedger) => ledgerWithin(given, money, { live, asked, follow, release }),
    /** A line is about to be sent, or its job to be followed. Another run may have had it rendered since this one began. */
    onPlanned(line: PlannedLine) {
      const { record } = line;
      if (record === undefined || record.intent === null) return;
      const { id, intent, job } = record;
      if (isOver(job)) {
        // It was over when it was first seen, unless something is held for it.
        if (!settle(intent, job)) before.addRecord(record);
        return;
      }
      asked.set(id, intent);
      follow(line.original, intent);
    },
    /** A line needs nothing of this run. */
    onAside(state: ShotState): void {
      if (state.kind !== 'here') return;
      before.addSidecar({ id: state.jobId, costUsd: state.costUsd });
    },
    onWaited(end: WaitEnd): void {
      const intent = asked.get(end.id);
      if (end.kind !== 'over' || intent === undefined) return;
      asked.delete(end.id);
      const usd = chargeOf(end.job);
      if (usd !== undefined) money.learn(intent, microUsdOf(usd));
      settle(intent, end.job);
    },
    /** Nothing more is heard of the shot in this run. */
    onEnd: live.leave,
    /** A line was not sent. Without an intent it waited for others. */
    onUnsent(intent: Intent | undefined): void {
      unsent.jobs += 1;
      if (intent === undefined) unsent.waiting += 1;
      else unsent.microUsd += money.priceOf(intent) ?? 0;
    },
    /**
     * Why the run sent no more, by what is spent at its end, and by all the lines that it did not send: the error at hand was made for one
     * of them, while others were in flight.
     */
    stopAtEnd: (context: OutputMeans, stop: BudgetError) => stopAtEnd(context, { money, unsent }, stop),
  };
}

/** The shots whose jobs a run follows, and what it holds for their submits. */
interface HeldMoney {
  live: LiveShots;
  /** The intents of the jobs that are followed, by the ids of the jobs. */
  asked: Map<string, Intent>;
  follow(shot: string, intent: Intent): void;
  release(key: string, microUsd: number): void;
}

function ledgerWithin(
  given: SubmitLedger,
  { account, assumed, budgets, cap, shards, spending }: BatchMoney,
  { asked, follow, live, release }: HeldMoney,
): SubmitLedger {
  const terms = { account, assumed, budgets, shards };
  return {
    ...given,
    async claimToSend(intent, at, aside = (wait) => wait()) {
      const key = intent.idempotency_key;
      const shot = intent.batch?.shot ?? key;
      // The amount for a send of an earlier run or of another machine is held already.
      const ledger = budgetedLedger(given, spending, cap.held.has(key) ? terms : { ...terms, cap });
      const claim = await live.claim({ shot, key, aside }, () => ledger.claimToSend(intent, at));
      follow(shot, intent);
      // Another run has sent it since this one looked.
      if (!claim.claimed && claim.record !== undefined) asked.set(claim.record.id, claim.intent);
      return claim;
    },
    async recordJob(record) {
      const kept = await given.recordJob(record);
      if (record.intent !== null) asked.set(kept.id, record.intent);
      return kept;
    },
    async recordRefusal(intent, refusal, onlyAfter) {
      const isSettled = await given.recordRefusal(intent, refusal, onlyAfter);
      if (isSettled) release(intent.idempotency_key, 0);
      return isSettled;
    },
  };
}

/** The lines that were not sent. */
interface Unsent {
  jobs: number;
  /** How many of them wait for others, and have no intent yet. */
  waiting: number;
  /** The amount that those with an intent may cost. */
  microUsd: number;
}

async function stopAtEnd(
  context: OutputMeans,
  { money, unsent }: { money: BatchMoney; unsent: Unsent },
  stop: BudgetError,
): Promise<BudgetError> {
  const { jobs, waiting } = unsent;
  if (stop.code !== overBudgetCode || jobs === 0) return stop;
  const { account, assumed, before, budgets, cap, shards } = money;
  const microUsd = unsent.microUsd + before.expectedOfWaiting(waiting);
  const standings = [...cap.standings(), ...(await standingsOf(context, account, budgets, assumed))];
  const exceeded = exceededBudgets(standings, microUsd);
  return overBudget(exceeded, { jobs, microUsd, account, shards, othersSent: true });
}

type LiveShots = ReturnType<typeof createLiveShots>;

/** The shots whose jobs are followed in this run: as each is over, more may be left than before. */
function createLiveShots() {
  /** The keys of their submits. */
  const live = new Map<string, string>();
  let changes = 0;
  let waiting: (() => void)[] = [];

  function changed(): void {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }
  /** Has a shot wait until something comes free. Resolves with false where all that is left waits as well. */
  async function freed(shot: string): Promise<boolean> {
    // A shot that waits frees nothing. The last one that comes to wait sends all of them away.
    live.delete(shot);
    if (live.size === 0) {
      changed();
      return false;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  }
  return {
    add: (shot: string, key: string) => void live.set(shot, key),
    /** The submit of a key is over. */
    over(key: string): void {
      changes += 1;
      for (const [shot, one] of live) if (one === key) live.delete(shot);
      changed();
    },
    leave(shot: string): void {
      if (live.delete(shot)) changed();
    },
    /** Claims again and again while budgets have too little left for a shot, and something may yet come free. */
    async claim<Claim>(
      { aside, key, shot }: { aside: WaitAside; key: string; shot: string },
      claim: () => Promise<Claim>,
    ): Promise<Claim> {
      for (;;) {
        const before = changes;
        // Others that come too late wait for this one.
        live.set(shot, key);
        try {
          return await claim();
        } catch (error) {
          if (!(error instanceof BudgetError) || error.code !== overBudgetCode) throw error;
          // A job that ended while the budgets were read may have freed what this one needs.
          if (changes === before && !(await aside(() => freed(shot)))) throw error;
        }
      }
    },
  };
}
