import { printingCommands } from './list-flag-synonyms.ts';

/** A flag of other programs that nothing here stands for. */
export interface AbsentFlag {
  names: readonly string[];
  /** The commands on which it would be typed. */
  on: readonly string[];
  /** Whether a value follows it. */
  takes: boolean;
  why: string;
  /** What there is instead, as a command or in words; the help of the command unless given. */
  hint?: string;
}

const absentFlags: readonly AbsentFlag[] = [
  {
    names: ['--sort', '--sort-by', '--order', '--order-by'],
    on: ['jobs'],
    takes: true,
    why: 'Jobs are listed newest first, and in no other order; the document of --json can be sorted.',
  },
  {
    names: ['--reverse', '-r'],
    on: ['jobs'],
    takes: false,
    why: 'Jobs are listed newest first, and in no other order; the document of --json can be sorted.',
  },
  {
    names: ['--columns', '--fields'],
    on: ['costs'],
    takes: true,
    why: 'Sums have columns of their own; those of a list of jobs can be chosen.',
    hint: 'genctl jobs --columns id,model,cost',
  },
  {
    names: ['-a', '--all'],
    on: ['jobs'],
    takes: false,
    why: 'Jobs of all accounts are listed, the newest first, as many as --limit says.',
  },
  {
    names: ['-a', '--all'],
    on: ['finalize'],
    takes: false,
    why: 'Each final is paid for, so the drafts are named, or ticked in a list.',
  },
  {
    names: ['-a', '--all'],
    on: ['download'],
    takes: false,
    why: 'It takes jobs that are named; what is not here of all of them is brought home by sync.',
    hint: 'genctl sync',
  },
  {
    names: ['--port', '--host', '--serve', '--listen'],
    on: ['gallery'],
    takes: true,
    why: 'The page is a file that needs no server.',
  },
  {
    names: ['--jq'],
    on: printingCommands,
    takes: true,
    why: 'The document of --json has every field, and jq reads it from a pipe.',
  },
  {
    names: ['-o', '--output', '--format', '--out'],
    on: printingCommands,
    takes: true,
    why: 'What is printed is for a person, or ids alone with --quiet, or one document with --json.',
  },
];

/** What is told of a flag that nothing here stands for; undefined where nothing is known of it. */
export function absentFlag(name: string, command: string): AbsentFlag | undefined {
  return absentFlags.find(({ names, on }) => names.includes(name) && on.includes(command));
}
