import { type PastCharges, pastCharges } from './past-charges.ts';

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

function spreadOf(charges: readonly Charge[]): PastCharges | undefined {
  return pastCharges(charges.map(({ microUsd }) => microUsd));
}
