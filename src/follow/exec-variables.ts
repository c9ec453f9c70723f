/** The variables that tell a command of `--exec` about its job. Those whose value is absent are unset. */
export const execVariables = [
  ['GENCTL_JOB_ID', 'the id of the job'],
  ['GENCTL_JOB_STATUS', 'how it ended: succeeded, failed, canceled, expired'],
  ['GENCTL_FILES', 'the absolute paths of its files that are here, or s3:// URIs, one a line'],
  ['GENCTL_MODEL', 'its model'],
  ['GENCTL_PROMPT', 'its prompt, at most 8,000 characters of it; of a final, its draft’s'],
  ['GENCTL_SEED', 'the seed that was asked for; of a final, its draft’s'],
  ['GENCTL_PROFILE', 'its profile, unless the account came from variables alone'],
  ['GENCTL_COST_USD', 'what was charged for it'],
  ['GENCTL_ONCE', 'its name of --once'],
  ['GENCTL_BATCH', 'the batch that it is of'],
  ['GENCTL_SHOT', 'the id of its line in that batch'],
  ['GENCTL_ATTEMPT', 'which attempt of its request it is, counted from 1'],
  ['GENCTL_DRAFT_OF', 'the draft that it is the final of'],
  ['GENCTL_ERROR_CODE', 'why it did not succeed, as a word'],
  ['GENCTL_ERROR_MESSAGE', 'why it did not succeed, in words'],
] as const;

export type ExecVariable = (typeof execVariables)[number][0];
