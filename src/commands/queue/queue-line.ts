import { shellLine } from '../../ui/render/shell-quote.ts';
import { flagWords } from '../line/flag-words.ts';
import { type GlobalFlags, globalFlags } from '../line/global-flags.ts';
import { type NamedQueue, queueFlags } from './queue-flags.ts';

const { profile, sandbox, baseUrl } = globalFlags;

/** A command for the queue and the account that a line has named. */
export function queueLine(globals: GlobalFlags, queue: NamedQueue, words: readonly string[]): string {
  const flags = flagWords({ ...queueFlags, profile, sandbox, baseUrl }, { ...globals, queue });
  return shellLine(['genctl', ...words, ...flags]);
}
