import { shownWord } from '../../request/shown-request.ts';
import { flawWords, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import { isKeptNumber, tryReadJson } from '../../schema/json/read-json.ts';
import { firstProblem } from '../../schema/judge.ts';
import type { LinkMedium } from '../../schema/link-shape.ts';
import { isLocal, mediaPart } from '../../service/body/media-part.ts';
import { withoutSeconds } from '../../service/body/option-value.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import { options } from '../../service/options.ts';
import { safeLine } from '../../text/safe-text.ts';
import { type Composition, inputOf, type Position } from './composition.ts';
import { askedWords, exampleWords, fieldHints } from './field-words.ts';
import { chosenFieldAt, fieldAt, inputPlace } from './fields-at.ts';
import { mediumOfType } from './input-flags.ts';
import { isMissing } from './next-question.ts';
import { mediaParts, namedParts, promptNeed, promptOf } from './prompt-words.ts';
import type { AskedField, LineQuestion } from './question.ts';

/** Asks for the words of a prompt; undefined for a model that takes none. */
export function promptLine(composition: Composition): LineQuestion | undefined {
  const need = promptNeed(composition);
  if (need === undefined) return undefined;
  const input = inputOf(composition);
  const place = [...inputPlace, 'prompt'];
  const field = need.shape === 'prompt' ? fieldAt(place, composition) : undefined;
  // A content list may have pictures, clips or a draft instead of words.
  const isRequired = need.required || (field !== undefined && isMissing(place, composition));
  const offered = field?.preset;
  const current = promptOf(input, need.shape) ?? (typeof offered === 'string' ? offered : '');
  const isNew = current === '';
  const [member] = composition.facts.cast?.keys() ?? [];
  return {
    ask: 'line',
    message: 'Prompt',
    preset: isNew ? undefined : current,
    takesLines: true,
    editing: { draft: current, fileName: 'prompt.txt' },
    hints: [
      isNew && !isRequired ? 'may be empty' : undefined,
      member && `write {${member}} for the picture that you add as @${member}`,
      isNew ? exampleWords(field?.examples ?? []) : undefined,
      ...mediaParts(input.content, composition.facts.cast).map(
        ({ name, source }) => `${name} = ${safeLine(shownWord(source))}`,
      ),
    ],
    read(words) {
      const isBlank = words.trim() === '';
      if (isBlank && isRequired) return { fault: 'The model needs a prompt.' };
      const fault =
        isBlank || field === undefined ? undefined : firstProblem(words, field.schema, field.document);
      if (fault !== undefined) return { fault: `The prompt takes ${fault.takes}.` };
      return given(words);
    },
  };
}

/** The words that a line of a link takes beside a URL: files of this machine, and names of the cast. */
type FilesTaken = Pick<NonNullable<LineQuestion['link']>, 'cast' | 'medium' | 'takesSeveral' | 'uploads'>;

export function filesOf({ facts }: Composition, medium: LinkMedium | undefined): FilesTaken {
  const { cast = new Map(), uploads = true } = facts;
  return { medium, cast, uploads };
}

/**
 * Asks for a number, a link or a text. An empty line leaves it out. A person may insist on a link that the schema does not take: the
 * link of a file is known only once it is uploaded.
 *
 * @param files undefined for a field that names no file.
 */
export function valueLine(
  { current, fault, field, flag, place }: AskedField,
  files: FilesTaken | undefined,
): LineQuestion {
  const { required, shape } = field;
  const isLink = shape.kind === 'link';
  const preset = isLink ? undefined : field.preset;
  const initial = typedText(current);
  const leave = current === undefined ? 'Enter leaves it out' : 'an empty line leaves it out';
  const isLeft = required || (current === undefined && preset !== undefined);
  return {
    ask: 'line',
    message: askedWords({ flag, place }),
    initial,
    preset: initial === undefined ? typedText(preset) : undefined,
    hints: [isLeft ? undefined : leave, ...fieldHints(field)],
    takesLines: shape.kind === 'text',
    link: files ?? (isLink ? { medium: shape.medium, cast: undefined } : undefined),
    read(line) {
      if (line === '') return required ? { fault: 'It needs a value.' } : given(undefined);
      const value = shape.kind === 'number' ? numberOf(line, place) : line;
      const takes = value === undefined ? numberWords(line) : fault(value);
      if (takes === undefined) return given(value);
      const isFile = files !== undefined && isLocal(line);
      return { fault: `It takes ${takes}.`, ...(isFile && { anyway: given(value).answer }) };
    },
  };
}

function given(value: unknown) {
  return { answer: { give: 'value', value } } as const;
}

function typedText(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

const numberPattern = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

function numberWords(line: string): string {
  return numberPattern.test(line.trim())
    ? 'a number with fewer digits: this one would arrive as another'
    : 'a number';
}

/** A number that was typed; of a length with its unit or without. */
function numberOf(line: string, place: JsonPlace): number | undefined {
  const text = lengths.has(place.at(-1)) ? withoutSeconds(line) : line.trim();
  return numberPattern.test(text) && isKeptNumber(text) ? Number(text) : undefined;
}

const lengths: ReadonlySet<unknown> = new Set(['duration', ...options.duration.names.sure]);

/** Asks for a value as JSON. What is there already, or a skeleton to fill in, is what the editor begins with. */
export function jsonLine({ current, fault, field, flag, place }: AskedField, isDeep: boolean): LineQuestion {
  const value = current ?? field.preset;
  return {
    ask: 'line',
    message: `${askedWords({ flag, place })}, as JSON`,
    preset: value === undefined ? undefined : JSON.stringify(value),
    takesLines: true,
    editing: {
      draft: JSON.stringify(value ?? {}, undefined, 2),
      fileName: `${String(place.at(-1) ?? 'value')}.json`.replaceAll(/[^\w.]/g, '_'),
    },
    hints: [
      isDeep ? 'too deeply nested to ask for field by field' : undefined,
      field.required ? undefined : 'an empty line leaves it out',
      ...fieldHints(field),
    ],
    read(line) {
      const value = tryReadJson(line);
      const answer = { give: 'value', value } as const;
      if (line.trim() === '')
        return field.required ? { fault: 'It needs a value; {} is an empty object.' } : { answer };
      if (value === undefined) return { fault: 'It is not JSON yet; a text goes in double quotes.' };
      const flaw = jsonFlaw(line);
      if (flaw !== undefined) return { fault: `It ${flawWords(flaw).what}.` };
      // The schema is only descriptive, and may even take nothing: a person may insist on a value, and the summary warns again.
      const takes = fault(value);
      return takes === undefined ? { answer } : { fault: `It takes ${takes}.`, anyway: answer };
    },
  };
}

/** Asks for the link of a part of a content list, or for the id of a draft. An empty line removes it. */
export function partLine(
  { place, choice: index }: Extract<Position, { at: 'part' }>,
  composition: Composition,
): LineQuestion | undefined {
  const list = place.slice(0, -1);
  const shape = chosenFieldAt(list, composition)?.shape;
  const choice = shape?.kind === 'content' ? shape.parts[index] : undefined;
  if (choice === undefined) return undefined;
  const { role, type } = choice;
  const before = valueAt(composition.body, list);
  const at = Number(place.at(-1));
  const content: readonly unknown[] = Array.isArray(before) ? before : [];
  const current = content[at] === undefined ? undefined : namedParts(content, composition.facts.cast)[at];
  const name =
    (current ?? namedParts([...content.slice(0, at), { type, role }], composition.facts.cast)[at])?.name ??
    '';
  const isDraft = type === 'draft_task';
  const takesSeveral = role?.startsWith('reference_') === true;
  return {
    ask: 'line',
    message: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    initial: current?.source,
    takesLines: isDraft,
    link: type === 'draft_task' ? undefined : { ...filesOf(composition, mediumOfType[type]), takesSeveral },
    hints: [
      current === undefined ? undefined : 'an empty line leaves it out',
      isDraft ? 'the id of a draft, its beginning, or @last; to list them: genctl jobs' : undefined,
      /\d$/.test(name) ? `the prompt may call it ${name}` : undefined,
    ],
    read(line) {
      const source = line.trim();
      if (line === '' && current === undefined) return { fault: 'It needs a value.' };
      return given(line === '' ? undefined : partOf(choice, source));
    },
  };
}

/** @see service document §2.7 */
function partOf({ type, role }: PartChoice, source: string): unknown {
  if (role !== undefined) return mediaPart({ role, url: source });
  return type === 'draft_task' ? { type, draft_task: { id: source } } : { type, [type]: { url: source } };
}
