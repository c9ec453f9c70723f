import { confirm, input, password } from '@inquirer/prompts';
import type { Look } from '../text/look.ts';
import { drawnText } from './lines/drawn-line.ts';
import { questionTheme } from './use-question.ts';

interface ReadyQuestion {
  message: string;
  look: Look;
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

/** The questions that are asked by a ready prompt. */
export const readyPrompts = { askSecret, askText, askYesOrNo };
