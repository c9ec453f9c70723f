import { genctl, type Hint } from '../../errors/hint.ts';
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
  hint?: Hint;
}

const sending = ['submit', 'draft', 'refs', 'finalize', 'rerun', 'compose', 'batch'];

const absentFlags: readonly AbsentFlag[] = [
  {
    names: ['--fail-fast'],
    on: ['batch'],
    takes: false,
    why: 'A failed shot does not stop the others.',
    hint: genctl`help batch`,
  },
  {
    names: ['--cancel-on-timeout'],
    on: [...sending, 'wait'],
    takes: false,
    why: 'A job keeps running after the waiting time, until you cancel it.',
    hint: genctl`cancel ID`,
  },
  {
    names: ['--id-hash'],
    on: ['batch'],
    takes: false,
    why: 'Each line has an id, by which a later run finds it; --id names its column.',
  },
  {
    names: ['--finals'],
    on: ['batch'],
    takes: true,
    why: 'The manifest of the finals is NAME.finals.jsonl, beside FILE.',
  },
  {
    names: ['--window'],
    on: ['batch'],
    takes: true,
    why: '2,000 lines of a batch may be in the queue at once.',
  },
  {
    names: ['--sort', '--sort-by', '--order', '--order-by'],
    on: ['jobs'],
    takes: true,
    why: 'Jobs come newest first; to sort them, use --json.',
  },
  {
    names: ['--reverse', '-r'],
    on: ['jobs'],
    takes: false,
    why: 'Jobs come newest first; to sort them, use --json.',
  },
  {
    names: ['--columns', '--fields'],
    on: ['costs'],
    takes: true,
    why: 'Sums have fixed columns; you can choose those of genctl jobs.',
    hint: genctl`jobs --columns id,model,cost`,
  },
  {
    names: ['-a', '--all'],
    on: ['jobs'],
    takes: false,
    why: 'The list has the newest jobs of all accounts, as many as --limit says.',
  },
  {
    names: ['-a', '--all'],
    on: ['finalize'],
    takes: false,
    why: 'Each final is charged, so name the drafts, or pick them in a list.',
  },
  {
    names: ['-a', '--all'],
    on: ['download'],
    takes: false,
    why: 'It takes jobs; sync downloads everything that is not here.',
    hint: genctl`sync`,
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
    why: '--json prints every field, for jq to read.',
  },
  {
    names: ['-o', '--output', '--format', '--out'],
    on: printingCommands,
    takes: true,
    why: '--quiet prints ids alone, --json one document.',
  },
];

/** What is told of a flag that nothing here stands for; undefined where nothing is known of it. */
export function absentFlag(name: string, command: string): AbsentFlag | undefined {
  return absentFlags.find(({ names, on }) => names.includes(name) && on.includes(command));
}
