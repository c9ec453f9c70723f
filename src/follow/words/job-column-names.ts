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

/** The columns where none are chosen. What a pipe gets of them is a contract with scripts. */
export const usualColumns = [
  'id',
  'status',
  'model',
  'cost',
  'created',
  'prompt',
] as const satisfies readonly (typeof jobColumnNames)[number][];

/** The columns of a list of several accounts, where none are chosen. */
export const columnsOfAccounts: readonly JobColumnName[] = [...usualColumns, 'profile'];

export type JobColumnName = (typeof jobColumnNames)[number];
