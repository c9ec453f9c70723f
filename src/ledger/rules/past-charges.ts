/** The charges of like jobs. Unit of the amounts: millionths of a USD. */
export interface PastCharges {
  /** How many jobs; at least one, and none for the price of a list. */
  jobs: number;
  least: number;
  median: number;
  most: number;
}

/** The source of a price: charges of like jobs, charges of like jobs of another length, or a price list. */
type PriceSource = 'charges' | 'seconds' | 'list';

/** The price of a job, and what says it. Of a list there is one amount. */
export interface KnownPrice extends PastCharges {
  by: PriceSource;
}

/** The source of the prices of some of several jobs, and the number of those. */
export type PriceGround = Omit<KnownPrice, 'median'> & { of: number };

/** The likely charge of several jobs, by the charges of like jobs. Unit of the amounts: millionths of a USD. */
export interface LikelyCharge {
  /** How many of the jobs the sum is of. */
  told: number;
  /** How many jobs are like none that was charged. */
  untold: number;
  /** Each told job at the median of its like. */
  sum: number;
  /** The amounts that the sum is drawn from, by what says them; those of a list come last. Empty where no job is told. */
  by: readonly PriceGround[];
}

/** Sums up charges, in millionths of a USD; undefined for none. */
export function pastCharges(charges: readonly number[]): PastCharges | undefined {
  const inOrder = charges.toSorted((one, other) => one - other);
  const [least] = inOrder;
  const most = inOrder.at(-1);
  const upper = inOrder[Math.floor(inOrder.length / 2)];
  const lower = inOrder[Math.ceil(inOrder.length / 2) - 1];
  if (least === undefined || most === undefined || upper === undefined || lower === undefined)
    return undefined;
  return { jobs: inOrder.length, least, median: Math.round((lower + upper) / 2), most };
}

const priceSources: readonly PriceSource[] = ['charges', 'seconds', 'list'];

/**
 * Adds up what jobs should be charged. Jobs of one kind share one object of a price, which counts once.
 *
 * @param counts how many jobs have the price in a place; one unless it says so.
 */
export function likelyCharge(
  prices: readonly (KnownPrice | undefined)[],
  counts: readonly number[] = [],
): LikelyCharge {
  const jobs = new Map<KnownPrice | undefined, number>();
  for (const [place, price] of prices.entries()) {
    const count = counts[place] ?? 1;
    if (count > 0) jobs.set(price, (jobs.get(price) ?? 0) + count);
  }
  const untold = jobs.get(undefined) ?? 0;
  const known = [...jobs].flatMap(([price, count]) => (price === undefined ? [] : [{ price, count }]));
  const told = (some: typeof known): number => some.reduce((sum, { count }) => sum + count, 0);
  return {
    told: told(known),
    untold,
    sum: known.reduce((sum, { count, price }) => sum + count * price.median, 0),
    by: priceSources.flatMap((source) => {
      const own = known.filter(({ price }) => price.by === source);
      return own.length === 0
        ? []
        : [{ by: source, of: told(own), ...spreadOf(own.map(({ price }) => price)) }];
    }),
  };
}

/** The range of several prices, and how many jobs they are known by. */
export function spreadOf(prices: readonly Omit<PastCharges, 'median'>[]): Omit<PastCharges, 'median'> {
  return {
    jobs: prices.reduce((sum, { jobs }) => sum + jobs, 0),
    least: Math.min(...prices.map(({ least }) => least)),
    most: Math.max(...prices.map(({ most }) => most)),
  };
}

/** The charges of jobs of one model, together and by their settings. */
export interface Spent {
  all: PastCharges;
  /** The settings that most jobs have come first. */
  bySettings: readonly (PastCharges & { settings: string })[];
}

/** A charge, and the settings of its job in words; empty where they are not known. */
export interface Charge {
  settings: string;
  microUsd: number;
}

/** Undefined where nothing was charged. */
export function spentOf(charges: readonly Charge[]): Spent | undefined {
  const all = chargesTold(charges);
  if (all === undefined) return undefined;
  const groups = new Map<string, Charge[]>();
  for (const charge of charges) groups.set(charge.settings, [...(groups.get(charge.settings) ?? []), charge]);
  const bySettings = [...groups].flatMap(([settings, own]) => {
    const spread = chargesTold(own);
    return spread === undefined || settings === '' ? [] : [{ settings, ...spread }];
  });
  return { all, bySettings: bySettings.sort((one, other) => other.jobs - one.jobs) };
}

function chargesTold(charges: readonly Charge[]): PastCharges | undefined {
  return pastCharges(charges.map(({ microUsd }) => microUsd));
}
