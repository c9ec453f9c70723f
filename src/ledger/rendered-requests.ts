import { CliError } from '../errors/cli-error.ts';
import { readJson } from '../schema/json/read-json.ts';
import { askedFields } from '../service/body/asked-fields.ts';
import { inheritedRequest } from '../service/body/inherited-request.ts';
import type { LedgerMeans } from './ledger-means.ts';
import type { JobRecord } from './record.ts';

/**
 * Gives the request that each of these jobs renders. A final has the words and settings of its draft, which is looked for among
 * the jobs and then in the ledger; nothing is read for other jobs.
 * @see service document §3
 */
export async function renderedRequests(
  context: Pick<LedgerMeans, 'ledger'>,
  records: readonly JobRecord[],
): Promise<(record: JobRecord) => unknown> {
  const drafts = new Map<string, JobRecord | undefined>(records.map((record) => [record.id, record]));
  for (const { intent } of records) {
    // The first records of intents have no such field.
    const id = intent?.draft_of ?? undefined;
    if (id !== undefined && !drafts.has(id)) drafts.set(id, await findDraft(context, id));
  }
  return (record) => renderedRequest(requestOf(record), drafts.get(record.intent?.draft_of ?? ''));
}

/** The request that a job renders. */
export async function renderedOf(context: Pick<LedgerMeans, 'ledger'>, record: JobRecord): Promise<unknown> {
  return (await renderedRequests(context, [record]))(record);
}

/** A request as it would be rendered, whether or not it was sent. `draftOf` is the id of the draft, where it is for a final. */
export async function renderedBody(
  context: Pick<LedgerMeans, 'ledger'>,
  body: unknown,
  draftOf: string | null | undefined,
): Promise<unknown> {
  return draftOf == null ? body : renderedRequest(body, await findDraft(context, draftOf));
}

/** Finds a draft. Where it can't be read, the final is shown and fetched without the draft's words. */
async function findDraft(
  { ledger }: Pick<LedgerMeans, 'ledger'>,
  id: string,
): Promise<JobRecord | undefined> {
  try {
    return await (await ledger()).find(id);
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

/** The body of a job as parsed JSON; null where it is not known. */
export function requestOf({ intent }: Pick<JobRecord, 'intent'>): unknown {
  return intent === null ? null : readJson(intent.body);
}

/**
 * The request that a job renders: its own, with the words of its draft where it is a final and the draft is known. Whatever shows,
 * names or notes the words of a job has them from here.
 * @see service document §3
 */
export function renderedRequest(request: unknown, draft: JobRecord | undefined): unknown {
  return draft === undefined ? request : inheritedRequest(request, requestOf(draft));
}

/** The seed that a request asks for; undefined for none. */
export function seedOf(request: unknown): number | undefined {
  const { seed } = askedFields(request);
  return typeof seed === 'number' ? seed : undefined;
}
