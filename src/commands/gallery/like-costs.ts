import { likenessOf, type PricedJob } from '../../rules/gallery/likeness.ts';
import { microUsdOf } from '../../rules/money.ts';
import { type PastCharges, pastCharges } from '../../rules/past-charges.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import { renderedRequests } from '../journey/rendered-requests.ts';
import { isDraft } from '../request/known-drafts.ts';

/** So many of the newest jobs that were charged are compared with. */
const comparedMost = 2_000;

/** What jobs like one were charged here; undefined where none was. The same object for jobs that are alike. */
export type LikeCosts = (job: PricedJob) => PastCharges | undefined;

/** The charges of the jobs of this machine that are like each of these. Nothing is read where none is asked for. */
export async function likeCosts(
  context: Pick<CommandContext, 'ledger'>,
  wanted: readonly PricedJob[],
): Promise<LikeCosts> {
  if (wanted.length === 0) return () => undefined;
  const models = new Set(wanted.map(({ model }) => model));
  const profiles = new Set(wanted.map(({ profile }) => profile));
  const charged = await (await context.ledger()).list({
    limit: comparedMost,
    where: ({ costUsd, model, profile }) => costUsd !== null && models.has(model) && profiles.has(profile),
  });
  const rendered = await renderedRequests(context, charged);
  const charges = new Map<string, number[]>();
  for (const record of charged) {
    const key = likenessOf(pricedJob(record, rendered(record)));
    const known = charges.get(key) ?? [];
    charges.set(key, known);
    known.push(microUsdOf(record.job.cost_usd ?? 0));
  }
  const costs = new Map([...charges].map(([key, known]) => [key, pastCharges(known)]));
  return (job) => costs.get(likenessOf(job));
}

/** A job of the ledger as it was charged. `rendered` has the words of its draft, where it is a final. */
export function pricedJob(record: JobRecord, rendered: unknown): PricedJob {
  const { intent, job, profile } = record;
  const step = intent?.draft_of != null ? 'final' : isDraft(record) ? 'draft' : null;
  return { profile, model: job.model ?? intent?.model ?? null, step, request: rendered };
}
