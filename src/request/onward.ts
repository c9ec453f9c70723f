import type { FlagTable } from '../cli/flag.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { type GlobalFlags, globalFlags } from '../cli/global-flags.ts';
import { hintText, type Line } from '../errors/hint.ts';
import { shellLine } from '../text/shell-quote.ts';
import { type LookupFlags, lookupFlags } from './route-flags.ts';

/** The commands that continue with a job, and the flags by which each follows jobs. */
type OnwardTables = Readonly<Record<'wait' | 'download' | 'finalize' | 'rerun', FlagTable>>;

export type OnwardCommand = keyof OnwardTables | 'status' | 'show' | 'cancel';

/** The flags of a command line by their names, with the values that were typed. */
type TypedJourney = Readonly<Record<string, unknown>>;

interface LineOptions {
  /** Words to add to the command. */
  more?: readonly string[] | undefined;
  /** As far as is known, none of the jobs is over. */
  unfinished?: boolean;
  /** Leaves out the flags by which this run follows its jobs. */
  plain?: boolean;
}

/** With more ids than this, a command has `--all` in their place, where `--all` was typed. */
const idsMost = 5;

/** Builds the command lines that continue where this run ended. Each follows its jobs as the typed line would have done. */
export interface Onward {
  /** Takes the flags by which this run follows its jobs. It is called before the first of the jobs exists. */
  typed(journey: TypedJourney, tables: OnwardTables): void;
  /**
   * Says that a job of this run is not in the ledger: the commands name its account and its route as they were typed. `word` names the job there: its id, or the path of a file whose sidecar leads to its account and its route.
   */
  elsewhere(jobId: string, word: string, lookup: LookupFlags | undefined): void;
  /** The line that continues with these jobs. */
  step(jobIds: readonly string[], command?: OnwardCommand, options?: LineOptions): Line;
  /** As `step`, but as it is typed. */
  line(jobIds: readonly string[], command?: OnwardCommand, options?: LineOptions): string;
  /**
   * The command line that finds and follows the job of a submit whose answer was not waited for; undefined where its job was
   * not to be followed.
   */
  lineOnceKnown(): string | undefined;
}

export function createOnward(globals: Pick<GlobalFlags, 'baseUrl' | 'profile' | 'sandbox'>): Onward {
  const { baseUrl, profile, sandbox } = globalFlags;
  let journey: TypedJourney = {};
  let tables: Partial<Record<OnwardCommand, FlagTable>> = {};
  let lookup: LookupFlags | undefined;
  const wordsElsewhere = new Map<string, string>();

  const isAccountNeeded = (): boolean => wordsElsewhere.size > 0 || globals.baseUrl !== undefined;
  /**
   * The words that name the account. The ledger knows the account of its jobs, so they are only needed for other jobs and for a
   * base URL that no account has.
   */
  function accountWords(): string[] {
    return isAccountNeeded() ? flagWords({ profile, sandbox, baseUrl }, { ...globals }) : [];
  }
  /** The words that name the account whose jobs `--all` means. */
  function accountWordsOfAll(): string[] {
    return isAccountNeeded() ? [] : flagWords({ profile, sandbox }, { ...globals });
  }
  function wordsFor(command: OnwardCommand, plain = false): string[] {
    // A folder implies the download.
    const { dir, download } = journey;
    const typed = { ...journey, download: download === true && dir === undefined };
    const ofLookup = wordsElsewhere.size > 0 ? flagWords(lookupFlags, { ...lookup }) : [];
    // A person who saw this job to its end wants to see the next one, too.
    const waits = command === 'rerun' && dir === undefined && download !== true;
    const followed = waits ? { ...typed, wait: true } : typed;
    const ofJourney = plain ? [] : flagWords(tables[command] ?? {}, followed);
    return [...ofJourney, ...ofLookup, ...accountWords()];
  }
  function step(
    jobIds: readonly string[],
    asked: OnwardCommand = 'wait',
    { more = [], plain = false, unfinished = false }: LineOptions = {},
  ): Line {
    // Only a wait has the command of --exec, and it fetches files as well.
    const command = asked === 'download' && journey.exec !== undefined ? 'wait' : asked;
    const words = [...wordsFor(command, plain), ...more];
    if (command === 'wait' && unfinished && journey.all === true && jobIds.length > idsMost)
      return { run: ['wait', '--all', ...words, ...accountWordsOfAll()] };
    const named = jobIds.map((id) => wordsElsewhere.get(id) ?? id);
    // A word that begins with a dash would be read as a flag.
    return named.some((word) => word.startsWith('-'))
      ? { run: [command, ...words, '--', ...named] }
      : { run: [command, ...named, ...words] };
  }
  return {
    step,
    line: (...asked) => hintText(step(...asked)),
    typed(given, ofCommands) {
      journey = given;
      tables = ofCommands;
    },
    elsewhere(jobId, word, given) {
      wordsElsewhere.set(jobId, word);
      lookup = given ?? lookup;
    },
    lineOnceKnown() {
      const { attempts, dir, download, wait } = journey;
      const isFollowed = wait === true || download === true || dir !== undefined;
      if (!isFollowed && (attempts === undefined || attempts === 1)) return undefined;
      return `genctl recover --quiet | ${shellLine(['genctl', 'wait', '-', ...wordsFor('wait')])}`;
    },
  };
}
