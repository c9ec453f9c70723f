import { CliError } from '../../errors/cli-error.ts';
import { checkNameTemplate, defaultNameTemplate } from '../../files/name-template.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { parseDurationMs } from '../../text/duration.ts';
import { likelyDuration, likelyInteger } from '../../text/likely-value.ts';
import { amountWords, isAmount, likelyAmount } from '../../text/money.ts';
import { nearestName } from '../../text/nearest-name.ts';

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

/**
 * Why a setting can't hold a value; undefined where it can. The same rule holds for the command line, for `config.json` and for
 * a project file.
 */
export function settingFault(setting: SettingKind, value: unknown): string | undefined {
  const fault = `it takes ${describeKind(setting)}`;
  switch (setting.kind) {
    case 'text':
      return isFilled(value) ? undefined : fault;
    case 'template':
      return isFilled(value) ? templateFault(value) : fault;
    case 'duration':
      return typeof value === 'string' && parseDurationMs(value) !== undefined ? undefined : fault;
    case 'count': {
      const isWithin =
        Number.isInteger(value) && Number(value) >= setting.least && Number(value) <= setting.most;
      return isWithin ? undefined : fault;
    }
    case 'money':
      return isAmount(value) ? undefined : fault;
    case 'choice':
      return typeof value === 'string' && setting.choices.includes(value) ? undefined : fault;
    case 'command':
      return isCommand(value) ? undefined : fault;
    case 'files':
      return Array.isArray(value) && value.length > 0 && value.every(isFilled) ? undefined : fault;
  }
}

/** The value that was probably meant by one that a setting can't hold; undefined where nothing tells. */
export function likelyValue(setting: SettingKind, text: string): string | undefined {
  switch (setting.kind) {
    case 'text':
    case 'files':
      return undefined;
    case 'template':
      return defaultNameTemplate;
    case 'duration':
      return likelyDuration(text, 's');
    case 'count':
      return likelyInteger(text, setting)?.toString();
    case 'money':
      return likelyAmount(text);
    case 'choice':
      return nearestName(text, setting.choices);
    case 'command':
      // A line as it would be typed, without what only a shell understands.
      return /^[\w./:@%+= -]*[\w./]$/.test(text) ? JSON.stringify(text.trim().split(/ +/)) : undefined;
  }
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

/** The values that a setting takes, in words. */
function describeKind(setting: SettingKind): string {
  switch (setting.kind) {
    case 'text':
      return 'a text that is not empty';
    case 'template':
      return `a template such as ${defaultNameTemplate}`;
    case 'duration':
      return 'a duration such as 90s, 10m or 0';
    case 'count':
      return `a whole number from ${setting.least} ${
        setting.most === Number.MAX_SAFE_INTEGER ? 'up' : `to ${setting.most}`
      }`;
    case 'money':
      return amountWords;
    case 'choice':
      return setting.choices.join(', ');
    case 'command':
      return commandWords;
    case 'files':
      return 'a file, or a JSON list of files';
  }
}

/** The shape of a stored command, for messages. No shell reads it. */
export const commandWords = 'a JSON array of texts: a program, then its arguments';

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
