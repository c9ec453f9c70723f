import { type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import { isLinkMember } from '../../schema/link-shape.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { SubmitFacts } from '../../service/body/submit-subject.ts';
import { type Finding, finding } from '../../service/checks/finding.ts';
import { preflight } from '../../service/checks/preflight.ts';
import type { ModelEntry } from '../../service/model.ts';
import type { MediaInput } from '../../service/request-words.ts';
import { standInPlaces } from '../../text/base-url.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { type Composition, entryOf, type FileDoubt } from './composition.ts';
import { takesFiles } from './input-flags.ts';

/** The link that stands in for a local file while a request is checked: as long as the one that a dry run has. */
function placeholderOf(path: string): string {
  return `${standInPlaces.files}000000000000/${encodeURIComponent(path.split('/').at(-1) ?? '')}`;
}

/** The link that a file gets; undefined where it is not known. */
type LinkOfFile = (word: string) => string | undefined;

/** The body with a link in place of each local file, as it will be sent, so that it can be checked. */
export function withFilesAsLinks(
  body: Record<string, unknown>,
  entry: ModelEntry,
  linkOf: LinkOfFile = placeholderOf,
): Record<string, unknown> {
  const input = objectOf(ownValue(body, 'input'));
  if (input === undefined) return body;
  const members = Object.entries(input).map(([name, value]) => [
    name,
    takesFiles(entry, name) ? asLink(value, linkOf) : value,
  ]);
  return { ...body, input: Object.fromEntries(members) };
}

/** The value at a place of the body, as it will be sent. */
export function valueAsSent(composition: Composition, place: JsonPlace): unknown {
  const { body } = composition;
  const [first, name, ...inside] = place;
  if (first !== 'input') return valueAt(body, place);
  const entry = entryOf(composition);
  if (name === undefined) return withFilesAsLinks(body, entry).input;
  const member = valueAt(body, [first, name]);
  return valueAt(takesFiles(entry, String(name)) ? asLink(member, placeholderOf) : member, inside);
}

/** Links stand alone, or under such a name in an object, which may be that of a part. */
function asLink(value: unknown, linkOf: LinkOfFile): unknown {
  if (Array.isArray(value)) return value.map((item) => asLink(item, linkOf));
  const holder = objectOf(value);
  if (holder === undefined) return isFileWord(value) ? (linkOf(value) ?? placeholderOf(value)) : value;
  const members = Object.entries(holder).map(([name, member]) => [
    name,
    isLinkMember(name) ? asLink(member, linkOf) : member,
  ]);
  return Object.fromEntries(members);
}

function isFileWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && isLocal(value);
}

/** The places of the words for local files in a body. */
export function filePlaces(body: Record<string, unknown>, entry: ModelEntry): FilePlace[] {
  const input = objectOf(ownValue(body, 'input')) ?? {};
  return Object.entries(input).flatMap(([name, value]) =>
    takesFiles(entry, name) ? filesIn(value, ['input', name]) : [],
  );
}

interface FilePlace {
  place: JsonPlace;
  word: string;
}

function filesIn(value: unknown, place: JsonPlace): FilePlace[] {
  if (isFileWord(value)) return [{ place, word: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => filesIn(item, [...place, index]));
  return Object.entries(objectOf(value) ?? {}).flatMap(([name, member]) =>
    isLinkMember(name) ? filesIn(member, [...place, name]) : [],
  );
}

/** The findings about a composed request, by the checks that a submit has; of its files by their links, where these are known. */
export function compositionFindings(
  composition: Composition,
  about: Omit<SubmitFacts, 'model' | 'tools'>,
  linkOf?: LinkOfFile,
): Finding[] {
  const { body, facts } = composition;
  const { models, tools } = facts;
  const model = models.find(({ id, inputSchema }) => id === body.model && inputSchema !== undefined);
  return [...preflight(withFilesAsLinks(body, entryOf(composition), linkOf), { ...about, model, tools })];
}

/** Findings of the files of a kept request that may be others now. */
export function doubtedFiles({ body, ...composition }: Composition): Finding[] {
  const { doubts = new Map<string, FileDoubt>() } = composition.facts;
  return filePlaces(body, entryOf({ body, ...composition })).flatMap(({ place, word }) => {
    const doubt = doubts.get(word);
    if (doubt === undefined) return [];
    const parts = {
      rule: 'kept-file',
      where: jsonPath(place),
      enforcedBy: 'generator',
      section: '',
    } as const;
    return [{ ...finding({ ...parts, ...doubt }), told: doubt }];
  });
}

/** The composition after somebody entered a value: the files that it names are meant as they are now. */
export function withoutDoubts(composition: Composition, value: unknown): Composition {
  const { doubts } = composition.facts;
  if (doubts === undefined || doubts.size === 0) return composition;
  const entered = new Set(textsIn(value));
  const left = new Map([...doubts].filter(([word]) => !entered.has(word)));
  return { ...composition, facts: { ...composition.facts, doubts: left } };
}

/** All texts of a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Findings of the local files that no media flag of the command names, so that their bare paths would be sent. */
export function unsentFiles({ body, ...composition }: Composition, media: readonly MediaInput[]): Finding[] {
  const sent = new Set(media.map(({ url }) => url));
  return filePlaces(body, entryOf({ body, ...composition }))
    .filter(({ word }) => !sent.has(word))
    .map(({ place, word }) =>
      finding({
        ...(place[1] === 'content' ? outOfOrder(word) : otherForm(word, jsonPath(place))),
        rule: 'local-file',
        where: jsonPath(place),
        enforcedBy: 'generator',
        section: '§2.7',
      }),
    );
}

function outOfOrder(word: string): Pick<Finding, 'fix' | 'message'> {
  return {
    message: `${word} is a local file, and the other parts prevent sending it`,
    fix: 'give it as an https URL, or have words first and media after them',
  };
}

function otherForm(word: string, where: string): Pick<Finding, 'fix' | 'message'> {
  return {
    message: `${word} is a local file, and no media flag writes ${where} in this form`,
    fix: 'give it as an https URL',
  };
}
