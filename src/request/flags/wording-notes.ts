import { promptFieldOf } from '../../service/body/prompt-field.ts';
import { type Recipient, takesContent } from '../../service/body/recipient.ts';
import { flagOfOption, flagOfRole } from '../../service/flag-names.ts';
import { type RequestWords, unplacedRoles } from '../../service/request-words.ts';
import type { MediaRole } from '../../service/video-values.ts';
import { mediaFieldNames } from '../../service/wire/media-fields.ts';
import { plainName } from '../../text/nearest-name.ts';
import { shownValue } from '../../text/shown-value.ts';
import { placedOption } from '../fields/flag-to-field.ts';
import { mediaFieldOf } from '../fields/media-field.ts';

/** What is said of words that go under another name, or with another value, than they were typed with: a line each. */
export function wordingNotes(
  words: Pick<RequestWords, 'prompt' | 'media' | 'options'>,
  recipient: Recipient,
): string[] {
  const options = Object.entries(words.options).flatMap(([name, value]) =>
    optionNote(name, value, recipient),
  );
  if (takesContent(recipient)) return options;
  const promptField = promptFieldOf(recipient.entry);
  const isRenamed = words.prompt !== undefined && promptField !== 'prompt';
  return [
    ...(isRenamed ? [`the prompt goes to ${promptField}, ${asCalled}`] : []),
    ...unplacedRoles(words).flatMap((role) => mediaNote(role, recipient)),
    ...options,
  ];
}

const asCalled = "as the model's schema calls it";

function optionNote(option: string, typed: unknown, recipient: Recipient): string[] {
  if (typed === undefined) return [];
  const { by, name, value } = placedOption(option, typed, recipient);
  const flag = flagOfOption(option, typed);
  const words = typeof typed === 'boolean' ? flag : `${flag} ${String(typed)}`;
  const as = `as ${shownValue(value)}`;
  if (name !== option)
    return [
      value === typed
        ? `${flag} goes to ${name}, ${asCalled}`
        : `${words} goes to ${name} ${as}, as the model's schema has it`,
    ];
  if (value === typed) return [];
  return [`${words} goes ${as}, as ${by === 'schema' ? "the model's schema" : 'the documentation'} has it`];
}

function mediaNote(role: MediaRole, recipient: Recipient): string[] {
  const field = mediaFieldOf(role, recipient)?.name;
  if (field === undefined) return [];
  const [likeliest] = mediaFieldNames[role];
  const own = [role, `${role}s`, likeliest].map(plainName);
  return own.includes(plainName(field)) ? [] : [`${flagOfRole[role]} goes to ${field}, ${asCalled}`];
}
