import { UsageError } from '../errors/usage-error.ts';

/** A setting: what it may hold, what counts without it, and what it is for. */
export type Setting = {
  /** What counts where nobody sets it, in words; null: nothing. */
  builtIn: string | number | null;
  says: string;
} & (
  | { kind: 'text' }
  /** As it is typed on a command line, such as `90s`. */
  | { kind: 'duration' }
  | { kind: 'count'; least: number; most: number }
  | { kind: 'choice'; choices: readonly string[] }
);

/** Every setting. `config list` and its help are made from this table. */
export const settingTable = {
  model: { kind: 'text', builtIn: null, says: 'the model of a request that names none' },
  dir: { kind: 'text', builtIn: '.', says: 'the folder that downloads go to' },
  name: { kind: 'text', builtIn: '{id}-{n}.{ext}', says: 'the template for the names of downloaded files' },
  timeout: {
    kind: 'duration',
    builtIn: 'the deadline of the job plus 60s; 45m on v1',
    says: 'how long to wait for a job; 0 for ever',
  },
  interval: {
    kind: 'duration',
    builtIn: 'what the service asks',
    says: 'the least time between two looks at a job',
  },
  concurrency: { kind: 'count', builtIn: 8, least: 1, most: 64, says: 'how many downloads run at once' },
  idempotency_window: {
    kind: 'duration',
    builtIn: '24h',
    says: 'how long the service is trusted to know a key; older intents need --resend',
  },
  color: {
    kind: 'choice',
    builtIn: 'auto',
    choices: ['auto', 'always', 'never'],
    says: 'whether text is coloured',
  },
  bell: {
    kind: 'choice',
    builtIn: 'never',
    choices: ['never', 'long', 'always'],
    says: 'whether the terminal rings when a wait is over: long is half a minute and more',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settingTable;

type ValueOf<One extends Setting> = One extends { kind: 'count' }
  ? number
  : One extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string;

/** The settings that are set, checked. A duration is the text that was typed. */
export type SettingValues = { [Name in SettingName]?: ValueOf<(typeof settingTable)[Name]> };

/** What the rules of the floor above know, handed in. */
export interface SettingRules {
  /** Undefined where the text is no duration. Unit: ms. */
  parseDurationMs(text: string): number | undefined;
  nearestName(name: string, candidates: readonly string[]): string | undefined;
}

export const settingNames = Object.keys(settingTable) as SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name);
}

/**
 * The setting that a name means.
 *
 * @throws UsageError, with the name that was probably meant.
 */
export function settingNamed(name: string, rules: Pick<SettingRules, 'nearestName'>): SettingName {
  if (isSettingName(name)) return name;
  const nearest = rules.nearestName(name, settingNames);
  throw new UsageError({
    code: 'unknown_setting',
    message: `there is no setting ${JSON.stringify(name)}`,
    why: nearest === undefined ? `the settings are ${settingNames.join(', ')}` : `the nearest is ${nearest}`,
    hint: 'genctl config list',
  });
}

/**
 * The value of a setting from the text of a command line.
 *
 * @throws UsageError where the setting can't hold it.
 */
export function parseSetting(name: SettingName, text: string, rules: SettingRules): string | number {
  const setting: Setting = settingTable[name];
  const value = setting.kind === 'count' && /^\d{1,9}$/.test(text) ? Number(text) : text;
  const isDuration = setting.kind !== 'duration' || rules.parseDurationMs(text) !== undefined;
  if (isDuration && mayHold(setting, value)) return value;
  throw new UsageError({
    code: 'setting_invalid',
    message: `${name} can't be ${JSON.stringify(text.slice(0, 60))}`,
    why: `it takes ${describeKind(setting)}`,
    hint: `genctl config set ${name} VALUE`,
  });
}

/** Whether a stored value has the kind of its setting; a duration is only looked at as a text. */
export function mayHold(setting: Setting, value: unknown): value is string | number {
  switch (setting.kind) {
    case 'text':
    case 'duration':
      return typeof value === 'string' && value.trim() !== '';
    case 'count':
      return Number.isInteger(value) && Number(value) >= setting.least && Number(value) <= setting.most;
    case 'choice':
      return typeof value === 'string' && setting.choices.includes(value);
  }
}

/** What a setting takes, in words. */
export function describeKind(setting: Setting): string {
  switch (setting.kind) {
    case 'text':
      return 'a text that is not empty';
    case 'duration':
      return 'a duration such as 90s, 10m or 0';
    case 'count':
      return `a whole number from ${setting.least} to ${setting.most}`;
    case 'choice':
      return setting.choices.join(', ');
  }
}
