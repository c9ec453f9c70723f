import { audioRoles, imageRoles, type MediaRole, videoRoles } from '../video-values.ts';
import type { FieldSchema } from './input-description.ts';
import type { ContentPartType } from './video-input.ts';

/**
 * The parts of a content list as JSON Schema, as open to other fields as the whole input. They repeat the schemas of
 * `video-input.ts` by hand, because deriving them would take as long at every start as a request does. A test compares the two.
 * @see service document §2.7
 */
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
