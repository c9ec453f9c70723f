import { UsageError } from '../../errors/endings.ts';
import { fileFlags, type JourneyFlags, waitFlags } from '../journey/journey-flags.ts';
import { type AnyFlag, type FlagTable, longName } from './flag.ts';

/** How far a line goes: without a wait or a download the flags of one would be read and do nothing. */
interface Reach {
  waits: boolean;
  downloads: boolean;
}

/** How far a submitted job is followed, as the flags say. Later attempts are made once it is known how one ended. */
export function reachOf(flags: JourneyFlags, attempts: number | undefined): Reach {
  const downloads = flags.download || flags.dir !== undefined;
  return { downloads, waits: flags.wait || downloads || (attempts ?? 1) > 1 };
}

/** Throws UsageError for flags of a wait, or of files, where there is neither. */
export function assertNoneIdle(command: string, flags: Partial<JourneyFlags>, reach: Reach): void {
  const ofWait = reach.waits ? [] : givenNames(waitFlags, flags);
  const ofFiles = reach.downloads ? [] : givenNames(fileFlags, flags);
  const idle = [...ofWait, ...ofFiles];
  if (idle.length === 0) return;
  const isOfFiles = ofFiles.length > 0;
  throw new UsageError({
    code: 'flag_idle',
    message: `${idle.join(', ')} would do nothing`,
    why: isOfFiles
      ? 'It is about the files, and nothing says that they are to be fetched.'
      : 'It is about the wait, and nothing says that the job is to be waited for.',
    hint: `genctl ${command} … ${isOfFiles ? '--download' : '--wait'} ${idle.join(' … ')} …`,
  });
}

/** The flags of a table that a line has, as they are typed. */
function givenNames(table: FlagTable, values: Record<string, unknown>): string[] {
  return Object.entries(table).flatMap(([name, flag]) =>
    isGiven(flag, values[name]) ? [longName(flag.syntax)] : [],
  );
}

function isGiven({ kind }: AnyFlag, value: unknown): boolean {
  if (kind === 'off') return value === false;
  return value !== undefined && value !== false;
}
