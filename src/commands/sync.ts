import { defineCommand } from './line/define-command.ts';
import { assertStrictVerifies } from './line/idle-flags.ts';
import { syncFlags } from './sync/sync-flags.ts';

export const syncCommand = defineCommand({
  describe:
    'Bring home every finished file of which no copy is on this machine, those whose links end soonest first. Jobs that were not over when they were last seen are looked at once before.',
  flags: syncFlags,
  examples: ['genctl sync -D out', 'genctl sync -D out --since 7d --verify', 'genctl sync --dry-run'],
  parse({ flags }) {
    assertStrictVerifies(flags);
    return flags;
  },
  async run(context, flags) {
    const { syncFiles } = await import('./sync/sync-files.ts');
    await syncFiles(context, flags);
  },
});
