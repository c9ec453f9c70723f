import { type Cast, isCastName } from '../../account/settings/setting-table.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl, type LineChange, orElse, say } from '../../errors/hint.ts';
import { referenceNames } from '../../service/body/media-part.ts';
import { flagOfRole, type MediaInput, type RequestWords } from '../../service/request-words.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { nameSlipped, nearestName } from '../../text/nearest-name.ts';
import { allOfWords } from '../../text/shown-value.ts';

/** How many names an error lists. */
const listedMost = 20;

/** The words of a request whose media and prompt may name the cast: `@fox` and `{fox}`. Throws UsageError. */
export function withCast(words: RequestWords, cast: Cast): RequestWords {
  for (const { role, url } of words.media) assertInCast(flagOfRole[role], url, cast, words);
  const media = castMedia(words.media, cast);
  const { prompt } = words;
  if (prompt === undefined) return { ...words, media };
  return { ...words, media, prompt: namedPrompt(prompt, { ...words, media }, cast) };
}

/** The name of the cast that a word for media is; undefined for a link or a path. A file of that name is written `./@fox`. */
export function memberNamed(word: string): string | undefined {
  const name = word.startsWith('@') ? word.slice(1) : '';
  return isCastName(name) ? name : undefined;
}

/** Throws UsageError for a word that is a name of the cast, but of no member, or several names in one. */
export function assertInCast(
  flag: string,
  word: string,
  cast: Cast,
  words: Pick<RequestWords, 'media' | 'prompt'> = { media: [], prompt: undefined },
): void {
  const members = word.split(',').map(memberNamed);
  if (members.length > 1 && members.every((one) => one !== undefined)) throw severalNames(flag, word);
  const name = memberNamed(word);
  if (name === undefined || cast.has(name)) return;
  const nearest = nearestName(name, [...cast.keys()]);
  throw new UsageError({
    code: 'unknown_cast',
    message: `${flag} can't use ${word}`,
    why: `${castWords(cast)}${nearest === undefined ? '' : ` The nearest is @${nearest}.`}`,
    hint: orElse(
      nearest === undefined ? undefined : { change: [{ word, to: `@${nearest}` }, ...inCase(words, cast)] },
      say`${genctl`config set cast.${name} FILE`}; or ./${word}, for a file of that name`,
    ),
  });
}

/** Changes of all names that are in another case than the cast has them: of media, and in the braces of the prompt. */
function inCase({ media, prompt = '' }: Pick<RequestWords, 'media' | 'prompt'>, cast: Cast): LineChange[] {
  const known = new Map([...cast.keys()].map((name) => [name.toLowerCase(), name]));
  const meant = (name: string): string => known.get(name.trim().toLowerCase()) ?? name;
  const named = prompt.replaceAll(braced, (found, _, single?: string) =>
    single === undefined ? found : `{${meant(single)}}`,
  );
  return [
    ...media.map(({ url }) => ({ word: url, to: url.startsWith('@') ? `@${meant(url.slice(1))}` : url })),
    { word: prompt, to: named },
  ].filter(({ to, word }) => to !== word);
}

function severalNames(flag: string, word: string): UsageError {
  return new UsageError({
    code: 'unknown_cast',
    message: `${flag} can't use ${word}`,
    why: 'It takes one name at a time.',
    hint: word
      .split(',')
      .map((one) => `${flag} ${one}`)
      .join(' '),
  });
}

/** The names of the cast, in a sentence. */
export function castWords(cast: Cast): string {
  if (cast.size === 0) return 'Neither the project file nor the settings have a cast.';
  const names = [...cast.keys()].slice(0, listedMost).map((name) => `@${name}`);
  return `The cast has ${names.join(', ')}${cast.size > listedMost ? ' …' : ''}.`;
}

/**
 * Media with the files of each member in the place of its name. A word for anything else stays as it is. Throws UsageError for
 * several files where the request takes one.
 */
export function castMedia(media: readonly MediaInput[], cast: Cast): MediaInput[] {
  return media.flatMap((one) => {
    const member = memberNamed(one.url);
    const files = member === undefined ? undefined : cast.get(member);
    if (files === undefined) return [one];
    if (files.length > 1 && (one.at !== undefined || !isReference(one)))
      throw severalFiles(one, files.length);
    return files.map((url) => ({ ...one, url, member }));
  });
}

