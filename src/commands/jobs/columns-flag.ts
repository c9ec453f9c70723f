import { nearestName } from '../../rules/nearest-name.ts';
import { type JobColumnName, jobColumnNames } from '../../ui/render/job-column-names.ts';
import { invalidFlag, type ValueFlag } from '../line/flag.ts';

/** The flag `--columns`, which chooses the columns of a list of jobs. */
export const columnsFlag: ValueFlag<readonly JobColumnName[]> = {
  kind: 'value',
  syntax: '--columns <list>',
  says: 'of the table, in this order, parted by commas',
  choices: jobColumnNames,
  read: readColumns,
};

function readColumns(text: string): readonly JobColumnName[] {
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  return words.map((word) => {
    const name = jobColumnNames.find((one) => one === word);
    if (name !== undefined) return name;
    const nearest = nearestName(word, jobColumnNames);
    const near = nearest === undefined ? '' : ` The nearest is ${nearest}.`;
    const what = word === '' ? 'A name is empty.' : `There is no column ${JSON.stringify(word)}.`;
    const why = `${what}${near} There are ${jobColumnNames.length}: ${jobColumnNames.join(', ')}.`;
    throw invalidFlag('--columns', text, why, mended(words));
  });
}

/** The same list as far as its names are known, or can be guessed. */
function mended(words: readonly string[]): string {
  const known = words.flatMap(
    (word) => jobColumnNames.find((one) => one === word) ?? nearestName(word, jobColumnNames) ?? [],
  );
  return `--columns ${known.length === 0 ? 'id,status,prompt' : known.join(',')}`;
}
