import type { FieldSchema } from './input-description.ts';

/**
 * The parts of a content list as JSON Schema, as open to other fields as the whole input. They repeat the schemas of
 * `video-input.ts` by hand, because deriving them would take as long at every start as a request does. A test compares the two.
 * @see service document §2.7
 */
export const partDescriptions = {
  text: {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        const: 'text',
      },
      text: {
        type: 'string',
        description: 'Words of the prompt.',
      },
    },
    required: ['type', 'text'],
  },
  image: {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        const: 'image_url',
      },
      image_url: {
        type: 'object',
        properties: {
          url: {
            type: 'string',
            description: 'Where the media is.',
          },
        },
        required: ['url'],
      },
      role: {
        type: 'string',
        enum: ['first_frame', 'last_frame', 'reference_image'],
        description: 'What the picture is for.',
      },
    },
    required: ['type', 'image_url'],
  },
  video: {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        const: 'video_url',
      },
      video_url: {
        type: 'object',
        properties: {
          url: {
            type: 'string',
            description: 'Where the media is.',
          },
        },
        required: ['url'],
      },
      role: {
        type: 'string',
        enum: ['reference_video'],
        description: 'What the clip is for.',
      },
    },
    required: ['type', 'video_url'],
  },
  audio: {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        const: 'audio_url',
      },
      audio_url: {
        type: 'object',
        properties: {
          url: {
            type: 'string',
            description: 'Where the media is.',
          },
        },
        required: ['url'],
      },
      role: {
        type: 'string',
        enum: ['reference_audio'],
        description: 'What the sound is for.',
      },
    },
    required: ['type', 'audio_url'],
  },
  draft: {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        const: 'draft_task',
      },
      draft_task: {
        type: 'object',
        properties: {
          id: {
            type: 'string',
            minLength: 1,
            description: 'The draft to render as a final.',
          },
        },
        required: ['id'],
      },
    },
    required: ['type', 'draft_task'],
  },
} as const satisfies Record<string, FieldSchema>;
