import { mediaFieldNames, onePictureNames } from '../contract/media-fields.ts';
import type { MediaRole } from '../contract/video-values.ts';
import { ownValue } from './json-object.ts';
import { mediumOf, type Recipient } from './recipient.ts';
import { possibleNodes, propertyNodes, startWalk } from './schema/nodes.ts';

/** A field of a model that takes media. */
export interface MediaField {
  name: string;
  isList: boolean;
}

/**
 * The field by which a model with a prompt string takes media of a role. Undefined where its live schema has none, and where
 * there is no schema: a name that was guessed is never sent.
 */
export function mediaFieldOf(role: MediaRole, recipient: Recipient): MediaField | undefined {
  const schema = recipient.entry?.inputSchema;
  if (schema === undefined) return undefined;
  const isPicture = mediumOf(recipient) === 'image';
  // A picture has no first frame and no last one.
  if (isPicture && (role === 'first_frame' || role === 'last_frame')) return undefined;
  const isOfPicture = isPicture && role === 'reference_image';
  const names = [...mediaFieldNames[role], ...(isOfPicture ? onePictureNames : [])];
  for (const name of names) {
    const walk = startWalk(schema);
    const nodes = propertyNodes(schema, name, walk).flatMap((node) => possibleNodes(node, walk));
    const types = nodes.flatMap((node) => ownValue(node, 'type') ?? []);
    const isList = types.includes('array');
    // An `audio` of true or false makes sound; it takes none.
    if (nodes.length > 0 && (types.length === 0 || isList || types.includes('string')))
      return { name, isList };
  }
  return undefined;
}
