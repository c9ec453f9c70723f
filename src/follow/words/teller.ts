import type { OutputMeans } from '../../outputs/output-means.ts';
import type { Teller, TellingPlan } from './tell-jobs.ts';

/**
 * The teller for the jobs of this run; undefined where the answer is printed at the end: for a program, or on a terminal that shows one of
 * the two streams alone.
 */
export async function tellerFor(context: OutputMeans, plan: TellingPlan): Promise<Teller | undefined> {
  if (!isToldOnce(context)) return undefined;
  const { createTeller } = await import('./tell-jobs.ts');
  return createTeller(context, plan);
}

/** Tells whether each job is told once, as it is through. */
export function isToldOnce({ events, terminal }: Pick<OutputMeans, 'events' | 'terminal'>): boolean {
  return terminal.showsBoth && events() === undefined;
}
