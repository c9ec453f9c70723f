import { likenessOf, type PricedJob } from '../../rules/gallery/likeness.ts';
import { microUsdOf, usdOf } from '../../rules/money.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import { renderedRequests } from '../journey/rendered-requests.ts';
import { isDraft } from '../request/known-drafts.ts';

/** So many of the newest jobs that were charged are compared with. */
const comparedMost = 500;

/** What a job should cost, in USD, from what like jobs were charged here; null where none was. */
export type LikeCosts = (job: PricedJob) => number | null;

/** The average charge of the jobs of this machine that are like each of these. Nothing is read where none is asked for. */
export async function likeCosts(
  context: Pick<CommandContext, 'ledger'>,
  wanted: readonly PricedJob[],
): Promise<LikeCosts> {
  if (wanted.length === 0) return () => null;
  const models = new Set(wanted.map(({ model }) => model));
  const profiles = new Set(wanted.map(({ profile }) => profile));
  const charged = await (await context.ledger()).list({
    limit: comparedMost,
    where: ({ costUsd, model, profile }) => costUsd !== null && models.has(model) && profiles.has(profile),
  });
  const rendered = await renderedRequests(context, charged);
  const sums = new Map<string, { microUsd: number; jobs: number }>();
  for (const record of charged) {
    const key = likenessOf(pricedJob(record, rendered(record)));
    const { jobs, microUsd } = sums.get(key) ?? { jobs: 0, microUsd: 0 };
    sums.set(key, { jobs: jobs + 1, microUsd: microUsd + microUsdOf(record.job.cost_usd ?? 0) });
  }
  return (job) => {
    const sum = sums.get(likenessOf(job));
    return sum === undefined ? null : usdOf(Math.round(sum.microUsd / sum.jobs));
  };
}

/** A job of the ledger as it was charged. `rendered` has the words of its draft, where it is a final. */
export function pricedJob(record: JobRecord, rendered: unknown): PricedJob {
  const { intent, job, profile } = record;
  const step = intent?.draft_of != null ? 'final' : isDraft(record) ? 'draft' : null;
  return { profile, model: job.model ?? intent?.model ?? null, step, request: rendered };
}
