import type { Completes } from './flag.ts';

/** A positional argument of a command, by its `name` in help. */
export interface Argument {
  name: string;
  says: string;
  /** True if it takes several words; one unless given. */
  many?: boolean;
  required: boolean;
  /** The words that completion offers, where there are few. */
  choices?: readonly string[];
  /** The kind of words that completion offers where there are no `choices`. */
  completes?: Completes;
}

/** A positional word as usage has it: `<id...>`, `[topic]`. */
export function argumentUsage({ name, many, required }: Argument): string {
  const word = many ? `${name}...` : name;
  return required ? `<${word}>` : `[${word}]`;
}

/** The words of a line that belong to no flag. */
export interface TypedWords {
  arguments: readonly string[];
  /** How many of them stand before `--`. Only among those `-` means stdin and `@file` a file. */
  readable: number;
}
