import { environmentProfileName } from '../rules/intent/claim-account.ts';
import { promptText } from '../rules/request/asked-fields.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import { seedOf } from './asked.ts';

/** The variables that tell a command of `--exec` about its job. Those whose value is absent are unset. */
export const execVariables = [
  ['GENCTL_JOB_ID', 'the id of the job'],
  ['GENCTL_JOB_STATUS', 'how it ended: succeeded, failed, canceled, expired'],
  ['GENCTL_FILES', 'the absolute paths of its files that are here, one a line'],
  ['GENCTL_MODEL', 'its model'],
  ['GENCTL_PROMPT', 'its prompt, at most 8,000 characters of it; of a final, its draft’s'],
  ['GENCTL_SEED', 'the seed that was asked for; of a final, its draft’s'],
  ['GENCTL_PROFILE', 'its profile, where variables alone did not make the account'],
  ['GENCTL_COST_USD', 'what was charged for it'],
  ['GENCTL_ONCE', 'its name of --once'],
  ['GENCTL_BATCH', 'the batch that it is of'],
  ['GENCTL_SHOT', 'the id of its line in that batch'],
  ['GENCTL_ATTEMPT', 'which attempt of its request it is, counted from 1'],
  ['GENCTL_DRAFT_OF', 'the draft that it is the final of'],
  ['GENCTL_ERROR_CODE', 'why it did not succeed, as a word'],
  ['GENCTL_ERROR_MESSAGE', 'the same in words'],
] as const;

type ExecVariable = (typeof execVariables)[number][0];

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
