import { isRead, type VideoOptionTable, wordsTaken } from '../families/family.ts';
import type { InputOption, OptionRow } from '../fields/option-row.ts';
import { inputOptions } from '../options.ts';
import { type RequestRoute, requestRoutes } from '../request-route.ts';
import { audioRoles, imageRoles, type MediaRole, videoRoles } from '../wire-values.ts';

/** One field of an `input_schema`. */
export type FieldSchema = Record<string, unknown>;

/** An `input_schema`: descriptive, and open to fields it does not name. @see service document §2.5 */
export function inputSchemaOf(
  required: readonly string[],
  properties: Record<string, FieldSchema>,
): Record<string, unknown> {
  return { type: 'object', required, properties, additionalProperties: true };
}

/** The types of the parts of a content list. @see service document §2.7 */
export type ContentPartType = 'text' | 'image_url' | 'video_url' | 'audio_url' | 'draft_task';

/** The parts of a content list, as open to other fields as the whole input. @see service document §2.7 */
export const partDescriptions = {
  text: part('text', { text: { type: 'string', description: 'Words of the prompt.' } }),
  image: mediaPart('image_url', imageRoles, 'What the picture is for.'),
  video: mediaPart('video_url', videoRoles, 'What the clip is for.'),
  audio: mediaPart('audio_url', audioRoles, 'What the sound is for.'),
  draft: part('draft_task', {
    draft_task: holding('id', {
      type: 'string',
      minLength: 1,
      description: 'The draft to render as a final.',
    }),
  }),
} as const satisfies Record<string, FieldSchema>;

/** A part of one type, which requires the member that is named like it. */
function part(type: ContentPartType, members: Record<string, FieldSchema>): FieldSchema {
  return {
    type: 'object',
    properties: { type: { type: 'string', const: type }, ...members },
    required: ['type', type],
  };
}

function mediaPart(type: ContentPartType, roles: readonly MediaRole[], says: string): FieldSchema {
  return part(type, {
    [type]: holding('url', { type: 'string', description: 'Where the media is.' }),
    role: { type: 'string', enum: roles, description: says },
  });
}

function holding(name: string, member: FieldSchema): FieldSchema {
  return { type: 'object', properties: { [name]: member }, required: [name] };
}

/**
 * The input of a model with a `content` list, from the document's table. An option is left out where the family or the route does
 * not take it, or takes one value of it.
 * @see service document §2.5, §2.7
 */
export function videoInputDescription(
  table: VideoOptionTable,
  route: RequestRoute = 'jobs',
): Record<string, unknown> {
  const { draft, ...media } = partDescriptions;
  const parts = [...Object.values(media), ...(table.draft ? [draft] : [])];
  return inputSchemaOf(['content'], {
    content: {
      type: 'array',
      minItems: 1,
      items: { oneOf: parts },
      description: 'Prompt and media, in order.',
    },
    ...Object.fromEntries(
      [...inputOptions]
        .filter(([name, row]) => isDescribed(name, row, table, route))
        .map(([name, row]) => [name, optionSchema(name, row, table)]),
    ),
  });
}

function isDescribed(
  name: string,
  { onRoutes }: Partial<OptionRow>,
  table: VideoOptionTable,
  route: RequestRoute,
): boolean {
  if (onRoutes !== undefined && !requestRoutes[route][onRoutes]) return false;
  return name === 'draft'
    ? table.draft === true
    : isRead(name, table) && wordsTaken(name, table).length !== 1;
}

function optionSchema(
  name: string,
  { says, takes, usual }: InputOption,
  table: VideoOptionTable,
): FieldSchema {
  const words = wordsTaken(name, table);
  const values = words.length > 0 ? { type: 'string', enum: words } : valuesOf(takes, table);
  return { ...values, ...(usual === undefined ? {} : { default: usual }), description: says };
}

function valuesOf(takes: InputOption['takes'], { duration }: VideoOptionTable): FieldSchema {
  if (takes !== 'seconds') return { type: takes === 'whole number' ? 'integer' : 'boolean' };
  const { least, most, modelChooses } = duration;
  const range = { type: 'integer', minimum: least, maximum: most };
  return modelChooses ? { anyOf: [range, { const: -1 }] } : range;
}
