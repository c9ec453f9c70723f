import { printingCommands } from './list-flag-synonyms.ts';

/** A flag of other programs that nothing here stands for. */
interface AbsentFlag {
  names: readonly string[];
  /** The commands on which it would be typed. */
  on: readonly string[];
  /** Whether a value follows it. */
  takes: boolean;
  why: string;
  hint: string;
}

const absentFlags: readonly AbsentFlag[] = [
  {
    names: ['--sort', '--sort-by', '--order', '--order-by'],
    on: ['jobs'],
    takes: true,
    why: 'Jobs are listed newest first, and in no other order; the document can be sorted.',
    hint: 'genctl jobs --json',
  },
  {
    names: ['--reverse', '-r'],
    on: ['jobs'],
    takes: false,
    why: 'Jobs are listed newest first, and in no other order; the document can be sorted.',
    hint: 'genctl jobs --json',
  },
  {
    names: ['--columns', '--fields'],
    on: ['costs'],
    takes: true,
    why: 'Sums have columns of their own; those of a list of jobs can be chosen.',
    hint: 'genctl jobs --columns id,model,cost',
  },
  {
    names: ['--jq'],
    on: printingCommands,
    takes: true,
    why: 'The document has every field, and jq reads it from a pipe.',
    hint: 'genctl jobs --json | jq .',
  },
  {
    names: ['-o', '--output', '--format', '--out'],
    on: printingCommands,
    takes: true,
    why: 'A list is a table, or ids alone with --quiet, or one document with --json.',
    hint: 'genctl jobs --json',
  },
];

/** What is told of a flag that nothing here stands for; undefined where nothing is known of it. */
export function absentFlag(name: string, command: string): AbsentFlag | undefined {
  return absentFlags.find(({ names, on }) => names.includes(name) && on.includes(command));
}
