import { defineCommand } from '../command/define-command.ts';
import { assertStrictVerifies } from '../follow/send/idle-flags.ts';
import { syncFlags } from '../follow/sync/sync-flags.ts';

export const syncCommand = defineCommand({
  describe:
    'Download every finished file without a copy on this machine, the soonest to expire first. genctl first asks the service about unfinished jobs.',
  flags: syncFlags,
  examples: ['genctl sync -D out', 'genctl sync -D out --since 7d --verify', 'genctl sync --dry-run'],
  parse({ flags }) {
    assertStrictVerifies(flags);
    return flags;
  },
  async run(context, flags) {
    const { syncFiles } = await import('../follow/sync/sync-files.ts');
    await syncFiles(context, flags);
  },
});
