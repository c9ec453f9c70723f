import { isMediaName } from '../../request/fields/media-field.ts';
import { type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import { isLinkMember } from '../../schema/link-shape.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { SubmitFacts } from '../../service/body/submit-subject.ts';
import { type Finding, finding } from '../../service/checks/finding.ts';
import { preflight } from '../../service/checks/preflight.ts';
import type { MediaInput } from '../../service/request-words.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { Composition } from './composition.ts';
import { mediaParts } from './prompt-words.ts';

/** Begins the link that stands in for a local file while a request is checked against a schema. */
const placeholder = 'https://example.com/';

/** The body with a link in place of each local file, as it will be sent, so that it can be checked against a schema. */
export function withFilesAsLinks(body: Record<string, unknown>): Record<string, unknown> {
  const input = objectOf(ownValue(body, 'input'));
  if (input === undefined) return body;
  const members = Object.entries(input).map(([name, value]) => [name, memberAsSent(name, value)]);
  return { ...body, input: Object.fromEntries(members) };
}

function memberAsSent(name: string | number | undefined, value: unknown): unknown {
  return name === 'content' || (typeof name === 'string' && isMediaName(name)) ? asLink(value) : value;
}

/** The value at a place of the body, as it will be sent. */
export function valueAsSent(body: Record<string, unknown>, place: JsonPlace): unknown {
  const [first, name, ...inside] = place;
  if (first !== 'input') return valueAt(body, place);
  if (name === undefined) return withFilesAsLinks(body).input;
  return valueAt(memberAsSent(name, valueAt(body, [first, name])), inside);
}

/** Links stand alone, or under such a name in an object, which may be that of a part. */
function asLink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asLink);
  const holder = objectOf(value);
  if (holder === undefined)
    return typeof value !== 'string' || value === '' || !isLocal(value)
      ? value
      : `${placeholder}${value.split('/').map(encodeURIComponent).join('/')}`;
  const members = Object.entries(holder).map(([name, one]) => [name, isLinkMember(name) ? asLink(one) : one]);
  return Object.fromEntries(members);
}

/** The findings about a composed request, by the checks that a submit has. */
export function compositionFindings(
  { body, facts: { models, tools } }: Composition,
  about: Omit<SubmitFacts, 'model' | 'tools'>,
): Finding[] {
  const model = models.find(({ id, inputSchema }) => id === body.model && inputSchema !== undefined);
  return [...preflight(withFilesAsLinks(body), { ...about, model, tools })];
}

/** Local files that no media flag of the submit names. Their bare paths would be sent. */
export function unsentFiles(body: Record<string, unknown>, media: readonly MediaInput[]): Finding[] {
  const content = ownValue(objectOf(ownValue(body, 'input')), 'content');
  const sent = new Set(media.map(({ url }) => url));
  return mediaParts(content)
    .filter(({ name }) => name !== 'draft')
    .filter(({ source }) => source !== '' && isLocal(source) && !sent.has(source))
    .map(({ index, name }) =>
      finding({
        rule: 'local-file',
        where: jsonPath(['input', 'content', index]),
        enforcedBy: 'generator',
        message: `${name} is a local file, and the other parts prevent sending it`,
        fix: 'give it as an https URL, or have words first and media after them',
        section: '§2.7',
      }),
    );
}
