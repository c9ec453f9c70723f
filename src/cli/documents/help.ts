import * as z from 'zod/mini';
import { maybe, orNull, rows, said, text, textOrNull, texts, truth } from './said.ts';

const flag = () =>
  z.object({
    name: text('Its long name.'),
    short: textOrNull('Its short name.'),
    negated: textOrNull('The name that says no to it.'),
    type: said(z.enum(['boolean', 'integer', 'number', 'text']), 'Of its value; a boolean takes none.'),
    value: textOrNull('What stands for its value in help, such as duration.'),
    says: text('What it does.'),
    group: textOrNull('Its heading in help.'),
    allowed: orNull(z.array(z.string()), 'The values that it takes, where it takes no others.'),
    offered: orNull(z.array(z.string()), 'The usual values, where a model or a list may take others.'),
    range: maybe('The bounds of its value.', { least: z.optional(z.number()), most: z.optional(z.number()) }),
    default: orNull(
      z.union([z.string(), z.number()]),
      'Its value where nothing gives one, where that never varies.',
    ),
    variable: textOrNull('The environment variable that gives its value where the line does not.'),
    repeats: truth('Whether it may be given several times.'),
    seldom: truth('Whether the short help leaves it out.'),
  });

const named = (name: string, says: string) => z.object({ name: text(name), says: text(says) });

/** The text of `--help`, as data: of the program with an empty `command`, or of one command. */
export const helpDocument = z.object({
  command: text('Its words, as jobs prune; empty for the whole program.'),
  says: text('What it does.'),
  usage: text('How its line is built.'),
  arguments: rows({
    name: text('As in the usage.'),
    says: text('What it is.'),
    required: truth('Whether a line needs it.'),
    repeats: truth('Whether it may be several words.'),
    allowed: orNull(z.array(z.string()), 'The words that it takes, where they are few.'),
  }),
  flags: said(z.array(flag()), 'Its own.'),
  global_flags: said(z.array(flag()), 'Those of every line.'),
  examples: texts('Lines that work in the sandbox.'),
  commands: said(z.array(named('Its words.', 'What it does.')), 'Those below it; of the program all.'),
  exit_codes: rows({
    code: said(z.int(), 'The exit code.'),
    means: text('What ended so.'),
    run_again: orNull(
      z.enum(['no', 'yes', 'see error.code', 'recover']),
      'Whether to run the line again; null where that is no question.',
    ),
  }),
  documents: said(
    z.array(named('Its name; help json prints its schema by it.', 'Where it is found.')),
    'What it prints; of the program all there are.',
  ),
  variables: said(z.array(named('Of the environment.', 'What it is for.')), 'Of the program alone.'),
});
