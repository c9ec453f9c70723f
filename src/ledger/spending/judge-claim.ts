import { requestRoutes } from '../../service/request-route.ts';
import { utcDay } from '../../text/iso-time.ts';
import { microUsdOf } from '../../text/money.ts';
import type { UnreadableIntent } from '../intents/unreadable-intents.ts';
import type { Intent } from '../record.ts';
import { keyFileName } from '../records/read.ts';
import {
  type BudgetStanding,
  type Budgets,
  budgetStandings,
  chargesOf,
  exceededBudgets,
  hasBudget,
  type Spent,
} from '../rules/budgets.ts';
import {
  addEstimate,
  type JobSource,
  type Likeness,
  likenessIn,
  type SpendingIndex,
} from './spending-index.ts';

/** The amounts that are spent and reserved at a moment. */
export interface CurrentSpending {
  index: SpendingIndex;
  open: readonly OpenSubmit[];
  /** Open submits whose intents can't be read. */
  unreadable: readonly UnreadableIntent[];
  /** Wall clock. Unit: ms since 1970. */
  nowMs: number;
}

/** A budget that is kept by the process that sends: what it has spent, the ledger of this machine alone can't say. */
export interface ClaimCap {
  /** How it stands, without what is held for this submit; none where it has no bound. */
  standings(): readonly BudgetStanding[];
  /** Has the amount count for this submit from now on. */
  hold(microUsd: number): void;
}

/** A submit that is to be made within budgets. */
export interface PricedSubmit {
  intent: Intent;
  budgets: Budgets;
  /** The amount that a job counts for whose price is not known; undefined where nobody said. Unit: millionths of a USD. */
  assumed: number | undefined;
  cap?: ClaimCap | undefined;
}

/** Why a submit can't be made within its budgets. */
export type BudgetRefusal =
  /** Budgets have too little left. `microUsd`: what the job counts for. */
  | { kind: 'over'; exceeded: readonly BudgetStanding[]; microUsd: number }
  /** The price is not known: of the job, or of so many jobs that are in flight. */
  | { kind: 'unpriced'; inFlight: number };

export type JudgedSubmit =
  /** Its key is claimed, so that it reserves nothing more. */
  | { kind: 'claimed' }
  /** It reserves this. */
  | { kind: 'within'; microUsd: number }
  | BudgetRefusal;

/** Judges whether the budgets allow a submit, and how much it reserves. */
export function judgeSubmit(
  { index, nowMs, open, unreadable }: CurrentSpending,
  { assumed, budgets, cap, intent }: PricedSubmit,
  source: JobSource & { isClaimed(intent: Intent): boolean },
): JudgedSubmit {
  if (source.isClaimed(intent)) return { kind: 'claimed' };
  const microUsd = priceIn(index, source, intent) ?? assumed;
  if (microUsd === undefined) return { kind: 'unpriced', inFlight: 0 };
  const { likeness } = source;
  const spent = sumSpending({ index, open, unreadable, nowMs, assumed, likeness, wanted: microUsd });
  if (spent.unpriced > 0 && hasBudget(budgets)) return { kind: 'unpriced', inFlight: spent.unpriced };
  const standings = [...(cap?.standings() ?? []), ...budgetStandings(budgets, spent)];
  const exceeded = exceededBudgets(standings, microUsd);
  return exceeded.length === 0 ? { kind: 'within', microUsd } : { kind: 'over', exceeded, microUsd };
}

/** The most that the job of an intent may cost. v1 does not tell what a job cost, so that its jobs have a price by a list alone. */
export function priceIn({ dearest }: SpendingIndex, source: JobSource, intent: Intent): number | undefined {
  const likeness = likenessOfIntent(source, intent);
  const isKnown =
    requestRoutes[intent.route].tellsCharge || source.likeness.price(likeness, noCharge) !== undefined;
  return isKnown ? source.likeness.price(likeness, dearest) : undefined;
}

const noCharge = {};

export function likenessOfIntent(source: JobSource, intent: Intent): string {
  const { base_url, idempotency_key: id, model, profile, route } = intent;
  return likenessIn(source, { base_url, intent, profile, route, job: { id, status: 'queued', model } });
}

/** A submit that has no answer yet. */
interface OpenSubmit extends Pick<Intent, 'idempotency_key' | 'reserved_usd'> {
  likeness: string;
}

/** The amounts that an account has spent, and how many jobs in flight have a price that nobody knows. */
export interface SummedSpending extends Spent {
  unpriced: number;
}

interface SumParts extends CurrentSpending {
  /** The price of a submit that is judged beside it. Unit: millionths of a USD. */
  wanted?: number;
  /** The amount that a job counts for whose price is not known. Unit: millionths of a USD. */
  assumed: number | undefined;
  likeness: Pick<Likeness, 'price'>;
}

/**
 * Adds up what counts now. A job that is not over counts by what was reserved for it, else by its price. One that
 * must be over by now, although nobody has looked, counts on the day of its deadline.
 */
export function sumSpending(parts: SumParts): SummedSpending {
  const { assumed, index, likeness, nowMs, open, unreadable, wanted = 0 } = parts;
  const priceOf = (one: string): number | undefined => likeness.price(one, index.dearest) ?? assumed;
  const counting = structuredClone({ days: index.days, estimated: index.estimated });
  const jobs = Object.values(index.jobs).flatMap((job) => job.held ?? []);
  const counted = new Set([...jobs.flatMap(({ key }) => key ?? []), ...index.settling]);
  const held = { reserved: 0, inFlight: 0, unpriced: 0 };
  let dearest = Math.max(wanted, assumed ?? 0, ...Object.values(index.dearest));
  const hold = (microUsd: number | undefined, isOwn: boolean): void => {
    if (microUsd === undefined && isOwn) held.unpriced += 1;
    held.reserved += microUsd ?? 0;
    held.inFlight += 1;
    dearest = Math.max(dearest, microUsd ?? 0);
  };
  for (const job of jobs) {
    if (job.isDamaged) continue;
    const { key, likeness: like, overByMs, reserved } = job;
    const microUsd = reserved ?? priceOf(like);
    if (nowMs < overByMs) hold(microUsd, key !== null);
    else if (microUsd !== undefined) addEstimate(counting, job, microUsd);
  }
  for (const { idempotency_key, likeness: like, reserved_usd } of open) {
    if (counted.has(idempotency_key)) continue;
    hold(reserved_usd === undefined ? priceOf(like) : microUsdOf(reserved_usd), true);
  }
  // Nobody knows what a submit is of whose intent shows no reservation, or what a job is whose record was damaged before it was counted:
  // it may cost as much as the dearest job that is known.
  const ofDearest = (): number | undefined => (dearest === 0 ? undefined : dearest);
  for (const { name, remains } of unreadable) {
    if ([...counted].some((key) => keyFileName(key) === name)) continue;
    hold(remains.reserved_usd === undefined ? ofDearest() : microUsdOf(remains.reserved_usd), true);
  }
  for (const job of jobs) {
    if (!job.isDamaged) continue;
    if (nowMs < job.overByMs) hold(ofDearest(), true);
    else addEstimate(counting, job, dearest);
  }
  const today = utcDay(nowMs);
  return {
    charged: chargesOf(counting.days, today),
    estimated: chargesOf(counting.estimated, today),
    ...held,
  };
}
