import { shellLine } from '../../ui/render/shell-quote.ts';
import type { CommandContext } from '../context/context.ts';
import { flagWords } from '../line/flag-words.ts';
import { globalFlags } from '../line/global-flags.ts';
import type { BatchLines } from './batch-error.ts';
import { batchFlags } from './batch-flags.ts';
import type { OpenBatch } from './open-batch.ts';

const { profile, sandbox, baseUrl } = globalFlags;

/** The lines that go on with a batch, each with the flags of this run. */
export function batchLines(
  { globals }: Pick<CommandContext, 'globals'>,
  { input, name }: OpenBatch,
): BatchLines {
  const lineWith = (flags: Partial<typeof input.typed>): string =>
    shellLine([
      'genctl',
      'batch',
      input.file,
      ...flagWords(batchFlags, { ...input.typed, resume: false, retryFailed: false, ...flags }),
      ...flagWords({ profile, sandbox, baseUrl }, { ...globals }),
    ]);
  return {
    resume: lineWith({}),
    retryFailed: lineWith({ retryFailed: true }),
    failedJobs: shellLine(['genctl', 'jobs', '--batch', name, '--status', 'failed']),
  };
}
