import { isAbsolute, join, resolve } from 'node:path';
import { UsageError } from '../errors/endings.ts';
import { lacksBytes } from '../files/real-place.ts';

/** The paths inside the home folder. Nothing is read or created for them. */
export interface HomePlaces {
  /** Settings and profiles. */
  config: string;
  /** The user's price list: the price of a job before one was charged here. */
  prices: string;
  /** Intents and jobs. */
  ledger: string;
  cache: string;
  /** Compiled code of the program itself. */
  code: string;
  /** Links that uploads gave. */
  uploads: string;
  /** Facts of object stores, and the uploads that are under way there. */
  stores: string;
  sandbox: string;
  /** Files of this moment: what can't be kept in memory or read where it is. */
  spool: string;
}

/**
 * The absolute path of the folder that holds everything: `GENCTL_HOME`, or the platform's place that conf would choose. An
 * empty variable counts as unset. The folder need not exist. Throws UsageError for a path that is not UTF-8, and where there is none.
 */
export async function homeFolder({ genctlHome }: { genctlHome: string | undefined }): Promise<string> {
  if (genctlHome !== undefined && genctlHome !== '') return namedHome(genctlHome);
  const home = usualHome(await loadPlatformPlaces());
  // In each folder another ledger would be made, and one that came with a cloned project would be taken for the user's own.
  if (!isAbsolute(home))
    throw noHome(`HOME, or XDG_CONFIG_HOME, is empty or not an absolute path: it would be ${home}.`);
  return home;
}

async function loadPlatformPlaces(): Promise<PlatformPlaces> {
  try {
    // It asks for the user's folder as it is loaded.
    return (await import('env-paths')).default;
  } catch (error) {
    const isOfUser = error instanceof Error && 'syscall' in error && error.syscall === 'uv_os_homedir';
    throw isOfUser ? noHome('HOME is not set, and the system has no entry of this user.') : error;
  }
}

type PlatformPlaces = (name: string, options: { suffix: string }) => { config: string };

/** The home that `GENCTL_HOME` names. Throws UsageError. */
export function namedHome(genctlHome: string): string {
  return whole(resolve(genctlHome));
}

/** The home where none is named, by the table of the platforms' places; it may be no whole path. Throws UsageError. */
export function usualHome(platformPlaces: PlatformPlaces): string {
  return whole(platformPlaces('genctl', { suffix: '' }).config);
}

function noHome(why: string): UsageError {
  return new UsageError({
    code: 'no_home',
    message: 'there is no folder to keep jobs in',
    why,
    hint: 'set GENCTL_HOME to a folder of yours, as an absolute path',
  });
}

/**
 * Refuses a path that is not UTF-8: the ledger would go to another folder than was named, and a later run that can name the
 * right one would not find it.
 */
function whole(path: string): string {
  if (!lacksBytes(path)) return path;
  throw new UsageError({
    code: 'folder_not_utf8',
    message: `the home folder can't be ${path}`,
    why: 'A part of its name is not UTF-8, so that another folder would be made.',
    hint: 'set GENCTL_HOME to a folder whose name is UTF-8',
  });
}

/** The paths inside a home folder. */
export function homePlaces(home: string): HomePlaces {
  return {
    config: join(home, 'config.json'),
    prices: join(home, 'prices.csv'),
    ledger: join(home, 'ledger'),
    cache: join(home, 'cache'),
    code: join(home, 'cache', 'code'),
    uploads: join(home, 'cache', 'uploads'),
    stores: join(home, 'stores'),
    sandbox: join(home, 'sandbox'),
    spool: join(home, 'spool'),
  };
}
