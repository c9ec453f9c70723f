import { basename, dirname, join } from 'node:path';
import { storeFailure } from '../../errors/system-trouble.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { withLock } from '../../files/lock.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { homePlaces } from '../home.ts';
import { readSettings, type StoredSettings } from './settings.ts';

export interface SettingsPlace {
  home: string;
  /** Milliseconds since 1970, for the lock. */
  nowMs: () => number;
}

const patience = { timeoutMs: 20_000, staleMs: 30_000 };

/**
 * Changes `config.json`; no other process can change it between the reading and the writing. conf writes the whole file,
 * readable only by its owner. Fields that this version of genctl does not know are kept.
 *
 * @param change gets the current contents, and may throw to write nothing.
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
      // Our own reader goes first, because it explains a corrupt file; conf throws a bare SyntaxError.
      const { settings, profiles, default_profile } = change(readSettings(home));
      const conf = new Conf({
        cwd: dirname(path),
        configName: basename(path, '.json'),
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        // The text is read by the same rules as above: JSON that is nested too deep could not be written again, and a byte
        // order mark is not JSON.
        deserialize: (text) => readJson(text.replace(/^\uFEFF/, '')) as Record<string, unknown>,
      });
      conf.set({ settings, profiles, default_profile });
      return { settings, profiles, default_profile };
    });
  } catch (error) {
    throw storeFailure("the settings can't be written", path, error);
  }
}
