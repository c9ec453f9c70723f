import { UsageError } from '../../errors/endings.ts';
import { buildSubmission } from '../../request/rules/request-body.ts';
import { shownWord } from '../../request/shown-request.ts';
import { type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import { fitsSchema } from '../../schema/judge.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { flagOfOption, type RequestWords } from '../../service/request-words.ts';
import { allOfWords } from '../../text/shown-value.ts';
import { type Composition, entryOf, inputOf, modelOf, withoutPlaced } from './composition.ts';
import { fieldAt, inputPlace } from './fields-at.ts';
import { takesFiles } from './input-flags.ts';
import { valueAsSent } from './local-files.ts';
import { mediaParts, promptNeed, promptOf, withWords } from './prompt-words.ts';
import { flagAt, linksIn, requestLine, requestWords } from './request-flags.ts';

/** The places of the fields beside the input that depend on the model. */
const envelopePlaces: readonly JsonPlace[] = [['output', 'count'], ['prompt_enhance']];

/**
 * The composition for another model. The prompt takes the shape that this model wants. Another answer is kept where the model has a
 * field for it and its schema allows it: the field of the same name, else the one that the answer's flag fills.
 */
export function changeModel(composition: Composition, id: string): Composition {
  if (modelOf(composition) === id) return composition;
  const changed: Composition = { ...composition, body: { ...composition.body, model: id }, variants: {} };
  const need = promptNeed(changed);
  const input = inputOf(composition);
  // The prompt may have either shape: it may have been given before any model was chosen.
  const words = promptOf(input, 'prompt') ?? promptOf(input, 'content');
  const places = [...Object.keys(input).map((name) => [...inputPlace, name]), ...envelopePlaces];
  const kept = places.reduce(
    (begun, place) => (isKept(place, begun) ? begun : withoutPlaced(begun, place)),
    changed,
  );
  const worded = need === undefined || words === undefined ? kept : withWords(kept, need.shape, words);
  return wordsLeft(composition, worded).reduce(withWordsOf, worded);
}

/** Tells whether the model has a field for the value at a place, and takes that value. */
function isKept(place: JsonPlace, composition: Composition): boolean {
  const value = valueAsSent(composition, place);
  const field = fieldAt(place, composition);
  return value === undefined || (field !== undefined && fitsSchema(value, field.schema, field.document));
}

/** Words of one option or medium of a request. */
type OneWord = Pick<RequestWords, 'media' | 'options'>;

/** The options and media of a composition, as its flags say them, that another one lacks. */
function wordsLeft(before: Composition, after: Composition): OneWord[] {
  const line = requestLine(before.body, entryOf(before));
  if (line === undefined) return [];
  const { media, options } = requestWords(line);
  const sources = sourcesIn(after);
  const lost = media.filter(({ url }) => !takeOne(sources, url));
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !hasFlag(after, flagOfOption(name, true)),
  );
  return [
    ...given.map(([name, value]) => ({ options: { [name]: value }, media: [] })),
    ...lost.map((medium) => ({ options: {}, media: [medium] })),
  ];
}

/** The composition with an option or a medium in the field that its flag fills; unchanged where the model takes none there. */
function withWordsOf(composition: Composition, word: OneWord): Composition {
  try {
    const words = { ...word, body: composition.body, set: [] };
    const body = buildSubmission(words, entryOf(composition));
    const changed = { ...composition, body };
    const names = Object.keys(inputOf(changed)).filter(
      (name) => inputOf(changed)[name] !== inputOf(composition)[name],
    );
    return names.every((name) => isKept([...inputPlace, name], changed)) ? changed : composition;
  } catch (error) {
    if (error instanceof UsageError) return composition;
    throw error;
  }
}

function hasFlag(composition: Composition, flag: string): boolean {
  const entry = entryOf(composition);
  return Object.keys(inputOf(composition)).some((name) => flagAt([...inputPlace, name], entry) === flag);
}

/** The links, paths and names of the cast in a request, each as often as it has them. */
function sourcesIn(composition: Composition): string[] {
  const entry = entryOf(composition);
  return Object.entries(inputOf(composition)).flatMap(([name, value]) => {
    if (name === 'content') return mediaParts(value).map(({ source }) => source);
    return takesFiles(entry, name) ? linksIn(value) : [];
  });
}

/** Takes a word out of a list; false where it is not there. */
function takeOne(words: string[], word: string): boolean {
  const index = words.indexOf(word);
  if (index !== -1) words.splice(index, 1);
  return index !== -1;
}

/** Says which answers another model does not take; undefined where it takes them all. The words of the prompt always stay. */
export function leftBehind(before: Composition, after: Composition): string | undefined {
  const names = [...mediaLeft(before, after), ...fieldsLeft(before, after), ...envelopeLeft(before, after)];
  return names.length === 0 ? undefined : `${modelOf(after)} does not take ${allOfWords(names)}: left out`;
}

function mediaLeft(before: Composition, after: Composition): string[] {
  const sources = sourcesIn(after);
  const entry = entryOf(before);
  return Object.entries(inputOf(before)).flatMap(([name, value]) => {
    if (name === 'content')
      return mediaParts(value, before.facts.cast)
        .filter(({ source }) => !takeOne(sources, source))
        .map(({ name, source }) => `${name} ${sourceWords(source)}`);
    if (!takesFiles(entry, name)) return [];
    const flag = flagAt([...inputPlace, name], entry) ?? name;
    return linksIn(value)
      .filter((link) => !takeOne(sources, link))
      .map((link) => `${flag} ${sourceWords(link)}`);
  });
}

function sourceWords(source: string): string {
  return isLocal(source) ? source : shownWord(source);
}

function fieldsLeft(before: Composition, after: Composition): string[] {
  const entry = entryOf(before);
  const now = inputOf(after);
  return Object.entries(inputOf(before))
    .filter(([name]) => name !== 'prompt' && name !== 'content' && !takesFiles(entry, name))
    .filter(([name]) => !Object.hasOwn(now, name))
    .flatMap(([name, value]) => {
      const flag = flagAt([...inputPlace, name], entry);
      return flag !== undefined && hasFlag(after, flag) ? [] : [answerWords(flag ?? name, value)];
    });
}

function envelopeLeft(before: Composition, after: Composition): string[] {
  return envelopePlaces.flatMap((place) => {
    const value = valueAt(before.body, place);
    const isLeft = value !== undefined && valueAt(after.body, place) === undefined;
    return isLeft ? [answerWords(flagAt(place, entryOf(before)) ?? String(place.at(-1)), value)] : [];
  });
}

function answerWords(name: string, value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${name} ${value}` : name;
}
