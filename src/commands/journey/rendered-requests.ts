import { CliError } from '../../errors/cli-error.ts';
import { renderedRequest } from '../../flows/asked.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';

/**
 * What each of some jobs renders. A final's words and settings are its draft's, which is looked for among the jobs themselves
 * and then in the ledger; nothing is read for any other job. @see service document §3
 */
export async function renderedRequests(
  context: Pick<CommandContext, 'ledger'>,
  records: readonly JobRecord[],
): Promise<(record: JobRecord) => unknown> {
  const drafts = new Map<string, JobRecord | undefined>(records.map((record) => [record.id, record]));
  for (const { intent } of records) {
    // Intents of the first days have no such field.
    const id = intent?.draft_of ?? undefined;
    if (id !== undefined && !drafts.has(id)) drafts.set(id, await findDraft(context, id));
  }
  return (record) => renderedRequest(record, drafts.get(record.intent?.draft_of ?? ''));
}

/** Nothing hangs on a draft's words: one that can't be read keeps no final from being shown or fetched. */
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