function severalFiles({ role, url }: MediaInput, count: number): UsageError {
  return new UsageError({
    code: 'cast_of_several',
    message: `${flagOfRole[role]} can't use ${url}`,
    why: `It takes one file, and ${url} has ${count}.`,
    hint: 'give one of its files, or a name of its own for that file',
  });
}

/**
 * Returns a function that gives what a prompt calls a member: `image 1`, or `images 1 and 2`. It throws UsageError for a member
 * that is no reference of the request.
 */
export function castNames(words: Pick<RequestWords, 'body' | 'input' | 'media'>): (member: string) => string {
  const called = new Map<string, string[]>();
  const placed = words.media.filter(({ at }) => at === undefined);
  for (const { media, name } of referenceNames<CastPart>([...earlierParts(words), ...placed])) {
    const { member } = media;
    if (member !== undefined) called.set(member, [...(called.get(member) ?? []), name]);
  }
  return (member) => {
    const names = called.get(member);
    if (names === undefined)
      throw notTaken(
        member,
        words.media.some((one) => !isReference(one)),
      );
    return inOneWord(names);
  };
}

/** A part of a request, and the name of the cast that it was named by. */
interface CastPart {
  role: string | undefined;
  member?: string | undefined;
}

const isReference = ({ role }: Pick<MediaInput, 'role'>): boolean => role.startsWith('reference_');

/** The parts that an earlier body has before those of the flags. */
function earlierParts({ body, input }: Pick<RequestWords, 'body' | 'input'>) {
  const content = ownValue(input ?? objectOf(body?.input) ?? body ?? {}, 'content');
  return (Array.isArray(content) ? content : []).map((part) => ({ role: ownText(objectOf(part), 'role') }));
}

/** `image 1` and `image 2` are `images 1 and 2`. */
export function inOneWord(names: readonly string[]): string {
  const [kind = ''] = names[0]?.split(' ') ?? [];
  const isAlike = names.length > 1 && kind !== 'audio' && names.every((name) => name.startsWith(`${kind} `));
  if (!isAlike) return allOfWords(names);
  return `${kind}s ${allOfWords(names.map((name) => name.slice(kind.length + 1)))}`;
}

/** A name in braces, and one in two: those are braces in the prompt. */
const braced = /\{\{([^{}]*)\}\}|\{([^{}]*)\}/g;

/** A prompt with what it calls each member in the place of its name. Other braces are those of the prompt. Throws UsageError. */
function namedPrompt(prompt: string, words: Parameters<typeof castNames>[0], cast: Cast): string {
  if (cast.size === 0 || !prompt.includes('{')) return prompt;
  const nameOf = castNames(words);
  return prompt.replaceAll(braced, (found: string, doubled: string | undefined, single = '') => {
    const name = (doubled ?? single).trim();
    const meant = cast.has(name) ? name : isCastName(name) ? nameSlipped(name, [...cast.keys()]) : undefined;
    if (meant === undefined) return found;
    if (doubled !== undefined) return found.slice(1, -1);
    if (meant !== name) throw slipped(name, meant);
    return nameOf(name);
  });
}

/** A prompt as it is typed, so that the braces of these words are kept: a name of the cast in braces is in two. */
export function literalPrompt(prompt: string, cast: Cast): string {
  if (cast.size === 0) return prompt;
  return prompt.replaceAll(/\{+([^{}]*)\}+/g, (found, inner: string) => {
    const name = inner.trim();
    const isMeant = cast.has(name) || (isCastName(name) && nameSlipped(name, [...cast.keys()]) !== undefined);
    return isMeant ? `{${found}}` : found;
  });
}

function slipped(name: string, meant: string): UsageError {
  return new UsageError({
    code: 'unknown_cast',
    message: `the prompt has {${name}}, which is no name of the cast`,
    why: `The nearest is {${meant}}.`,
    hint: `write {${meant}}; for the braces themselves, {{${name}}}`,
  });
}

/** A frame has no number, and a request with one may take no reference beside it. */
function notTaken(name: string, hasFrame: boolean): UsageError {
  const taken = hasFrame ? `write ${name} without braces` : `--ref-image @${name}`;
  return new UsageError({
    code: 'cast_not_taken',
    message: `the prompt has {${name}}, but no reference is @${name}`,
    why: `Only a reference has a number that a prompt can call it by${hasFrame ? '; a frame has none' : ''}.`,
    hint: `${taken}; for the braces themselves, {{${name}}}`,
  });
}
