import { type AnyFlag, type FlagTable, longName } from '../../cli/flag.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl, type Hint } from '../../errors/hint.ts';
import { fileFlags, type JourneyFlags, waitFlags } from '../../outputs/journey-flags.ts';

/** How far a command line goes. Without a wait, the flags of a wait have no effect, and likewise those of a download. */
interface Reach {
  waits: boolean;
  downloads: boolean;
}

/**
 * How far the flags ask to follow a submitted job. More than one attempt means a wait, because a later attempt depends on how
 * the earlier one ended.
 */
export function reachOf(flags: JourneyFlags, attempts: number | undefined): Reach {
  const downloads = flags.download || flags.dir !== undefined;
  return { downloads, waits: flags.wait || downloads || (attempts ?? 1) > 1 };
}

/** Throws UsageError for flags of a wait or a download where the line asks for neither. */
export function assertNoneIdle(command: string, flags: Partial<JourneyFlags>, reach: Reach): void {
  const ofWait = reach.waits ? [] : givenNames(waitFlags, flags);
  const ofFiles = reach.downloads ? [] : givenNames(fileFlags, flags);
  const idle = [...ofWait, ...ofFiles];
  if (idle.length === 0) return;
  const isOfFiles = ofFiles.length > 0;
  const why = isOfFiles
    ? 'It is for downloads, and this command line downloads nothing.'
    : 'It is for waiting, and this command line does not wait.';
  const wanted = isOfFiles ? '--download' : '--wait';
  const hint = genctl`${command} … ${wanted} ${idle.flatMap((flag) => [flag, '…'])}`;
  throw idleFlag(idle.join(', '), why, hint);
}

/** Throws UsageError for `--strict` where the line checks neither a request nor files. */
export function assertStrictVerifies({ strict, verify }: { strict: boolean; verify: boolean }): void {
  if (!strict || verify) return;
  throw idleFlag('--strict', 'It needs --verify.', { change: [{ set: '--verify' }, { set: '--strict' }] });
}

/** The error for flags that would do nothing on their line. */
export function idleFlag(what: string, why: string, hint: Hint): UsageError {
  return new UsageError({ code: 'flag_idle', message: `${what} has no effect`, why, hint });
}

/** The flags of a table that were given, by their long names. */
function givenNames(table: FlagTable, values: Record<string, unknown>): string[] {
  return Object.entries(table).flatMap(([name, flag]) =>
    isGiven(flag, values[name]) ? [longName(flag.syntax)] : [],
  );
}

/** Tells whether a flag was given, by the value that it has. */
export function isGiven({ kind }: AnyFlag, value: unknown): boolean {
  if (kind === 'off') return value === false;
  if (kind === 'list') return Array.isArray(value) && value.length > 0;
  return value !== undefined && value !== false;
}
