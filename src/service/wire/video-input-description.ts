import type { VideoOptionTable } from '../families/index.ts';
import { type RequestRoute, requestRoutes } from '../request-route.ts';
import { bitrateModes, referenceTasks } from '../video-values.ts';
import { described, type FieldSchema, inputSchemaOf } from './input-description.ts';
import { partDescriptions } from './part-descriptions.ts';
import { videoInputSchema } from './video-input.ts';

const fields = videoInputSchema.shape;

/**
 * The input of a model with a `content` list, from the document's table. The option for the closing still is left out for a
 * route that does not return it.
 * @see service document §2.5, §2.7
 */
export function videoInputDescription(
  table: VideoOptionTable,
  route: RequestRoute = 'jobs',
): Record<string, unknown> {
  return inputSchemaOf(['content'], {
    content: contentSchema(table.draft),
    resolution: described(fields.resolution, {
      type: 'string',
      enum: table.resolutions,
      default: '720p',
    }),
    duration: described(fields.duration, durationSchema(table)),
    ratio: described(fields.ratio, { type: 'string', enum: table.ratios, default: 'adaptive' }),
    ...(table.containerFormats.length > 1 && {
      output_format: described(fields.output_format, {
        type: 'string',
        enum: table.containerFormats,
        default: 'mp4',
      }),
    }),
    generate_audio: described(fields.generate_audio, { type: 'boolean' }),
    bitrate_mode: described(fields.bitrate_mode, { type: 'string', enum: bitrateModes }),
    ...(requestRoutes[route].returnsLastFrame && {
      return_last_frame: described(fields.return_last_frame, { type: 'boolean', default: false }),
    }),
    watermark: described(fields.watermark, { type: 'boolean', default: false }),
    seed: described(fields.seed, { type: 'integer' }),
    ...(table.referenceTask && {
      omni_reference_task_type: described(fields.omni_reference_task_type, {
        type: 'string',
        enum: referenceTasks,
        default: 'auto',
      }),
    }),
    ...(table.draft && { draft: described(fields.draft, { type: 'boolean', default: false }) }),
  });
}

function contentSchema(draft: boolean): FieldSchema {
  const { draft: draftTask, ...media } = partDescriptions;
  const offered = [...Object.values(media), ...(draft ? [draftTask] : [])];
  return described(fields.content, { type: 'array', minItems: 1, items: { oneOf: offered } });
}

function durationSchema({ durationSeconds: { least, most, modelChooses } }: VideoOptionTable): FieldSchema {
  const range = { type: 'integer', minimum: least, maximum: most };
  return modelChooses ? { anyOf: [range, { const: -1 }], default: 5 } : { ...range, default: 5 };
}
