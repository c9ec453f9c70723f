import type { Intent, JobRecord } from '../../ledger/record.ts';
import { hasBudget } from '../../ledger/rules/budgets.ts';
import {
  budgetsAfter,
  maxCostFields,
  maxCostLines,
  plannedFields,
  plannedLine,
  standingsOf,
} from '../../money/budget-standings.ts';
import {
  budgetsFor,
  type CostCap,
  createCostCap,
  isBudgeted,
  tellIdleMoney,
} from '../../money/spending-limits.ts';
import type { SidecarJob } from '../../outputs/destinations/file-place.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { AccountFacts } from '../../request/account-facts.ts';
import { type ChargedJob, countedCharge } from '../../service/charge.ts';
import { isOver } from '../../service/lifecycle.ts';
import { createHashSet, idHash } from '../../text/id-hash.ts';
import { microUsdOf, usdOf } from '../../text/money.ts';
import type { BatchInput } from '../batch-input.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import type { Shard } from '../rules/batch-part.ts';
import { type ShotStateWord, sentNew } from '../rules/line-book.ts';
import type { ShotState } from '../run/shot-state.ts';

/** The amounts that a batch may cost, and has cost. Unit of the amounts: millionths of a USD. */
export type BatchMoney = NonNullable<Awaited<ReturnType<typeof openMoney>>>;

/** Opens the money of a batch. Where nothing limits it, nothing about it is read or loaded. */
export async function openMoney(
  context: OutputMeans,
  { money }: Pick<BatchInput, 'money'>,
  { facts: { account, defaults }, shard }: { facts: AccountFacts; shard: Shard | undefined },
) {
  tellIdleMoney(context, defaults, money);
  if (!isBudgeted(defaults, money)) return undefined;
  const { accountSpending } = await import('../../money/like-costs.ts');
  const { assumed, maxCost } = money;
  const budgets = budgetsFor(defaults, money);
  const spending = await accountSpending(context, account, await context.claimantOf(account));
  const { learn, priceOf: pricedBefore, spent } = await spending.look(assumed);
  const priceOf = (intent: Intent): number | undefined => pricedBefore(intent) ?? assumed;
  const shards = shard?.total ?? 1;
  const cap = createCostCap(maxCost === undefined ? undefined : Math.floor(maxCost / shards));
  return {
    account,
    /** The limit of the batch over all its runs, or of the shard at hand, and what was spent of it. */
    cap,
    /** The amount that a job counts for whose price is not known. */
    assumed,
    budgets,
    /** How many shards share it. */
    shards,
    spending,
    /** The most that the job of an intent may cost; undefined where nobody knows. */
    priceOf,
    /** The job of an intent was charged that: others like it may be, too. */
    learn,
    /** How many jobs in flight, of this batch or not, have a price that nobody knows: beside them no budget of day or month holds. */
    unpricedInFlight: hasBudget(budgets) ? spent.unpriced : 0,
    /** The spending of earlier runs, as the check finds it. */
    before: createSpentBefore(priceOf, cap),
  };
}

/** How far what a batch may cost would go, were the rest of its lines sent: in words, a line a budget, and for programs. */
export async function plannedMoney(
  context: OutputMeans,
  { account, assumed, before: { sums }, budgets, cap }: BatchMoney,
) {
  const most = sums.unpriced === 0 ? sums.expected : undefined;
  const after = budgetsAfter(await standingsOf(context, account, budgets, assumed), most);
  return {
    lines: [...maxCostLines(cap, most), ...after.map(plannedLine)],
    fields: {
      budget: {
        ...maxCostFields(cap, most),
        spent_usd: usdOf(cap.spent),
        reserved_usd: usdOf(cap.reserved),
      },
      budgets: after.map(plannedFields),
    },
  };
}

export type PlannedMoney = Awaited<ReturnType<typeof plannedMoney>>;

/** The lines that are to be sent, beside what was spent. */
interface BeforeSums {
  /** How many lines are to be sent, or are in flight, whose price nobody knows. */
  unpriced: number;
  /** The amount that the lines that are to be sent may cost. Unit: millionths of a USD. */
  expected: number;
}

/** A line as the check tells it. */
interface SpentLine {
  word: ShotStateWord;
  state: ShotState | undefined;
  noted?: ShotMemory | undefined;
  /** The intent of what it asks for now. */
  priced?: Intent | undefined;
}

