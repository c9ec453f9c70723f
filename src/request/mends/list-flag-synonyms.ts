import { statusMeant } from '../../service/wire-values.ts';
import type { FlagSynonym } from './flag-synonym.ts';

const lists = ['jobs', 'gallery'];
/** Commands that print what they know and write no file, so that `-o` is about how it is printed. */
export const printingCommands: readonly string[] = [
  ...['jobs', 'show', 'status', 'models', 'costs', 'doctor'],
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
    ['-n', '-L', '--last', '--max', '--max-results', '--top', '--head', '--tail', '--count'],
    lists,
    (value) => (/^\d+$/.test(value) ? ['--limit', value] : undefined),
  ),
  valued(['--filter', '--label', '--selector'], ['jobs'], (value) =>
    /^[^=!<>\s,]+=[^=,]+$/.test(value) && !/^(status|state|phase)=/.test(value)
      ? ['--tag', value]
      : undefined,
  ),
  valued(['--state', '--phase'], ['jobs'], (value) => {
    const status = statusMeant(value);
    return status === undefined ? undefined : ['--status', status];
  }),
  valued(['--search', '--query', '--contains', '--match'], ['jobs'], (value) => ['--grep', value]),
  valued(['--fields', '--cols'], ['jobs'], (value) => ['--columns', value]),
  valued(['--type', '--kind', '--medium'], ['models'], (value) => ['--media', value]),
  valued(['-o', '--output', '--format', '--out'], printingCommands, (form) =>
    form === 'json' ? ['--json'] : undefined,
  ),
  // A batch always waits.
  bare(['-w', '--wait'], ['batch']),
  bare(['-w', '-f', '--follow', '--live', '--stream', '--wait'], ['jobs'], '--watch'),
];
