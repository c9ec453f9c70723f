import type { VideoOptionTable } from '../families/index.ts';
import { type RequestRoute, requestRoutes } from '../request-route.ts';
import {
  audioRoles,
  bitrateModes,
  imageRoles,
  type MediaRole,
  referenceTasks,
  videoRoles,
} from '../video-values.ts';

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
 * The input of a model with a `content` list, from the document's table. The option for the closing still is left out for a
 * route that does not return it.
 * @see service document §2.5, §2.7
 */
export function videoInputDescription(
  table: VideoOptionTable,
  route: RequestRoute = 'jobs',
): Record<string, unknown> {
  const { draft, ...media } = partDescriptions;
  const parts = [...Object.values(media), ...(table.draft ? [draft] : [])];
  const flag = (description: string) => ({ type: 'boolean', default: false, description });
  return inputSchemaOf(['content'], {
    content: {
      type: 'array',
      minItems: 1,
      items: { oneOf: parts },
      description: 'Prompt and media, in order.',
    },
    resolution: {
      type: 'string',
      enum: table.resolutions,
      default: '720p',
      description: 'Tier of the picture; 720p unless given.',
    },
    duration: {
      ...durationSchema(table),
      default: 5,
      description: 'Length; -1 lets the model choose; 5 unless given.',
    },
    ratio: {
      type: 'string',
      enum: table.ratios,
      default: 'adaptive',
      description: 'Shape of the picture; adaptive unless given.',
    },
    ...(table.containerFormats.length > 1 && {
      output_format: {
        type: 'string',
        enum: table.containerFormats,
        default: 'mp4',
        description: 'mov carries 10-bit colour and PCM sound.',
      },
    }),
    generate_audio: { type: 'boolean', description: 'Whether a soundtrack is made.' },
    bitrate_mode: { type: 'string', enum: bitrateModes, description: 'high costs no more.' },
    ...(requestRoutes[route].returnsLastFrame && {
      return_last_frame: flag('The closing still beside the clip; v1 only.'),
    }),
    watermark: flag('Whether the clip is marked.'),
    seed: { type: 'integer', description: 'The same seed gives a similar clip, not the same.' },
    ...(table.referenceTask && {
      omni_reference_task_type: {
        type: 'string',
        enum: referenceTasks,
        default: 'auto',
        description: 'What references are for; needs reference media.',
      },
    }),
    ...(table.draft && { draft: flag('Renders a 480p draft.') }),
  });
}

function durationSchema({ durationSeconds: { least, most, modelChooses } }: VideoOptionTable): FieldSchema {
  const range = { type: 'integer', minimum: least, maximum: most };
  return modelChooses ? { anyOf: [range, { const: -1 }] } : range;
}
