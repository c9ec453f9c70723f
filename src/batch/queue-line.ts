import { flagWords } from '../cli/flags/flag-words.ts';
import { type GlobalFlags, globalFlags } from '../cli/global-flags.ts';
import { shellLine } from '../text/shell-quote.ts';
import { type NamedQueue, queueFlags } from './queue-flags.ts';

const { profile, sandbox, baseUrl } = globalFlags;

/** A command for the queue and the account that a line has named. */
export function queueLine(globals: GlobalFlags, queue: NamedQueue, words: readonly string[]): string {
  const flags = flagWords({ ...queueFlags, profile, sandbox, baseUrl }, { ...globals, queue });
  return shellLine(['genctl', ...words, ...flags]);
}
