import { gapLeft, UsageError } from '../../errors/endings.ts';
import { genctl, type Hint, orElse } from '../../errors/hint.ts';
import { defaultNameTemplate } from '../../files/name-template.ts';
import { deadlineGraceMs, unknownDeadlineMs } from '../../service/limits.ts';
import { colorChoice } from '../../terminal/color-choice.ts';
import { parseDurationMs } from '../../text/duration.ts';
import { gaps, hasGap } from '../../text/gaps.ts';
import { formatMoney, keptAmountOf, shellNote, typedAmountOf } from '../../text/money.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { likelyValue, readCommand, type SettingKind, settingFault } from './setting-kind.ts';

/** A setting: its kind, its default, and what it is for. */
export type Setting = SettingKind & {
  /** The default; null for none. It is a value of the setting's kind, unless `inWords` is set. */
  builtIn: string | number | null;
  /** True where the default depends on the job, so that `builtIn` only describes it in words. */
  inWords?: true;
  says: string;
};

/**
 * Every setting with its default. `config list`, the help texts and the program itself all read this table, so no default is
 * written down a second time.
 */
export const settingTable = {
  model: { kind: 'text', builtIn: null, says: 'the default model' },
  dir: { kind: 'text', builtIn: '.', says: 'the default folder for downloads' },
  name: {
    kind: 'template',
    builtIn: defaultNameTemplate,
    says: 'the names of downloaded files',
  },
  timeout: {
    kind: 'duration',
    builtIn: `the deadline of the job plus ${deadlineGraceMs / 1_000}s; ${unknownDeadlineMs / 60_000}m on v1`,
    inWords: true,
    says: 'how long to wait for a job; 0: without limit',
  },
  interval: {
    kind: 'duration',
    builtIn: 'what the service asks',
    inWords: true,
    says: 'the least time between status checks of a job',
  },
  concurrency: { kind: 'count', builtIn: 8, least: 1, most: 64, says: 'downloads at once' },
  idempotency_window: {
    kind: 'duration',
    // The service document does not say how long the service remembers a key. Services of its kind promise a day.
    builtIn: '24h',
    says: 'how long the service remembers a key; older submits need --resend',
  },
  color: {
    kind: 'choice',
    builtIn: 'auto',
    ...colorChoice,
  },
  bell: {
    kind: 'choice',
    builtIn: 'never',
    choices: ['never', 'long', 'always'],
    says: 'when the terminal rings at the end of a wait; long: after half a minute or more',
  },
  'budget.day': {
    kind: 'money',
    builtIn: null,
    says: 'daily budget (UTC) of each account, in USD; for one account: genctl auth set',
  },
  'budget.month': { kind: 'money', builtIn: null, says: 'monthly budget (UTC) of each account, in USD' },
  upload_command: {
    kind: 'command',
    builtIn: null,
    says: 'the program that uploads local files and prints their links; an account can have its own',
  },
} as const satisfies Record<string, Setting>;

type TableName = keyof typeof settingTable;

/** Each name of the cast is a setting of its own. */
export type SettingName = TableName | CastSetting;

type ValueOf<One extends Setting> = One extends { kind: 'count' | 'money' }
  ? number
  : One extends { kind: 'command' }
    ? string[]
    : One extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string;

/** A value that a setting may hold. */
export type SettingValue = string | number | string[];

/** The values of the settings that are set, checked. A duration is the text that was typed. */
export type SettingValues = { [Name in TableName]?: ValueOf<(typeof settingTable)[Name]> } & {
  [Name in CastSetting]?: string[];
};

export const settingNames = Object.keys(settingTable) as TableName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name) || isCastSetting(name);
}

export function settingOf(name: SettingName): Setting {
  return isCastSetting(name)
    ? { kind: 'files', builtIn: null, says: `the files of --ref-image @${name.slice('cast.'.length)}` }
    : settingTable[name];
}

/**
 * Finds a setting by its name.
 *
 * @throws UsageError, with the name that was probably meant.
 */
