import { environmentProfileName } from '../account/rules/claim-account.ts';
import { seedOf } from '../ledger/asked.ts';
import type { JobRecord } from '../ledger/record.ts';
import { promptText } from '../service/body/asked-fields.ts';
import type { ExecVariable } from './exec-variables.ts';

/** A message can be of any length, and a system takes no process whose environment is too large. Unit: characters. */
const messageMost = 1_000;
/** A prompt may have 100,000 characters, and Windows takes 32,767 for all variables together. Unit: characters. */
const promptMost = 8_000;

/**
 * The values of these variables for a job.
 *
 * @param paths absolute, of the files that are here.
 * @param rendered the request as it was rendered: a final has its draft's words.
 */
export function execValues(
  { id, intent, job, profile }: JobRecord,
  paths: readonly string[],
  rendered: unknown,
): Record<ExecVariable, string | undefined> {
  return {
    GENCTL_JOB_ID: id,
    GENCTL_JOB_STATUS: job.status,
    GENCTL_FILES: paths.length === 0 ? undefined : paths.join('\n'),
    GENCTL_MODEL: job.model ?? intent?.model,
    GENCTL_PROMPT: promptText(rendered)?.slice(0, promptMost),
    GENCTL_SEED: seedOf(rendered)?.toString(),
    GENCTL_PROFILE: profile === environmentProfileName ? undefined : profile,
    GENCTL_COST_USD: job.cost_usd === undefined ? undefined : String(job.cost_usd),
    GENCTL_ONCE: intent?.once ?? undefined,
    GENCTL_BATCH: intent?.batch?.name,
    GENCTL_SHOT: intent?.batch?.shot,
    GENCTL_ATTEMPT: intent === null ? undefined : String(intent.attempt),
    GENCTL_DRAFT_OF: intent?.draft_of ?? undefined,
    GENCTL_ERROR_CODE: job.error?.code,
    GENCTL_ERROR_MESSAGE: job.error?.message?.slice(0, messageMost),
  };
}
