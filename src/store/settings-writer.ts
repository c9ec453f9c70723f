import { basename, dirname, join } from 'node:path';
import { ensurePrivateFolder } from '../files/folder.ts';
import { withLock } from '../files/lock.ts';
import { readJson } from '../rules/json/read-json.ts';
import { homePlaces } from './home.ts';
import { readSettings, type StoredSettings } from './settings.ts';
import { storeFailure } from './store-failure.ts';

export interface SettingsPlace {
  home: string;
  /** Milliseconds since 1970, for the lock. */
  nowMs: () => number;
}

const patience = { timeoutMs: 20_000, staleMs: 30_000 };

/**
 * Changes `config.json` with no other process between the reading and the writing. It is written whole, by conf, readable by
 * its owner only; what this genctl does not know in it stays.
 *
 * @param change gets what stands there now, and may throw to write nothing.
 * @throws MachineError where the disk fails or the file is no JSON; whatever `change` throws.
 */
export async function changeSettings(
  { home, nowMs }: SettingsPlace,
  change: (stored: StoredSettings) => StoredSettings,
): Promise<StoredSettings> {
  const path = homePlaces(home).config;
  const lock = join(home, '.config.lock');
  try {
    ensurePrivateFolder(home);
    const { default: Conf } = await import('conf');
    return await withLock(lock, { ...patience, now: nowMs }, () => {
      // Read first with our own words for a corrupt file; conf has only a bare SyntaxError.
      const { settings, profiles, default_profile } = change(readSettings(home));
      const conf = new Conf({
        cwd: dirname(path),
        configName: basename(path, '.json'),
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        // As it was read above: what nests without an end could not be written out again, and a byte order mark is no JSON.
        deserialize: (text) => readJson(text.replace(/^\uFEFF/, '')) as Record<string, unknown>,
      });
      conf.set({ settings, profiles, default_profile });
      return { settings, profiles, default_profile };
    });
  } catch (error) {
    throw storeFailure("the settings can't be written", path, error);
  }
}
