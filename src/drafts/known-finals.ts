import type { Intent, JobRecord } from '../ledger/record.ts';
import { shortenIds } from '../ledger/shorten-ids.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { countedCharge } from '../service/charge.ts';

/** So many of the finals are named where several drafts have some. */
const namedMost = 5;

/** Which of the drafts were made into finals before, and their finals, with whole ids; undefined where none was. */
export function knownFinals(drafts: readonly JobRecord[]): string | undefined {
  const had = drafts.filter(({ finals }) => finals.length > 0);
  const finals = had.flatMap((draft) => draft.finals);
  const [only, ...others] = had;
  if (only === undefined) return undefined;
  const whose = others.length === 0 ? `${only.id} has` : `${had.length} of ${drafts.length} drafts have`;
  const what = finals.length === 1 ? 'a final' : `${finals.length} finals`;
  const left = finals.length - namedMost;
  return `${whose} ${what} already: ${finals.slice(0, namedMost).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** A draft without the finals that were not charged; one that is unknown here counts as charged. */
export async function withPaidFinals(
  context: Pick<OutputMeans, 'ledger'>,
  draft: JobRecord,
): Promise<JobRecord> {
  const { finals } = draft;
  if (finals.length === 0) return draft;
  const ledger = await context.ledger();
  const jobs = await Promise.all(finals.map(async (id) => (await ledger.find(id))?.job));
  const isPaid = (job: (typeof jobs)[number]): boolean =>
    job === undefined || job.status === 'succeeded' || countedCharge(job, 1) > 0;
  return { ...draft, finals: finals.filter((_, at) => isPaid(jobs[at])) };
}

/** The submits of finals of a draft that may have arrived, though their answers did not. */
export async function openFinals(
  context: Pick<OutputMeans, 'ledger'>,
  draft: Pick<JobRecord, 'id'>,
): Promise<readonly Intent[]> {
  const ledger = await context.ledger();
  if ((await ledger.unsettledCount()) === 0) return [];
  const intents = await ledger.unsettled();
  return intents.filter(({ draft_of, first_sent_at }) => draft_of === draft.id && first_sent_at !== null);
}

/** As `knownFinals`, with ids as a terminal shows them. */
export async function shownFinals(
  context: OutputMeans,
  drafts: readonly JobRecord[],
): Promise<string | undefined> {
  const message = knownFinals(drafts);
  if (message === undefined) return undefined;
  await shortenIds(
    context,
    drafts.flatMap(({ finals, id }) => [id, ...finals]),
  );
  return context.terminal.err.ids.within(message);
}
