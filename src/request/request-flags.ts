import type { TypedWords } from '../cli/arguments.ts';
import {
  type AnyFlag,
  type FlagTable,
  type FlagValues,
  inGroup,
  integerFlag,
  type ListFlag,
  listFlag,
  type Placed,
  seldom,
  sent,
  textFlag,
  wordFlag,
} from '../cli/flag.ts';
import { severalModels } from '../cli/flags/flag-conflict.ts';
import { readPrompt } from '../cli/texts/prompt-text.ts';
import { assertStdinOnce, type FileReader, readJsonObject, readSetting } from '../cli/texts/text-source.ts';
import { type OptionsWith, optionRow } from '../service/options.ts';
import { flagOfRole, type MediaInput, type RequestWords } from '../service/request-words.ts';
import { type MediaRole, promptEnhanceLevels } from '../service/wire-values.ts';
import { type OptionKey, optionFlagTable } from './option-flags.ts';

/** The flags that word a request; `submit`, `draft`, `refs` and `rerun` share them. */
export const requestFlags = sent({
  ...inGroup('Request:', {
    model: {
      ...textFlag('-m, --model <id>', 'the model; for the ids: genctl models', 'model'),
      variable: 'GENCTL_MODEL',
      read: readModel,
    },
    prompt: textFlag('-p, --prompt <text>', 'the prompt; @FILE reads a file, - stdin; @@ is an @', 'text'),
    ...optionFlagTable(),
    count: integerFlag('--count <n>', 'number of outputs', { least: 1 }),
    callbackUrl: seldom(
      textFlag('--callback-url <url>', 'https URL that the service calls when the job ends'),
    ),
    promptEnhance: seldom(
      wordFlag('--prompt-enhance <level>', 'have the service rewrite the prompt first', promptEnhanceLevels),
    ),
    input: seldom(textFlag('--input <json>', 'the whole input: JSON, @file or - for stdin', 'text')),
    set: listFlag(
      '--set <name=value>',
      'set one field of the input, as JSON or plain text; repeatable',
      'field',
    ),
    body: seldom(textFlag('--body <json>', 'the whole body: JSON, @file or - for stdin', 'text')),
  }),
  ...inGroup('Media:', {
    firstFrame: media(
      'first_frame',
      '--first-frame <url>',
      'the picture the clip begins with; - reads stdin',
    ),
    lastFrame: media('last_frame', '--last-frame <url>', 'the picture the clip ends with; - reads stdin'),
    refImage: media(
      'reference_image',
      '--ref-image <url>',
      'a reference picture, or @NAME of the cast; sent unprepared (genctl refs has the service prepare it); repeatable',
    ),
    refVideo: media('reference_video', '--ref-video <url>', 'a reference clip; repeatable'),
    refAudio: media('reference_audio', '--ref-audio <url>', 'a reference sound; repeatable'),
  }),
} as const);

/** The flags of the options that a final may have of its own; its draft has all others. @see service document §3 */
export const ownOptionFlags = Object.fromEntries(
  Object.entries<AnyFlag>(requestFlags).filter(
    ([, { option }]) => option !== undefined && optionRow(option).ofFinal === 'own',
  ),
) as Pick<typeof requestFlags, OptionKey<OptionsWith<{ ofFinal: 'own' }>>>;

/** One model: no id has a comma, or a space at its ends. Throws UsageError for several. */
function readModel(text: string, called = '--model'): string {
  const models = text.split(',').map((one) => one.trim());
  if (models.length === 1 || models.includes('')) return text.trim();
  const message = `${called} does not take ${JSON.stringify(text)}`;
  throw severalModels({ code: 'invalid_flag', message, why: 'A request has one model.' }, models);
}

export type RequestFlags = FlagValues<typeof requestFlags>;

/** The request flags of a line that gives no such flag. */
export const noRequestFlags: RequestFlags = noFlags(requestFlags);

/** The values of a line without any of these flags. */
export function noFlags<Table extends FlagTable>(flags: Table): FlagValues<Table> {
  const unset = { switch: false, off: true, pair: undefined, value: undefined, list: [] } as const;
  return Object.fromEntries(
    Object.entries(flags).map(([name, { kind }]) => [name, unset[kind]]),
  ) as FlagValues<Table>;
}

const rows = Object.entries(requestFlags as Record<keyof RequestFlags, AnyFlag>) as [
  keyof RequestFlags,
  AnyFlag,
][];
// Each line of a manifest goes through these.
const filled = rows.flatMap(([name, { kind, option }]) =>
  option === undefined ? [] : [{ name, kind, option }],
);
const mediaRows = rows.flatMap(([name, { role }]) => (role === undefined ? [] : [{ name, role }]));

/** The flat options that flags say; a switch that is not given says nothing. */
function optionsOf(flags: RequestFlags): RequestWords['options'] {
  return Object.fromEntries(
    filled.map(({ kind, name, option }) => {
      const isOff = kind === 'switch' && flags[name] === false;
      return [option, isOff ? undefined : flags[name]];
    }),
  );
}

/** Tells whether a flag, by its name in the table, names media. */
export function isMediaFlag(name: string): boolean {
  return mediaRows.some((one) => one.name === name);
}

/** The long names of the flags for media that a line has, each as often as it has them. */
export function mediaFlagsGiven(flags: RequestFlags): string[] {
  return mediaInOrder(flags).map(({ role }) => flagOfRole[role]);
}

/**
 * The words of a request, from its flags and from the words without a flag. Reads the files that they name. Throws UsageError.
 */
export function readRequestWords(
  command: string,
  flags: RequestFlags,
  words: TypedWords,
  read: FileReader,
): RequestWords {
  assertStdinOnce([
    { name: 'the prompt', text: words.readable === 0 ? undefined : words.arguments[0] },
    { name: '--prompt', text: flags.prompt },
    { name: '--body', text: flags.body },
    { name: '--input', text: flags.input },
    ...mediaInOrder(flags).map(({ role, url }) => {
      return { name: flagOfRole[role], text: url === '-' ? url : undefined, isPath: true } as const;
    }),
  ]);
  const prompt = readPrompt(command, flags.prompt, words, read);
  return {
    body: flags.body === undefined ? undefined : readJsonObject('--body', flags.body, read),
    model: flags.model,
    prompt,
    input: flags.input === undefined ? undefined : readJsonObject('--input', flags.input, read),
    options: optionsOf(flags),
    media: mediaInOrder(flags),
    set: flags.set.map(({ value }) => readSetting(value)),
    count: flags.count,
    callbackUrl: flags.callbackUrl,
    promptEnhance: flags.promptEnhance,
  };
}

/** The media of a request keep the order of the command line, across all flags that name some. */
function mediaInOrder(flags: RequestFlags): MediaInput[] {
  const placed = mediaRows.flatMap(({ name, role }) =>
    (flags[name] as Placed<string>[]).map(
      ({ value, place }): Placed<MediaInput> => ({ value: { role, url: value }, place }),
    ),
  );
  return placed.sort((one, other) => one.place - other.place).map(({ value }) => value);
}

/** A flag that names media, which may be said again. */
function media(role: MediaRole, syntax: string, says: string): ListFlag<string> {
  return { ...listFlag(syntax, says, 'media'), role };
}
