/** What some jobs were charged. Unit of all amounts: millionths of a USD. */
export interface Spread {
  jobs: number;
  median: number;
  least: number;
  most: number;
}

/** What jobs of one model were charged, together and by their settings. */
export interface Spent {
  all: Spread;
  /** The settings that most jobs have come first. */
  bySettings: readonly (Spread & { settings: string })[];
}

/** A charge, and the settings of its job in words; empty where they are not known. */
export interface Charge {
  settings: string;
  microUsd: number;
}

/** Undefined where nothing was charged. */
export function spentOf(charges: readonly Charge[]): Spent | undefined {
  const all = spreadOf(charges);
  if (all === undefined) return undefined;
  const groups = new Map<string, Charge[]>();
  for (const charge of charges) groups.set(charge.settings, [...(groups.get(charge.settings) ?? []), charge]);
  const bySettings = [...groups].flatMap(([settings, own]) => {
    const spread = spreadOf(own);
    return spread === undefined || settings === '' ? [] : [{ settings, ...spread }];
  });
  return { all, bySettings: bySettings.sort((one, other) => other.jobs - one.jobs) };
}

function spreadOf(charges: readonly Charge[]): Spread | undefined {
  const sorted = charges.map(({ microUsd }) => microUsd).sort((one, other) => one - other);
  const [least] = sorted;
  const most = sorted.at(-1);
  if (least === undefined || most === undefined) return undefined;
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? most;
  const median = sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? upper) + upper) / 2);
  return { jobs: sorted.length, median, least, most };
}
