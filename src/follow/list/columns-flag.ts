import { invalidFlag, type ValueFlag } from '../../cli/flag.ts';
import { type Step, typedWith } from '../../errors/hint.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { type JobColumnName, jobColumnNames } from '../words/job-column-names.ts';

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
