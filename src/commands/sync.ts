import { integerFlag, switchFlag } from '../cli/flag.ts';
import { defineCommand } from '../command/define-command.ts';
import { jobFilters } from '../follow/list/job-filters.ts';
import { assertStrictVerifies } from '../follow/send/idle-flags.ts';
import { fetchFlags, strictFlag } from '../outputs/journey-flags.ts';

const { status: _, ...filters } = jobFilters;
const { overwrite: __, ...files } = fetchFlags;

/** Only jobs that succeeded have files, and only files that are not here come: neither a state nor `--overwrite` is asked for. */
const syncFlags = {
  limit: integerFlag('--limit <n>', 'download the files of at most n jobs', { least: 1 }),
  dryRun: switchFlag('--dry-run', 'list the jobs with files to download; download nothing'),
  ...filters,
  ...files,
  ...strictFlag,
};

export const command = defineCommand({
  describe:
    'Download every finished file without a copy on this machine, the soonest to expire first. genctl first asks the service about unfinished jobs, and again about jobs whose answer lacks the link of a file; exit code 14 if the link is still missing.',
  flags: syncFlags,
  examples: ['genctl sync -D out', 'genctl sync -D out --since 7d --verify', 'genctl sync --dry-run'],
  parse({ flags }) {
    assertStrictVerifies(flags);
    return flags;
  },
  async run(context, flags) {
    const { syncFiles } = await import('../follow/sync-files.ts');
    await syncFiles(context, flags);
  },
});
