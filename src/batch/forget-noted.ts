import { resolve } from 'node:path';
import { originOf } from '../account/rules/claim-account.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { type ForgottenSend, forgetSend } from './journal/forget-send.ts';
import { journalAccount } from './journal/journal-header.ts';

/**
 * Closes a submit in the journal of a batch. Throws UsageError where this machine knows its job, and as {@link forgetSend} does; CliError
 * where the account at hand has no key.
 */
export async function forgetNoted(
  context: RequestMeans,
  ledger: Pick<Ledger, 'records'>,
  { journal, key }: { journal: string; key: string },
): Promise<ForgottenSend> {
  for await (const { id } of ledger.records({ limit: 1, where: (job) => job.key === key }))
    throw hasJob(key, id);
  const account = await context.account();
  const { baseUrl } = account;
  return forgetSend(resolve(context.around.workingFolder, journal), key, {
    origin: originOf(baseUrl),
    account: journalAccount({ baseUrl, apiKey: await context.keyOf(account) }),
    sameAccount: context.globals.yes,
    nowMs: context.clock.nowMs,
  });
}

function hasJob(key: string, id: string): UsageError {
  return new UsageError({
    code: 'send_answered',
    message: `the submit with the key ${JSON.stringify(key.slice(0, 80))} made a job`,
    why: `This machine knows it as ${id}.`,
    hint: genctl`status ${id}`,
    jobId: id,
    idempotencyKey: key,
  });
}
