import { join, resolve } from 'node:path';
import { UsageError } from '../errors/endings.ts';
import { lacksBytes } from '../files/whole-name.ts';

/** The places inside the home folder. Joining names touches nothing. */
export interface HomePlaces {
  /** Settings and profiles. */
  config: string;
  /** Intents and jobs. */
  ledger: string;
  cache: string;
  sandbox: string;
}

/**
 * The one folder that everything is kept in, absolute: `GENCTL_HOME`, or the place of the platform that conf would choose.
 * An empty variable is an unset one. The folder need not exist. Throws UsageError for one whose name is not UTF-8.
 */
export async function homeFolder(from: { genctlHome: string | undefined }): Promise<string> {
  if (from.genctlHome !== undefined && from.genctlHome !== '') return whole(resolve(from.genctlHome));
  const { default: envPaths } = await import('env-paths');
  return whole(envPaths('genctl', { suffix: '' }).config);
}

/** A ledger in another folder than was named would not be found by the next run that can name it. */
function whole(path: string): string {
  if (!lacksBytes(path)) return path;
  throw new UsageError({
    code: 'folder_not_utf8',
    message: `the home folder can't be ${path}`,
    why: 'A part of its name is not UTF-8, so that another folder would be made.',
    hint: 'set GENCTL_HOME to a folder whose name is UTF-8',
  });
}

/** Where things are in a home folder. */
export function homePlaces(home: string): HomePlaces {
  return {
    config: join(home, 'config.json'),
    ledger: join(home, 'ledger'),
    cache: join(home, 'cache'),
    sandbox: join(home, 'sandbox'),
  };
}
