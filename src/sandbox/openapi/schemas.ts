import * as z from 'zod/mini';
import { vendorBVideo25 } from '../../service/families/vendor-b.ts';
import { jobSchema } from '../../service/job.ts';
import { submissionSchema } from '../../service/wire/submission.ts';
import { videoInputDescription } from '../../service/wire/video-input-description.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { catalogue, vendorBPictureSchema } from '../catalogue/index.ts';

/** The component schemas of the OpenAPI document: the contract's, and those that the sandbox invented. */
export function componentSchemas(): JsonObject {
  return opened({
    Submission: jsonSchemaOf(submissionSchema),
    Job: jsonSchemaOf(jobSchema),
    TaskSubmission: withModel(unlisted(videoInputDescription(vendorBVideo25.options, 'tasks'))),
    ImageSubmission: withModel(vendorBPictureSchema),
    TaskAccepted: wholeObject({ id: taskId }),
    JobAccepted: wholeObject({ job_id: jobId, status: { type: 'string', description: 'submitted.' } }),
    Task: taskSchema,
    Pictures: picturesSchema,
    Error: wholeObject({ error: errorSchema }),
    MessageAlone: wholeObject({ error: wholeObject({ message: { type: 'string' } }) }),
    ModelList: wholeObject({ data: { type: 'array', items: modelSchema } }),
  });
}

/**
 * A schema as open as the service is: it takes fields that the contract does not name. A default is told in words, since generators
 * of clients take a field that has one for required.
 */
function opened<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(opened) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    const isClosing = name === 'additionalProperties' && value === false;
    const isUnbound = name === 'maximum' && value === Number.MAX_SAFE_INTEGER;
    if (isClosing || isUnbound || (name === 'default' && typeof value !== 'object')) return [];
    if (name !== 'description' || !('default' in schema)) return [[name, opened(value)]];
    return [[name, `${String(value)} Usually ${String(schema.default)}.`]];
  });
  return Object.fromEntries(members) as Schema;
}

function jsonSchemaOf(schema: z.ZodMiniType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** Keywords that a value may break: the generator decides, and ignores what it does not know. */
const bounds: readonly string[] = ['minimum', 'maximum', 'minItems'];

/** A schema of a request whose fields may have other values than are known. */
function unlisted<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(unlisted) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema)
    .filter(([name]) => !bounds.includes(name))
    .map(([name, value]) => (name === 'enum' ? ['examples', value] : [name, unlisted(value)]));
  return Object.fromEntries(members) as Schema;
}

/** An object that has all of these members. */
function wholeObject(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** The schema of a flat body. */
function withModel({ properties, required, ...schema }: JsonObject): JsonObject {
  const model = { type: 'string', description: 'Catalogue id of the model.' };
  return {
    ...schema,
    required: ['model', ...(required as string[])],
    properties: { model, ...(properties as JsonObject) },
  };
}

/** Members that have one schema. */
function alike(schema: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, schema]));
}

const link = { type: 'string', 'x-unit': 'URL' };
const taskId = { type: 'string', description: "The vendor's task id." };
const jobId = { type: 'string', description: "The service's job id." };

/** The error of a v1 route, whose code is stable and whose text is the generator's. @see service document §7.3 */
const errorSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: "The service's own stable code." },
    message: { type: 'string', description: "The generator's wording; it may quote the request." },
    provider_code: { type: 'string', description: "The generator's own code." },
  },
};

const moment = { type: 'integer', 'x-unit': 's', description: 'Since 1970.' };
const usage = {
  type: 'object',
  properties: alike({ type: 'integer' }, 'completion_tokens', 'total_tokens'),
};

/** The vendor's whole body, most of which the service document does not show, and the service's own fields. @see service document §2.8 */
const taskSchema = {
  type: 'object',
  required: ['status'],
  properties: {
    id: taskId,
    job_id: jobId,
    status: { type: 'string', description: 'running, succeeded or failed.' },
    content: {
      type: 'object',
      properties: {
        video_url: { ...link, description: "The vendor's raw link." },
        last_frame_url: { ...link, description: "The closing still's raw link." },
      },
    },
    data: {
      type: 'array',
      items: {
        type: 'object',
        properties: { url: { ...link, description: "A picture's raw link." } },
      },
    },
    media_url: { ...link, description: "The service's masked link." },
    last_frame_media_url: { ...link, description: 'The masked link of the closing still.' },
    error: errorSchema,
    ...alike({ type: 'string' }, 'model', 'output_format', 'bitrate_mode', 'service_tier'),
    ...alike({ type: 'string', description: 'Of a clip.' }, 'resolution', 'ratio'),
    ...alike({ type: 'boolean' }, 'generate_audio', 'watermark', 'return_last_frame', 'draft'),
    ...alike({ type: 'integer' }, 'seed', 'framespersecond'),
    ...alike({ type: 'integer', 'x-unit': 's' }, 'duration', 'execution_expires_after'),
    ...alike(moment, 'created_at', 'updated_at'),
    size: { type: 'string', description: 'Of a picture.' },
    n: { type: 'integer', description: 'How many pictures.' },
    usage,
  },
};

const picturesSchema = {
  type: 'object',
  required: ['created', 'model', 'data', 'job_id', 'media_url'],
  properties: {
    ...alike({ type: 'string' }, 'model', 'size', 'job_id'),
    created: moment,
    seed: { type: 'integer' },
    data: {
      type: 'array',
      items: { type: 'object', properties: alike({ type: 'string' }, 'url', 'b64_json') },
    },
    usage,
    media_url: { ...link, description: 'The masked link of the first.' },
  },
};

const modelSchema = wholeObject({
  id: { type: 'string', examples: catalogue.map(({ id }) => id) },
  media: { type: 'string', enum: ['image', 'video'] },
  max_runtime_seconds: { type: 'integer', 'x-unit': 's' },
  max_output_count: { type: 'integer' },
  input_schema: { type: 'object' },
});
