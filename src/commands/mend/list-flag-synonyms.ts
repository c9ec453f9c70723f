import { statusMeant } from '../../contract/wire-values.ts';
import type { FlagSynonym } from './flag-synonym.ts';

const lists = ['jobs', 'gallery'];
/** Commands that print what they know and write no file, so that `-o` is about how it is printed. */
export const printingCommands: readonly string[] = [
  ...['jobs', 'show', 'status', 'models', 'costs', 'diff', 'doctor'],
  ...['auth list', 'auth status', 'config list', 'sandbox info'],
];

/** A value that becomes another flag's; undefined where that can't have it. */
const valued = (
  names: readonly string[],
  on: readonly string[],
  words: (value: string) => readonly string[] | undefined,
): FlagSynonym => ({ names, on, takes: true, words });

const bare = (names: readonly string[], on: readonly string[], ...words: string[]): FlagSynonym => ({
  names,
  on,
  takes: false,
  words: () => words,
});

/** The flags of other programs' lists: which of the things are listed, how many of them, and how. */
export const listFlagSynonyms: readonly FlagSynonym[] = [
  valued(['--last', '--past'], ['jobs', 'costs'], (value) =>
    /^\d+[a-z]+$/i.test(value) ? ['--since', value] : undefined,
  ),
  valued(
    [
      '-n',
      '-L',
      '-l',
      '--last',
      '--max',
      '--max-results',
      '--top',
      '--head',
      '--tail',
      '--count',
      '--page-size',
    ],
    lists,
    (value) => (/^\d+$/.test(value) ? ['--limit', value] : undefined),
  ),
  valued(
    ['-l', '--label', '--labels', '--tags', '--selector', '--field-selector', '--filter', '--where'],
    ['jobs'],
    selected,
  ),
  valued(['-s', '--state', '--filter', '--phase'], ['jobs'], (value) => {
    const status = statusMeant(value);
    if (status !== undefined) return ['--status', status];
    return value === 'all' ? [] : undefined;
  }),
  valued(['-S', '--search', '--query', '--contains', '--match'], ['jobs'], (value) => ['--grep', value]),
  valued(['--fields', '--show', '--cols'], ['jobs'], (value) => ['--columns', value]),
  valued(['--type', '--kind', '--medium'], ['models'], (value) => ['--media', value]),
  valued(['--sort', '--sort-by', '--order', '--order-by'], ['jobs'], (value) =>
    /^-?(age|created(_?at)?|date|desc|newest|time)$/i.test(value) ? [] : undefined,
  ),
  valued(['-o', '--output', '--format', '--out'], printingCommands, printedAs),
  bare(['-a', '-A', '-l', '-la', '--all-namespaces', '--all-accounts', '--all-profiles'], ['jobs']),
  // Without a flag only the newest are listed.
  bare(['--all'], ['jobs'], '--limit', '1000'),
  bare(['-w', '-f', '--follow', '--live', '--stream', '--wait'], ['jobs'], '--watch'),
];

/** `client=acme,status=failed`: a filter of its own for each name that has one, and a tag for each other. */
function selected(value: string): readonly string[] | undefined {
  const pairs = value.split(',').map((pair) => /^([^=!<>\s]+)==?([^=]+)$/.exec(pair.trim()));
  const words = pairs.flatMap((pair) => {
    const [, name = '', wanted = ''] = pair ?? [];
    if (/^(status|state|phase)$/.test(name)) return statusWords(wanted);
    if (/^(model|batch|once|profile)$/.test(name)) return [`--${name}`, wanted];
    return pair === null ? [undefined] : ['--tag', `${name}=${wanted}`];
  });
  return words.every((word) => word !== undefined) ? words : undefined;
}

function statusWords(word: string): (string | undefined)[] {
  const status = statusMeant(word);
  return status === undefined ? [undefined] : ['--status', status];
}

function printedAs(form: string): readonly string[] | undefined {
  if (form === 'json') return ['--json'];
  if (/^(ids?|names?|quiet)$/.test(form)) return ['--quiet'];
  return /^(wide|table|text|human)$/.test(form) ? [] : undefined;
}
