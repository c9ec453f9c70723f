import { isOver } from '../rules/lifecycle.ts';
import { microUsdOf } from '../rules/money.ts';
import type { JobRecord } from '../store/ledger/record.ts';

/** The keys that charges can be grouped by. */
export const costKeys = ['day', 'model', 'profile'] as const;

export type CostKey = (typeof costKeys)[number];

/** The costs of a group of jobs. */
interface CostSum {
  /** How many jobs, however they ended. */
  jobs: number;
  charged: number;
  /** How many jobs have an unknown charge: they are not over, or ended without naming it. */
  unknown: number;
  /** Unit: millionths of a USD. */
  microUsd: number;
}

/** The jobs that share a day (UTC, `2026-03-04`), a model or a profile; `key` is null where a job does not say. */
interface CostGroup extends CostSum {
  key: string | null;
}

export interface Costs {
  /** Days in order of time; models and profiles from the most expensive down. */
  groups: CostGroup[];
  total: CostSum;
  /** The sandbox's part of the total; its prices are invented. Unit: millionths of a USD. */
  sandboxMicroUsd: number;
}

/** Adds up what jobs cost. A job that certainly failed counts as free. @see service document §1.5 */
export function addUpCosts(records: readonly JobRecord[], by: CostKey): Costs {
  const groups = new Map<string | null, CostGroup>();
  const total = emptySum();
  let sandboxMicroUsd = 0;
  for (const record of records) {
    const key = keyOf(record, by);
    const group = groups.get(key) ?? { key, ...emptySum() };
    groups.set(key, group);
    addJob(group, record);
    addJob(total, record);
    if (record.profile === 'sandbox') sandboxMicroUsd += chargeOf(record) ?? 0;
  }
  const sorted = [...groups.values()].sort(by === 'day' ? byKey : byCost);
  return { groups: sorted, total, sandboxMicroUsd };
}

/** When a job was charged, as far as that is known: when it ended, or else when it was made. Unit: ms since 1970. */
export function chargedAtMs({ job, recorded_at }: JobRecord): number {
  const times = [job.completed_at, job.created_at, recorded_at].map((time) => Date.parse(time ?? ''));
  return times.find((ms) => !Number.isNaN(ms)) ?? 0;
}

/** Whether a look at the job may still tell what it cost. */
export function isChargeUnknown({ job }: JobRecord): boolean {
  if (isCharged(job.cost_usd)) return false;
  return !isOver(job) || !['failed', 'canceled', 'expired'].includes(job.status);
}

function keyOf(record: JobRecord, by: CostKey): string | null {
  switch (by) {
    case 'day':
      return new Date(chargedAtMs(record)).toISOString().slice(0, 10);
    case 'model':
      return record.job.model ?? record.intent?.model ?? null;
    case 'profile':
      return record.profile;
  }
}

function addJob(sum: CostSum, record: JobRecord): void {
  const microUsd = chargeOf(record);
  sum.jobs += 1;
  sum.microUsd += microUsd ?? 0;
  if (microUsd !== undefined) sum.charged += 1;
  else if (isChargeUnknown(record)) sum.unknown += 1;
}

/** Unit: millionths of a USD. */
function chargeOf({ job }: JobRecord): number | undefined {
  return isCharged(job.cost_usd) ? microUsdOf(job.cost_usd) : undefined;
}

/** A number in JSON may be too large for a double; it is read as infinite. */
function isCharged(usd: number | undefined): usd is number {
  return usd !== undefined && Number.isFinite(usd);
}

function emptySum(): CostSum {
  return { jobs: 0, charged: 0, unknown: 0, microUsd: 0 };
}

function byKey(one: CostGroup, other: CostGroup): number {
  return (one.key ?? '') < (other.key ?? '') ? -1 : 1;
}

function byCost(one: CostGroup, other: CostGroup): number {
  return other.microUsd - one.microUsd || byKey(one, other);
}
