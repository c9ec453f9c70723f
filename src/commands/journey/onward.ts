import { shellLine } from '../../ui/render/shell-quote.ts';
import type { FlagTable } from '../line/flag.ts';
import { flagWords } from '../line/flag-words.ts';
import { type GlobalFlags, globalFlags } from '../line/global-flags.ts';
import { type LookupFlags, lookupFlags } from '../request/route-flags.ts';

/** The commands that go on with a job, and the flags that each has for how jobs are followed. */
type OnwardTables = Readonly<Record<'wait' | 'download' | 'finalize', FlagTable>>;

export type OnwardCommand = keyof OnwardTables | 'status' | 'show' | 'cancel';

/** How a line follows its jobs: its flags by name, as they were typed. */
type TypedJourney = Readonly<Record<string, unknown>>;

interface LineOptions {
  /** Words of flags that the line has besides. */
  more?: readonly string[] | undefined;
  /** None of them is over, as far as is known. */
  unfinished?: boolean;
  /** It follows no job as this run does. */
  plain?: boolean;
}

/** More ids than this are named by `--all`, where `--all` is what was typed. */
const idsMost = 5;

/** Words the lines that go on where a run was ended: each does for its jobs what the line that was typed would have done. */
export interface Onward {
  /** How this run follows its jobs; to be told before the first of them exists. */
  typed(journey: TypedJourney, tables: OnwardTables): void;
  /** A job of this run is not in the ledger: a line has to say whose it is, and by which route it is looked at. */
  elsewhere(lookup: LookupFlags | undefined): void;
  /** The line for these jobs. */
  line(jobIds: readonly string[], command?: OnwardCommand, options?: LineOptions): string;
  /** The line for the job of a submit that was left before its answer came; undefined where nothing is to follow it. */
  lineOnceKnown(): string | undefined;
}

export function createOnward(globals: Pick<GlobalFlags, 'baseUrl' | 'profile' | 'sandbox'>): Onward {
  const { baseUrl, profile, sandbox } = globalFlags;
  let journey: TypedJourney = {};
  let tables: Partial<Record<OnwardCommand, FlagTable>> = {};
  let lookup: LookupFlags | undefined;
  let isElsewhere = false;

  const isAccountNeeded = (): boolean => isElsewhere || globals.baseUrl !== undefined;
  /** The ledger knows whose a job is, but for a base URL that no account has. */
  function accountWords(): string[] {
    return isAccountNeeded() ? flagWords({ profile, sandbox, baseUrl }, { ...globals }) : [];
  }
  /** Of which account all are meant. */
  function accountWordsOfAll(): string[] {
    return isAccountNeeded() ? [] : flagWords({ profile, sandbox }, { ...globals });
  }
  function wordsFor(command: OnwardCommand, plain = false): string[] {
    // A folder implies the download.
    const { dir, download } = journey;
    const typed = { ...journey, download: download === true && dir === undefined };
    const ofLookup = isElsewhere ? flagWords(lookupFlags, { ...lookup }) : [];
    const ofJourney = plain ? [] : flagWords(tables[command] ?? {}, typed);
    return [...ofJourney, ...ofLookup, ...accountWords()];
  }
  return {
    typed(given, ofCommands) {
      journey = given;
      tables = ofCommands;
    },
    elsewhere(given) {
      isElsewhere = true;
      lookup = given ?? lookup;
    },
    line(jobIds, command = 'wait', { more = [], plain = false, unfinished = false } = {}) {
      const words = [...wordsFor(command, plain), ...more];
      if (command === 'wait' && unfinished && journey.all === true && jobIds.length > idsMost)
        return shellLine(['genctl', 'wait', '--all', ...words, ...accountWordsOfAll()]);
      const start = ['genctl', command];
      // An id that begins with a dash would be read as a flag.
      return jobIds.some((id) => id.startsWith('-'))
        ? shellLine([...start, ...words, '--', ...jobIds])
        : shellLine([...start, ...jobIds, ...words]);
    },
    lineOnceKnown() {
      const { attempts, dir, download, wait } = journey;
      const isFollowed = wait === true || download === true || dir !== undefined;
      if (!isFollowed && (attempts === undefined || attempts === 1)) return undefined;
      return `genctl recover --quiet | ${shellLine(['genctl', 'wait', '-', ...wordsFor('wait')])}`;
    },
  };
}