export function settingNamed(name: string): SettingName {
  if (isSettingName(name)) return name;
  const nearest = nearestName(name, settingNames);
  throw new UsageError({
    code: 'unknown_setting',
    message: `there is no setting ${JSON.stringify(name)}`,
    why: name.startsWith('cast.')
      ? castNameWords
      : nearest === undefined
        ? `the settings are ${settingNames.join(', ')} and cast.NAME`
        : `the nearest is ${nearest}`,
    hint: orElse(
      nearest === undefined ? undefined : { change: [{ word: name, to: nearest }] },
      genctl`config list`,
    ),
  });
}

/**
 * Reads the value of a setting from the text of a command line.
 *
 * @throws UsageError where the setting can't hold it, or where a suggested line was not filled in.
 */
export function parseSetting(name: SettingName, text: string): SettingValue {
  const setting = settingOf(name);
  const value = typedValue(setting, text);
  const fault = settingFault(setting, value);
  if (hasGap(text)) throw gapLeft(text);
  if (fault === undefined) return value;
  throw new UsageError({
    code: 'setting_invalid',
    message: `the setting ${name} can't be ${JSON.stringify(text.slice(0, 60))}`,
    why: setting.kind === 'money' ? `${fault}.${shellNote(text)}` : fault,
    hint: mendOf(name, text),
  });
}

function typedValue({ kind }: Setting, text: string): SettingValue {
  if (kind === 'count' && /^\d{1,9}$/.test(text)) return Number(text);
  if (kind === 'money') return keptAmountOf(text) ?? text;
  if (kind === 'files' && !text.startsWith('[')) return [text];
  return (kind === 'command' || kind === 'files' ? readCommand(text) : undefined) ?? text;
}

/** A setting's value as it is typed. */
export function settingText(value: SettingValue | null): string {
  return Array.isArray(value) ? JSON.stringify(value) : String(value ?? '');
}

/** The command that sets the value which was meant; where nothing tells, one with a gap. */
function mendOf(name: SettingName, text: string): Hint {
  const setting = settingOf(name);
  return (
    (setting.kind === 'money' ? signMend(text) : undefined) ??
    genctl`config set ${name} ${likelyValue(setting, text) ?? gaps.value}`
  );
}

/** How to type an amount to keep that is less than a dollar; undefined for any other text. It is no line: the amount may not be meant. */
export function signMend(text: string): string | undefined {
  const amount = keptAmountOf(text) === undefined ? typedAmountOf(text) : undefined;
  return amount === undefined
    ? undefined
    : `for ${formatMoney(amount)}, type '${formatMoney(amount)}' in quotes`;
}

/** The length of a duration of the table. Unit: ms. Throws an Error for a text that was never checked. */
export function durationMs(text: string): number {
  const ms = parseDurationMs(text);
  if (ms === undefined) throw new Error(`${JSON.stringify(text)} is not a duration`);
  return ms;
}

/** Names for references, each with the files that it stands for: absolute paths, or links. */
export type Cast = ReadonlyMap<string, readonly string[]>;

/** The setting that holds the files of a name of the cast. */
export type CastSetting = `cast.${string}`;

const prefix = 'cast.';
/** No path, and no file with an ending, has this form behind an `@`. */
const form = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
/** The form of a name, for messages. */
export const castNameWords =
  'a name of the cast begins with a letter and has up to 64 letters, digits, _ and -';

export function isCastName(name: string): boolean {
  return form.test(name);
}

export function castSetting(name: string): CastSetting {
  return `${prefix}${name}`;
}

export function isCastSetting(name: string): name is CastSetting {
  return name.startsWith(prefix) && isCastName(name.slice(prefix.length));
}

/** The cast that settings or a project file hold. */
export function castOf(values: Record<string, unknown>): Cast {
  const members = Object.entries(values).filter(([name]) => isCastSetting(name));
  // The cast is safe: a value of such a setting is checked to be a list of texts.
  return new Map(members.map(([name, files]) => [name.slice(prefix.length), files as string[]]));
}