/** Adds what a batch has spent before this run to its cap, each submit once by its key. Unit of the amounts: millionths of a USD. */
export function createSpentBefore(
  priceOf: (intent: Intent) => number | undefined,
  cap: Pick<CostCap, 'hold' | 'spend'>,
) {
  const [keys, jobs] = [createHashSet(), createHashSet()];
  /** The dearest price of a line. A job whose charge and words nobody tells counts for it. */
  let dearest: number | undefined;
  const sums: BeforeSums = { unpriced: 0, expected: 0 };
  /** How many of the lines that wait may cost each amount. */
  const waiting = new Map<number, number>();

  /** By their keys, what submits may cost of which the journal tells no end. The ledger may know better: see `addNotedOpen`. */
  const openNotes = new Map<string, number | undefined>();

  function holdKey(key: string, microUsd: number | undefined): void {
    if (keys.add(idHash(key))) cap.hold(key, knownAmount(sums, microUsd));
  }
  /** Holds the amount of a submit: what it reserved, or what it may cost. */
  function hold(intent: Intent): void {
    const { idempotency_key: key, reserved_usd } = intent;
    holdKey(key, reserved_usd === undefined ? priceOf(intent) : microUsdOf(reserved_usd));
  }
  function spend(job: ChargedJob, mayCost: number | undefined): void {
    cap.spend(knownAmount(sums, countedCharge(job, mayCost)));
  }
  function addRecord({ id, intent, job }: JobRecord): void {
    if (intent === null) return;
    jobs.add(idHash(id));
    if (!isOver(job)) hold(intent);
    else if (keys.add(idHash(intent.idempotency_key)))
      spend(job, microUsdOf(intent.reserved_usd ?? 0) || priceOf(intent));
  }
  /** Adds jobs that other machines have sent: their submits are in the journal alone. */
  function addNoted(memory: ShotMemory | undefined, mayCost: number | undefined): void {
    for (let one = memory; one !== undefined; one = one.before) {
      const { job, key, over } = one;
      if (job !== undefined) jobs.add(idHash(job));
      if (over === undefined && !openNotes.has(key)) openNotes.set(key, mayCost);
      else if (over !== undefined && keys.add(idHash(key)) && job !== undefined)
        spend({ status: over.status, cost_usd: over.cost_usd ?? undefined }, mayCost);
    }
  }
  return {
    sums: sums as Readonly<BeforeSums>,
    /** The most that so many of those lines may cost that wait for others. */
    expectedOfWaiting: (lines: number) => dearestOf(waiting, lines),
    /** Takes in a line. What is not picked is not sent by this run, at whatever price. */
    addLine({ noted, priced: wanted, state, word }: SpentLine): void {
      if (state === undefined || wanted === undefined) return;
      if ('record' in state) addRecord(state.record);
      else if (state.kind === 'open' || state.kind === 'uncertain') hold(state.intent);
      if (state.kind === 'new' && state.before !== undefined) addRecord(state.before);
      const microUsd = priceOf(wanted);
      if (microUsd !== undefined) dearest = Math.max(microUsd, dearest ?? 0);
      if (sentNew.has(word)) {
        const expected = knownAmount(sums, microUsd);
        sums.expected += expected;
        if (word === 'waiting') waiting.set(expected, (waiting.get(expected) ?? 0) + 1);
      }
      addNoted(noted, microUsd);
    },
    /** Takes in a job of the batch that no line asks for any more. */
    addRecord,
    /** Takes in what the journal knows of a shot that this run has no line of; `wanted` where its line asks for that, and is left out. */
    addGone: (memory: ShotMemory, wanted?: Intent) =>
      addNoted(memory, (wanted && priceOf(wanted)) ?? dearest),
    /** Takes in a job that the place for the files has a sidecar of, after all that ledger and journal know. */
    addSidecar({ costUsd, id }: Pick<SidecarJob, 'id' | 'costUsd'>): void {
      if (jobs.add(idHash(id))) spend({ status: 'succeeded', cost_usd: costUsd }, dearest);
    },
    /** Takes in a submit without an answer that no line asks for any more. */
    addOpen: hold,
    /** Takes in the submits of which the journal tells no end, and the ledger nothing: it has to be asked before. */
    addNotedOpen(): void {
      for (const [key, microUsd] of openNotes) holdKey(key, microUsd);
    },
  };
}

/** An amount as it is added up: one that nobody knows is 0, and counts as unpriced. */
function knownAmount(sums: Pick<BeforeSums, 'unpriced'>, microUsd: number | undefined): number {
  if (microUsd === undefined) sums.unpriced += 1;
  return microUsd ?? 0;
}

/** The sum of so many of the dearest amounts, of which the map tells how often each is there. */
function dearestOf(counts: ReadonlyMap<number, number>, lines: number): number {
  let [left, sum] = [lines, 0];
  for (const [microUsd, count] of [...counts].sort(([one], [other]) => other - one)) {
    const taken = Math.min(left, count);
    left -= taken;
    sum += taken * microUsd;
  }
  return sum;
}
