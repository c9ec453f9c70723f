/** The columns that a list of jobs may have. */
export const jobColumnNames = [
  'id',
  'status',
  'model',
  'cost',
  'created',
  'age',
  'took',
  'prompt',
  'seed',
  'tags',
  'batch',
  'shot',
  'once',
  'draft',
  'finals',
  'files',
  'error',
  'profile',
  'route',
] as const;

export type JobColumnName = (typeof jobColumnNames)[number];
