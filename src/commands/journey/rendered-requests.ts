import { CliError } from '../../errors/cli-error.ts';
import { renderedRequest } from '../../flows/asked.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';

/**
 * Gives the request that each of these jobs renders. A final has the words and settings of its draft, which is looked for among
 * the jobs and then in the ledger; nothing is read for other jobs.
 * @see service document §3
 */
export async function renderedRequests(
  context: Pick<CommandContext, 'ledger'>,
  records: readonly JobRecord[],
): Promise<(record: JobRecord) => unknown> {
  const drafts = new Map<string, JobRecord | undefined>(records.map((record) => [record.id, record]));
  for (const { intent } of records) {
    // The first records of intents have no such field.
    const id = intent?.draft_of ?? undefined;
    if (id !== undefined && !drafts.has(id)) drafts.set(id, await findDraft(context, id));
  }
  return (record) => renderedRequest(record, drafts.get(record.intent?.draft_of ?? ''));
}

/** Finds a draft. Where it can't be read, the final is shown and fetched without the draft's words. */
async function findDraft(
  { ledger }: Pick<CommandContext, 'ledger'>,
  id: string,
): Promise<JobRecord | undefined> {
  try {
    return await (await ledger()).find(id);
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}
