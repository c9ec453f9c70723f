import { join, resolve } from 'node:path';

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
 * An empty variable is an unset one. The folder need not exist.
 */
export async function homeFolder(from: { genctlHome: string | undefined }): Promise<string> {
  if (from.genctlHome !== undefined && from.genctlHome !== '') return resolve(from.genctlHome);
  const { default: envPaths } = await import('env-paths');
  return envPaths('genctl', { suffix: '' }).config;
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
