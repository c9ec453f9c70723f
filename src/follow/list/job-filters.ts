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
import { type Step, typedWith } from '../../errors/hint.ts';
import { readSoughtTag, type SoughtTag } from '../../ledger/rules/tags.ts';
import { jobStatuses, statusMeant } from '../../service/wire-values.ts';
import { onceName } from '../../submit/rules/once-key.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { type JobColumnName, jobColumnNames } from '../words/job-column-names.ts';

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

/** The flag `--columns`, which chooses the columns of a list of jobs. */
export const columnsFlag: ValueFlag<readonly JobColumnName[]> = {
  kind: 'value',
  syntax: '--columns <list>',
  says: 'the columns to print, in this order, separated by commas',
  choices: jobColumnNames,
  completes: 'columns',
  read: readColumns,
};

/** Names that other lists give a column. */
const columnSynonyms: Readonly<Record<string, JobColumnName>> = {
  amount: 'cost',
  charged: 'cost',
  price: 'cost',
  usd: 'cost',
  state: 'status',
  date: 'created',
  time: 'created',
  duration: 'took',
  elapsed: 'took',
  name: 'prompt',
  text: 'prompt',
  labels: 'tags',
  output: 'files',
  outputs: 'files',
  path: 'files',
  account: 'profile',
};

/** The column that was probably meant; undefined where nothing tells. */
function columnMeant(word: string): JobColumnName | undefined {
  return Object.hasOwn(columnSynonyms, word) ? columnSynonyms[word] : nearestColumn(word);
}

function nearestColumn(word: string): JobColumnName | undefined {
  const nearest = nearestName(word, jobColumnNames);
  return jobColumnNames.find((name) => name === nearest);
}

function readColumns(text: string): readonly JobColumnName[] {
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  return words.map((word) => {
    const name = jobColumnNames.find((one) => one === word);
    if (name !== undefined) return name;
    const nearest = columnMeant(word);
    const near = nearest === undefined ? '' : ` The nearest is ${nearest}.`;
    const what = word === '' ? 'A name is empty.' : `There is no column ${JSON.stringify(word)}.`;
    const why = `${what}${near} There are ${jobColumnNames.length}: ${jobColumnNames.join(', ')}.`;
    const error = invalidFlag('--columns', text, why, mended(words));
    error.fix = { allowed: jobColumnNames };
    throw error;
  });
}

/** Suggests the flag with that list, as far as its names are known or can be guessed. */
function mended(words: readonly string[]): Step {
  const known = words.flatMap(
    (word) => jobColumnNames.find((one) => one === word) ?? columnMeant(word) ?? [],
  );
  return typedWith('--columns', known.length === 0 ? 'id,status,prompt' : [...new Set(known)].join(','));
}
