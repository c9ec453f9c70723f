import { type FlagValues, integerFlag, switchFlag } from '../../cli/flag.ts';
import { fetchFlags, strictFlag } from '../../outputs/journey-flags.ts';
import { jobFilters } from '../list/job-filters.ts';

const { status: _, ...filters } = jobFilters;
const { overwrite: __, ...files } = fetchFlags;

/** Only jobs that succeeded have files, and only files that are not here come: neither a state nor `--overwrite` is asked for. */
export const syncFlags = {
  limit: integerFlag('--limit <n>', 'download the files of at most n jobs', { least: 1 }),
  dryRun: switchFlag('--dry-run', 'list the jobs with files to download; download nothing'),
  ...filters,
  ...files,
  ...strictFlag,
};

export type SyncFlags = FlagValues<typeof syncFlags>;

/** Tells whether flags leave jobs out; `--limit` leaves none out for good. */
export function isNarrowed(flags: SyncFlags): boolean {
  const values: unknown[] = (Object.keys(filters) as (keyof typeof filters)[]).map((name) => flags[name]);
  return values.some(
    (value) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
}
