import { hasInventedPrices } from '../account/profiles.ts';
import type { JobRecord } from '../ledger/record.ts';
import { requestOf } from '../ledger/rendered-requests.ts';
import { likelyCharge } from '../ledger/rules/past-charges.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { requestRoutes } from '../service/request-route.ts';
import { likeCostsIfRead, pricedJob } from './like-costs.ts';
import type { PricedJob } from './rules/likeness.ts';
import { type CostWords, likelyCostWords } from './words/likely-cost.ts';

/** Tells what the finals of drafts at some places should cost. */
export type FinalCosts = (places: readonly number[]) => CostWords;

/**
 * Tells what finals should cost, by what like finals were charged on this machine. A draft that its ledger does not have is
 * undefined: what its final costs is not known.
 */
export async function finalCosts(
  context: RequestMeans,
  drafts: readonly (JobRecord | undefined)[],
): Promise<FinalCosts> {
  const finals = drafts.map((draft) => (draft === undefined ? undefined : finalOf(draft)));
  const costOf = await likeCostsIfRead(
    context,
    finals.filter((final) => final !== undefined),
  );
  const charges = finals.map((final) => (final === undefined ? undefined : costOf(final)));
  return (places) => {
    const chosen = places.map((place) => drafts[place]);
    const grounds = {
      what: 'final' as const,
      isInvented: chosen.some((draft) => draft !== undefined && hasInventedPrices(draft)),
      isTold: chosen.some((draft) => draft === undefined || requestRoutes[draft.route].tellsCharge),
    };
    const likely = likelyCharge(places.map((place) => charges[place]));
    return likelyCostWords(likely, grounds, context.terminal.err);
  };
}

/** The final of a draft as it would be charged. */
function finalOf(draft: JobRecord): PricedJob {
  return { ...pricedJob(draft, requestOf(draft)), step: 'final' };
}
