import { confirm, input, password, select } from '@inquirer/prompts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth, padToWidth, textWidth } from '../../text/text-width.ts';
import { drawnText } from '../lines/drawn-line.ts';
import { namesWidth, rowsMost } from '../lines/rows.ts';
import type { ListLook } from '../list-window.ts';
import { questionTheme } from './use-question.ts';

interface ReadyQuestion {
  message: string;
  look: ListLook;
}

type Context = Parameters<typeof confirm>[1];

/** Asks for yes or no. What is neither is asked for again. */
function askYesOrNo(
  { look, message, preset }: ReadyQuestion & { preset: boolean },
  context: Context,
): Promise<boolean> {
  const keywords = { yes: 'Yes', no: 'No', error: () => 'y for yes, n or Esc for no' };
  return confirm({ message, default: preset, theme: { ...questionTheme(look), keywords } }, context);
}

/** Asks for a secret, and shows nothing of it. */
function askSecret({ look, message }: ReadyQuestion, context: Context): Promise<string> {
  const theme = questionTheme(look);
  const silent = { ...theme, style: { ...theme.style, maskedText: '' } };
  return password({ message, toggleMask: false, theme: silent }, context);
}

/** Asks for a text. `check` says what is wrong with one. */
function askText(
  { check, look, message }: ReadyQuestion & { check?: ((text: string) => string | undefined) | undefined },
  context: Context,
): Promise<string> {
  return input(
    {
      message,
      theme: questionTheme(look),
      transformer: (text, { isFinal }) => (isFinal ? look.colors.accent : String)(drawnText(text, look)),
      validate: (text) => check?.(text) ?? true,
    },
    context,
  );
}

/** A row of a short list, with words beside its name. */
export interface Choice<Value> {
  name: string;
  detail?: string | undefined;
  value: Value;
}

/** Asks for one of a short list. The arrow is at the choice with the value `preset`, else at the first. */
function askChoice<Value>(
  { choices, look, message, preset }: ReadyQuestion & { choices: readonly Choice<Value>[]; preset: Value },
  context: Context,
): Promise<Value> {
  const theme = questionTheme(look);
  const widest = namesWidth(choices.map(({ name }) => ({ name })));
  return select(
    {
      message,
      choices: choices.map(({ detail = '', name, value }) => ({
        name: rowText(
          detail === '' ? safeLine(name) : `${padToWidth(safeLine(name), widest)}  ${safeLine(detail)}`,
          look,
        ),
        short: cutToWidth(safeLine(name), look.columns - textWidth(message) - 4, look.symbols.ellipsis),
        value,
      })),
      default: preset,
      pageSize: Math.max(1, Math.min(rowsMost, look.height - 1)),
      // The keys are named above the first question.
      theme: {
        ...theme,
        icon: { cursor: look.symbols.arrow },
        style: { ...theme.style, keysHelpTip: () => undefined },
      },
    },
    context,
  );
}

/** A row that is no wider than the screen, beside the arrow. */
function rowText(text: string, { columns, symbols }: Look): string {
  return cutToWidth(text, columns - 3, symbols.ellipsis);
}

/** The questions that are asked by a ready prompt. */
export const readyPrompts = { askChoice, askSecret, askText, askYesOrNo };
