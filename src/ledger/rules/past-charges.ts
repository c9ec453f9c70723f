/** The charges of like jobs. Unit of the amounts: millionths of a USD. */
export interface PastCharges {
  /** How many jobs; at least one. */
  jobs: number;
  least: number;
  median: number;
  most: number;
}

/** The likely charge of several jobs, by the charges of like jobs. Unit of the amounts: millionths of a USD. */
export interface LikelyCharge {
  /** How many of the jobs the sum is of. */
  told: number;
  /** How many jobs are like none that was charged. */
  untold: number;
  /** Each told job at the median of its like. */
  sum: number;
  /** The charges that the sum is drawn from; undefined where no job is told. */
  by: Omit<PastCharges, 'median'> | undefined;
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

/** Adds up what jobs should be charged. Jobs of one kind share one object of past charges, which counts once. */
export function likelyCharge(jobs: readonly (PastCharges | undefined)[]): LikelyCharge {
  const known = jobs.filter((job) => job !== undefined);
  const kinds = [...new Set(known)];
  const by = {
    jobs: kinds.reduce((sum, kind) => sum + kind.jobs, 0),
    least: Math.min(...kinds.map(({ least }) => least)),
    most: Math.max(...kinds.map(({ most }) => most)),
  };
  return {
    told: known.length,
    untold: jobs.length - known.length,
    sum: known.reduce((sum, { median }) => sum + median, 0),
    by: known.length === 0 ? undefined : by,
  };
}
