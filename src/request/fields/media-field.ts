import { fieldsCalled, requiredFields, type SchemaField, schemaField } from '../../schema/input-field.ts';
import { type LinkShape, linkMedium, linkShapeOf } from '../../schema/link-shape.ts';
import { isFrameRole, partTypeOfRole } from '../../service/body/media-part.ts';
import { mediumOf, type Recipient } from '../../service/body/recipient.ts';
import type { InputDescription } from '../../service/model.ts';
import {
  anyPictureNames,
  endWords,
  mediaFieldNames,
  onePictureNames,
  otherLinkWords,
  startWords,
} from '../../service/wire/media-fields.ts';
import { imageRoles, type MediaRole } from '../../service/wire-values.ts';
import { plainName } from '../../text/nearest-name.ts';

/** A field of a model that takes media. */
export interface MediaField extends LinkShape {
  name: string;
}

/**
 * The field by which a model with a prompt string takes media of a role. It is one that is known by its name, else the only
 * required one that takes a link and fits. Else it is the only one that takes pictures at all. Undefined where its live schema has
 * none, and where there is no schema: a name that was guessed is never sent.
 */
export function mediaFieldOf(role: MediaRole, recipient: Recipient): MediaField | undefined {
  const schema = recipient.entry?.inputSchema;
  if (schema === undefined) return undefined;
  const isPicture = mediumOf(recipient) === 'image';
  // A picture has no first frame and no last one.
  if (isPicture && isFrameRole(role)) return undefined;
  const isOfPicture = isPicture && role === 'reference_image';
  const names = [...mediaFieldNames[role], ...(isOfPicture ? onePictureNames : [])];
  const [known] = linkFields(schema, fieldsCalled(schema, names));
  if (known !== undefined) return known;
  return role === 'last_frame' ? undefined : (onlyRequired(role, schema) ?? onlyPicture(role, schema));
}

/** Names of fields that media flags fill, of one model or another. */
const mediaNames: ReadonlySet<string> = new Set(
  [...Object.values(mediaFieldNames).flat(), ...anyPictureNames].map(plainName),
);

export function isMediaName(name: string): boolean {
  return mediaNames.has(plainName(name));
}

function linkFields(schema: InputDescription, fields: readonly SchemaField[]): MediaField[] {
  return fields.flatMap((field) => {
    const shape = linkShapeOf(field, schema);
    return shape === undefined ? [] : [{ name: field.name, ...shape }];
  });
}

function onlyRequired(role: MediaRole, schema: InputDescription): MediaField | undefined {
  const fields = requiredFields(schema).filter((field) => isLinkFor(role, field));
  const [only, second] = linkFields(schema, fields);
  return second === undefined ? only : undefined;
}

/** The one field of pictures of a model, where its name says nothing of what they are for: any picture goes there. */
function onlyPicture(role: MediaRole, schema: InputDescription): MediaField | undefined {
  if (!imageRoles.some((one) => one === role)) return undefined;
  const names = [...imageRoles.flatMap((one) => mediaFieldNames[one]), ...anyPictureNames];
  const [only, second] = linkFields(schema, fieldsCalled(schema, names));
  if (only === undefined || second !== undefined) return undefined;
  // An object may say of its picture what it is for: without that word it is a reference.
  if (role === 'first_frame' && only.member !== undefined) return undefined;
  const { nodes = [] } = schemaField(schema, only.name) ?? {};
  if (role === 'reference_image' && isFirstFrame(only.name, nodes)) return undefined;
  return anyPictureNames.some((name) => plainName(name) === plainName(only.name)) ? only : undefined;
}

/** Tells whether a field says that it takes a link, and to a medium as a role has it: it names that one, or none. */
function isLinkFor(role: MediaRole, { name, nodes }: SchemaField): boolean {
  const words = wordsOf(name);
  const others: readonly string[] = role === 'last_frame' ? otherLinkWords : [...otherLinkWords, ...endWords];
  if (words.some((word) => others.includes(word))) return false;
  if (role === 'reference_image' && isFirstFrame(name, nodes)) return false;
  // `hero_photo` is told by its last word as `photo` is.
  const told = [words.join('_'), words.at(-1) ?? '']
    .flatMap((called) => nodes.map((node) => linkMedium(called, node)))
    .filter((medium) => medium !== 'no');
  const isDescribed = nodes.some(
    ({ contentMediaType, description, title }) =>
      contentMediaType !== undefined || /\b(url|uri)s?\b/i.test(`${String(title)} ${String(description)}`),
  );
  if (told.length === 0 && !isDescribed) return false;
  const types = nodes.flatMap(({ contentMediaType }) => String(contentMediaType ?? '').split('/')[0] || []);
  return [...told, ...types].every(
    (medium) => medium === undefined || `${medium}_url` === partTypeOfRole[role],
  );
}

/** Tells whether a field says that its picture is the first of the clip: then a reference does not belong there. */
function isFirstFrame(name: string, nodes: SchemaField['nodes']): boolean {
  const said = nodes.map(({ description, title }) => `${String(title)} ${String(description)}`).join(' ');
  return (
    wordsOf(name).some((word) => startWords.includes(word)) ||
    /\b(first|start(ing)?|initial|opening)\s+(frame|image|picture)\b/i.test(said)
  );
}

/** The words of a name: `imageUrl` and `image_url` are image and url. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}
