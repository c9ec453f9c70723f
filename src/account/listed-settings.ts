import { unlessCliError } from '../errors/cli-error.ts';
import { userFolder } from '../files/folder.ts';
import { namedByFlags } from './account.ts';
import type { AccountMeans } from './accounts.ts';
import { findProfile, isProfileField, type Profile } from './profiles.ts';
import { findProjectFile } from './settings/project-file.ts';
import { environmentSetting } from './settings/setting-environment.ts';
import {
  isCastSetting,
  type SettingName,
  type SettingValue,
  settingNames,
  settingOf,
} from './settings/setting-table.ts';
import { settingValues } from './settings/settings.ts';

export interface ListedSetting {
  name: SettingName;
  value: SettingValue | null;
  origin: string;
  says: string;
}

type ListMeans = Pick<AccountMeans, 'account' | 'around' | 'globals' | 'home' | 'settings'>;

/** The settings as they apply here, each with its origin. Throws UsageError. */
export async function listedSettings(context: ListMeans): Promise<ListedSetting[]> {
  const { around, home, settings } = context;
  const stored = settingValues(await settings());
  const profile = await profileInUse(context);
  const project = findProjectFile({
    workingFolder: around.workingFolder,
    userFolder: userFolder(around.environment.HOME),
  });
  const folder = await home();
  const given: Partial<Record<SettingName, SettingValue>> = { ...project?.defaults };
  const cast = new Set([...Object.keys(stored), ...Object.keys(given)].filter(isCastSetting));
  return [...settingNames, ...cast].map((name) => {
    const { builtIn, says } = settingOf(name);
    const ofProject = given[name];
    const ofEnvironment = environmentSetting(name, around.environment);
    if (ofEnvironment !== undefined) return { name, ...ofEnvironment, says };
    if (ofProject !== undefined) return { name, value: ofProject, origin: project?.path ?? '', says };
    const own = isProfileField(name) ? profile?.[name] : undefined;
    if (own !== undefined) return { name, value: own, origin: `the account ${profile?.name}`, says };
    if (stored[name] !== undefined)
      return { name, value: stored[name], origin: `${folder}/config.json`, says };
    return { name, value: builtIn, origin: 'built-in', says };
  });
}

/** The account that is named, else the one in use. A line that names none needs none. Throws UsageError for a name that is not stored. */
async function profileInUse(context: ListMeans): Promise<Profile | undefined> {
  const named = namedByFlags(context.globals);
  if (named !== undefined) return findProfile(await context.settings(), named);
  return (await unlessCliError(() => context.account()))?.stored;
}
