import { dirname } from 'node:path';
import type { Profile } from '../account/profiles.ts';
import { findProjectFile } from '../account/settings/project-file.ts';
import { environmentModel, environmentUploadCommand } from '../account/settings/setting-environment.ts';
import {
  type Cast,
  castOf,
  durationMs,
  type SettingValues,
  settingTable,
} from '../account/settings/setting-table.ts';
import { type StoredSettings, settingValues } from '../account/settings/settings.ts';
import type { Surroundings } from '../cli/surroundings.ts';
import { userFolder } from '../files/folder.ts';
import type { Budgets } from '../ledger/rules/budgets.ts';
import { optionNames } from '../service/options.ts';
import { microUsdOf } from '../text/money.ts';
import type { UsualValues } from './rules/usual-values.ts';

/** The origin of the model of a request that names no model. A path is absolute. */
export type ModelOrigin =
  | { from: 'environment' | 'settings' }
  | { from: 'project'; path: string }
  | { from: 'profile'; name: string };

/** The values that requests and journeys have where the command line gives none. */
export interface Defaults extends UsualValues {
  /** The origin of `model`. */
  modelOrigin: ModelOrigin | undefined;
  dir: string;
  /**
   * The words of a project file about the places of files. The file may have come with a cloned repository, so the files that it
   * places must stay below its folder.
   */
  project: { folder: string; givesDir: boolean; givesName: boolean } | undefined;
  /** The template of a file's name. */
  name: string;
  /** How long to wait for a job; 0: without end. Unit: ms. */
  timeoutMs: number | undefined;
  /** Unit: ms. */
  intervalMs: number | undefined;
  concurrency: number;
  /** When the terminal rings at the end of a wait. */
  bell: 'never' | 'long' | 'always';
  /** How long the service is trusted to know a key. Unit: ms. */
  idempotencyWindowMs: number;
  /** The amounts that the account may spend. */
  budgets: Budgets;
  /** The names for references: those of the project file, and the others of the settings. */
  cast: Cast;
  /** Program and arguments; takes a path, prints an https URL. */
  uploadCommand: readonly string[] | undefined;
}

/** Environment, project file, profile, settings, in that order. Throws UsageError for a value that can't be used. */
export function readDefaults(
  around: Pick<Surroundings, 'environment' | 'workingFolder'>,
  stored: StoredSettings,
  profile: Omit<Profile, 'base_url'> | undefined,
): Defaults {
  const { environment, workingFolder } = around;
  const found = findProjectFile({ workingFolder, userFolder: userFolder(environment.HOME) });
  const project = found?.defaults ?? {};
  const settings = settingValues(stored);
  const models: readonly [string | undefined, ModelOrigin][] = [
    [environmentModel(environment), { from: 'environment' }],
    [project.model, { from: 'project', path: found?.path ?? '' }],
    [profile?.model, { from: 'profile', name: profile?.name ?? '' }],
    [settings.model, { from: 'settings' }],
  ];
  const [model, modelOrigin] = models.find(([id]) => id !== undefined) ?? [];
  return {
    model,
    modelOrigin,
    options: Object.fromEntries(optionNames.map((option) => [option, project[option]])),
    count: project.count,
    promptEnhance: project.prompt_enhance,
    project: found && {
      folder: dirname(found.path),
      givesDir: project.dir !== undefined,
      givesName: project.name !== undefined,
    },
    dir: project.dir ?? settings.dir ?? settingTable.dir.builtIn,
    name: project.name ?? settings.name ?? settingTable.name.builtIn,
    timeoutMs: optionalMs(project.timeout ?? settings.timeout),
    intervalMs: optionalMs(project.interval ?? settings.interval),
    concurrency: project.concurrency ?? settings.concurrency ?? settingTable.concurrency.builtIn,
    bell: settings.bell ?? settingTable.bell.builtIn,
    idempotencyWindowMs: durationMs(settings.idempotency_window ?? settingTable.idempotency_window.builtIn),
    budgets: budgetsOf(settings, profile),
    cast: castOf({ ...settings, ...project }),
    uploadCommand:
      environmentUploadCommand(environment) ?? profile?.upload_command ?? settings.upload_command,
  };
}

/** The budgets of an account: its own, else those that hold for each. */
export function budgetsOf(
  settings: SettingValues,
  profile: Pick<Profile, BudgetSetting> | undefined,
): Budgets {
  const amountOf = (name: BudgetSetting): number | undefined => {
    const usd = profile?.[name] ?? settings[name];
    return usd === undefined ? undefined : microUsdOf(usd);
  };
  return { day: amountOf('budget.day'), month: amountOf('budget.month') };
}

type BudgetSetting = 'budget.day' | 'budget.month';

/** A duration; undefined where no text is given. Unit: ms. */
function optionalMs(text: string | undefined): number | undefined {
  return text === undefined ? undefined : durationMs(text);
}
