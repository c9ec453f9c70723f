import { requestRoutes } from '../../service/request-route.ts';
import type { Intent } from '../record.ts';
import {
  type BudgetStanding,
  type Budgets,
  budgetStandings,
  exceededBudgets,
  hasBudget,
} from '../rules/budgets.ts';
import { type JobSource, likenessIn } from './read-jobs.ts';
import type { SpendingIndex } from './spending-index.ts';
import { type OpenSubmit, sumSpending } from './sum-spending.ts';

/** The amounts that are spent and reserved at a moment. */
export interface CurrentSpending {
  index: SpendingIndex;
  open: readonly OpenSubmit[];
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
  { index, nowMs, open }: CurrentSpending,
  { assumed, budgets, cap, intent }: PricedSubmit,
  source: JobSource & { isClaimed(intent: Intent): boolean },
): JudgedSubmit {
  if (source.isClaimed(intent)) return { kind: 'claimed' };
  const microUsd = priceIn(index, source, intent) ?? assumed;
  if (microUsd === undefined) return { kind: 'unpriced', inFlight: 0 };
  const spent = sumSpending({ index, open, nowMs, assumed, likeness: source.likeness });
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
