import {
  choiceFlag,
  type FlagValues,
  inGroup,
  invalidFlag,
  type ListFlag,
  switchFlag,
  textFlag,
  type ValueFlag,
} from '../../cli/flag.ts';
import { sinceFlag, untilFlag } from '../../cli/flags/list-flags.ts';
import { typedWith } from '../../errors/hint.ts';
import { readSoughtTag, type SoughtTag } from '../../ledger/rules/tags.ts';
import { jobStatuses, statusMeant } from '../../service/wire-values.ts';
import { onceName } from '../../submit/rules/once-key.ts';

/** Words that a prompt is searched for, in lower case. */
type SoughtWords = readonly string[];

const tag: ListFlag<SoughtTag> = {
  kind: 'list',
  syntax: '--tag <name=value>',
  says: 'only jobs with this tag, or with any value of it; repeatable: jobs with all',
  completes: 'tag',
  read: readSoughtTag,
};

const grep: ValueFlag<SoughtWords> = {
  kind: 'value',
  syntax: '--grep <text>',
  says: 'only jobs whose prompt has all of these words, in any case',
  read: readWords,
};

/** The flags that say which jobs are listed. A job has to fit each. */
export const jobFilters = inGroup('Filters:', {
  status: choiceFlag('--status <status>', 'only jobs in this state', jobStatuses, statusMeant),
  model: textFlag('--model <id>', 'only jobs of this model', 'model'),
  batch: textFlag('--batch <name>', 'only jobs of this batch', 'batch'),
  once: textFlag('--once <name>', 'only the job with this --once name, and its takes'),
  tag,
  grep,
  draft: switchFlag('--draft', 'only drafts'),
  since: sinceFlag('only jobs since then'),
  until: untilFlag('only jobs before then'),
});

export type JobFilters = FlagValues<typeof jobFilters>;

/** A text as it is searched, and searched for. */
export function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * Tells whether a job whose record has these bytes may have a prompt with each of the words. A word of plain letters is in a record as in
 * its prompt, unless letters are escaped there. The prompt of a final is in the record of its draft.
 */
export function mayHaveWords(words: readonly string[]): (bytes: Uint8Array) => boolean {
  const plain = words.filter((word) => /^[a-z0-9]+$/.test(word));
  return (bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    if (text.includes('\\u') || /"draft_of"\s*:\s*"/.test(text)) return true;
    const sought = searchable(text);
    return plain.every((word) => sought.includes(word));
  };
}

/** Tells whether a job goes by the name of `--once`, or is a take or a variant of the request that does. Throws UsageError. */
export function onceFilter(
  name: string | undefined,
  runId: string | undefined,
): (once: string | null) => boolean {
  if (name === undefined) return () => true;
  const whole = onceName(name, runId);
  return (once) => once !== null && (once === whole || once.startsWith(`${whole}/`));
}

function readWords(text: string): SoughtWords {
  const words = searchable(text).split(/\s+/).filter(Boolean);
  if (words.length > 0) return words;
  throw invalidFlag('--grep', text, 'It takes a word or more.', typedWith('--grep', 'fox'));
}
