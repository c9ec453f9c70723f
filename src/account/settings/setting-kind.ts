import { CliError } from '../../errors/cli-error.ts';
import { checkNameTemplate, defaultNameTemplate } from '../../files/name-template.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { parseDurationMs } from '../../text/duration.ts';
import { amountWords, isAmount, keptAmountOf, likelyAmount } from '../../text/money.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { likelyDuration, likelyInteger } from '../../text/typed-value.ts';

/** The kinds of value that a setting may hold. */
export type SettingKind =
  | { kind: 'text' }
  /** A template for file names. */
  | { kind: 'template' }
  /** A duration as a person types it, such as `90s`. */
  | { kind: 'duration' }
  | { kind: 'count'; least: number; most: number }
  /** An amount in USD, 0 or more. */
  | { kind: 'money' }
  | { kind: 'choice'; choices: readonly string[] }
  /** A program and its arguments. */
  | { kind: 'command' }
  /** Paths or links, one or more. */
  | { kind: 'files' };

/** The shape of a stored command, for messages. No shell reads it. */
export const commandWords = 'a JSON array of texts: a program, then its arguments';

/** A kind of setting: its reading, its fault and its words. */
interface KindRules<Kind> {
  /** The values that it takes, in words. */
  takes: string | ((setting: Kind) => string);
  holds(value: unknown, setting: Kind): boolean;
  /** The value that was probably meant by one that it can't hold; undefined where nothing tells. */
  meant?(text: string, setting: Kind): string | undefined;
}

const kinds: { [Name in SettingKind['kind']]: KindRules<Extract<SettingKind, { kind: Name }>> } = {
  text: { takes: 'a text that is not empty', holds: isFilled },
  template: {
    takes: `a template such as ${defaultNameTemplate}`,
    holds: isFilled,
    meant: () => defaultNameTemplate,
  },
  duration: {
    takes: 'a duration such as 90s, 10m or 0',
    holds: (value) => typeof value === 'string' && parseDurationMs(value) !== undefined,
    meant: (text) => likelyDuration(text, 's'),
  },
  count: {
    takes: ({ least, most }) =>
      `a whole number from ${least} ${most === Number.MAX_SAFE_INTEGER ? 'up' : `to ${most}`}`,
    holds: (value, { least, most }) =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    meant: (text, bounds) => likelyInteger(text, bounds)?.toString(),
  },
  money: { takes: amountWords, holds: isAmount, meant: (text) => likelyAmount(text, keptAmountOf) },
  choice: {
    takes: ({ choices }) => choices.join(', '),
    holds: (value, { choices }) => choices.some((choice) => choice === value),
    meant: (text, { choices }) => nearestName(text, choices),
  },
  command: {
    takes: commandWords,
    holds: isCommand,
    // A line as it would be typed, without what only a shell understands.
    meant: (text) =>
      /^[\w./:@%+= -]*[\w./]$/.test(text) ? JSON.stringify(text.trim().split(/ +/)) : undefined,
  },
  files: {
    takes: 'a file, or a JSON list of files',
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isFilled),
  },
};

/** The rules of a setting's own kind. */
function rulesOf(setting: SettingKind): KindRules<SettingKind> {
  // The cast is safe: a kind's rules are asked of settings of that kind alone.
  return kinds[setting.kind] as KindRules<SettingKind>;
}

/**
 * Why a setting can't hold a value; undefined where it can. The same rule holds for the command line, for `config.json` and for
 * a project file.
 */
export function settingFault(setting: SettingKind, value: unknown): string | undefined {
  const { holds, takes } = rulesOf(setting);
  if (!holds(value, setting)) return `it takes ${typeof takes === 'string' ? takes : takes(setting)}`;
  return setting.kind === 'template' ? templateFault(String(value)) : undefined;
}

/** The value that was probably meant by one that a setting can't hold; undefined where nothing tells. */
export function likelyValue(setting: SettingKind, text: string): string | undefined {
  return rulesOf(setting).meant?.(text, setting);
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function templateFault(template: string): string | undefined {
  try {
    checkNameTemplate(template);
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error.why ?? error.message;
    throw error;
  }
}

/** Tells whether a value is a command: a program and its arguments, each a text. */
function isCommand(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.every((word) => typeof word === 'string') &&
    typeof value[0] === 'string' &&
    value[0].trim() !== ''
  );
}

/** The command that a person typed as JSON; undefined where the text is none. */
export function readCommand(text: string): string[] | undefined {
  const words = tryReadJson(text);
  return isCommand(words) ? words : undefined;
}
