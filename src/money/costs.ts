import { choiceFlag, invalidFlag, type ValueFlag } from '../cli/flag.ts';
import { typedWith } from '../errors/hint.ts';
import type { JobFacts } from '../ledger/facts/job-facts.ts';
import { tagValue, whyNotName } from '../ledger/rules/tags.ts';
import { gaps } from '../text/gaps.ts';
import { isoTime } from '../text/iso-time.ts';
import { microUsdOf } from '../text/money.ts';
import { nearestName } from '../text/nearest-name.ts';

/** The keys that charges can be grouped by, besides the values of a tag. */
export const costKeys = ['day', 'model', 'profile', 'batch'] as const;

/** The key that costs are added up by unless a person names one. */
export const usualCostKey: CostKey = 'day';

/** The beginning of a key that groups by the values of a tag: `tag:client`. */
export const tagKeyPrefix = 'tag:';

export type CostKey = (typeof costKeys)[number] | `${typeof tagKeyPrefix}${string}`;

/** The name of the tag that a key groups by; undefined for any other key. */
export function tagOfKey(key: string): string | undefined {
  return key.startsWith(tagKeyPrefix) ? key.slice(tagKeyPrefix.length) : undefined;
}

/** The costs of a group of jobs. */
export interface CostSum {
  /** How many jobs, however they ended. */
  jobs: number;
  charged: number;
  /** How many jobs have an unknown charge: they are not over, or ended without naming it. */
  unknown: number;
  /** Unit: millionths of a USD. */
  microUsd: number;
}

/**
 * The jobs that share a day (UTC, `2026-03-04`), a model, a profile, a batch or the value of a tag; `key` is null where a job does
 * not say, and for jobs of no batch or without the tag.
 */
export interface CostGroup extends CostSum {
  key: string | null;
}

export interface Costs {
  /** Days in order of time; the others from the most expensive down. */
  groups: CostGroup[];
  total: CostSum;
}

/** The facts of a job that its costs are told from. */
type CostFacts = Pick<
  JobFacts,
  'batch' | 'chargedAtMs' | 'costUsd' | 'isChargeUnknown' | 'model' | 'profile' | 'tags'
>;

/** Adds up what jobs cost, job by job, so that no list of jobs is kept for it. A job that certainly failed counts as free. @see service document §1.5 */
export function beginCostSheet(by: CostKey) {
  const groups = new Map<string | null, CostGroup>();
  const total = emptySum();
  return {
    add(job: CostFacts): void {
      const key = keyOf(job, by);
      const group = groups.get(key) ?? { key, ...emptySum() };
      groups.set(key, group);
      addJob(group, job);
      addJob(total, job);
    },
    costs: (): Costs => ({
      groups: [...groups.values()].sort(by === 'day' ? byKey : byCost),
      total,
    }),
  };
}

function keyOf({ batch, chargedAtMs, model, profile, tags }: CostFacts, by: CostKey): string | null {
  switch (by) {
    case 'day':
      return isoTime(chargedAtMs).slice(0, 10);
    case 'model':
      return model;
    case 'profile':
      return profile;
    case 'batch':
      return batch;
    default:
      return tagValue(tags ?? undefined, tagOfKey(by) ?? '') ?? null;
  }
}

function addJob(sum: CostSum, { costUsd, isChargeUnknown }: CostFacts): void {
  sum.jobs += 1;
  if (costUsd !== null) {
    sum.microUsd += microUsdOf(costUsd);
    sum.charged += 1;
  } else if (isChargeUnknown) sum.unknown += 1;
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

const keyFlag = choiceFlag(
  '--by <key>',
  `group by this, or ${tagKeyPrefix}NAME by the values of a tag (default: ${usualCostKey}; on a terminal, model below it)`,
  costKeys,
);

/** The flag for the facts that costs are grouped by. */
export const costKeyFlag: ValueFlag<CostKey> = {
  ...keyFlag,
  isClosed: false,
  usual: usualCostKey,
  completes: 'cost-key',
  read: readKey,
};

function readKey(text: string): CostKey {
  const tag = tagOfKey(text);
  if (tag === undefined) {
    const known = costKeys.find((key) => key === text);
    if (known !== undefined) return known;
    const why = `It takes ${costKeys.join(', ')}, or ${tagKeyPrefix}NAME.`;
    const nearest = text === 'tag' || text === 'tags' ? `${tagKeyPrefix}client` : nearestName(text, costKeys);
    const error = invalidFlag('--by', text, why, typedWith('--by', nearest ?? gaps.value));
    error.fix = { allowed: costKeys };
    throw error;
  }
  const why = tag === '' ? `It has no name after ${tagKeyPrefix}.` : whyNotName(tag);
  if (why === undefined) return `${tagKeyPrefix}${tag}`;
  throw invalidFlag('--by', text, why, typedWith('--by', `${tagKeyPrefix}client`));
}
