import type { RequestRoute } from '../../src/service/request-route.ts';
import type { RequestWords } from '../../src/service/request-words.ts';

export const link = 'https://example.com/a';
export const text = { type: 'string' };

/** Each flag of a request: what it says, and the field of a body that has it. */
export const flags = {
  resolution: [{ options: { resolution: '720p' } }, 'resolution'],
  duration: [{ options: { duration: 5 } }, 'duration'],
  ratio: [{ options: { ratio: '16:9' } }, 'ratio'],
  outputFormat: [{ options: { output_format: 'mov' } }, 'output_format'],
  audio: [{ options: { generate_audio: false } }, 'generate_audio'],
  bitrateMode: [{ options: { bitrate_mode: 'high' } }, 'bitrate_mode'],
  returnLastFrame: [{ options: { return_last_frame: true } }, 'return_last_frame'],
  watermark: [{ options: { watermark: true } }, 'watermark'],
  seed: [{ options: { seed: 0 } }, 'seed'],
  referenceTask: [{ options: { omni_reference_task_type: 'auto' } }, 'omni_reference_task_type'],
  count: [{ count: 1 }, 'count'],
  callbackUrl: [{ callbackUrl: 'https://example.com/done' }, 'callback_url'],
  promptEnhance: [{ promptEnhance: 'off' }, 'prompt_enhance'],
  firstFrame: [{ media: [{ role: 'first_frame', url: link }] }, 'first_frame'],
  lastFrame: [{ media: [{ role: 'last_frame', url: link }] }, 'last_frame'],
  refImage: [{ media: [{ role: 'reference_image', url: link }] }, 'reference_image'],
  refVideo: [{ media: [{ role: 'reference_video', url: link }] }, 'reference_video'],
  refAudio: [{ media: [{ role: 'reference_audio', url: link }] }, 'reference_audio'],
} as const satisfies Record<string, readonly [Partial<RequestWords>, string]>;
export type FlagName = keyof typeof flags;

interface Row {
  model: string;
  route: RequestRoute;
  /** The live schema, and what it is of; the sandbox's own where it is `live`. */
  entry?: { inputSchema: Record<string, unknown>; medium: string | undefined } | 'live';
  /** Refused by name. */
  refused?: readonly FlagName[];
  /** Sent with a warning: the document says that they are accepted and ignored. */
  ignored?: readonly FlagName[];
  /** The names that the model's schema has for media. */
  fields?: Partial<Record<FlagName, string>>;
}

const clipFlags = ['duration', 'outputFormat', 'audio', 'bitrateMode', 'returnLastFrame'] as const;
const mediaFlags = ['firstFrame', 'lastFrame', 'refImage', 'refVideo', 'refAudio'] as const;
const envelopeFlags = ['count', 'callbackUrl', 'promptEnhance'] as const;

/** Who takes what, as the document and the schemas have it. */
export const rows: readonly Row[] = [
  { model: 'vendor-b/video-2.5', route: 'jobs', ignored: ['returnLastFrame'] },
  { model: 'vendor-b/video-2.5', route: 'jobs', entry: 'live', ignored: ['returnLastFrame'] },
  { model: 'vendor-b/video-2.5', route: 'tasks', refused: envelopeFlags },
  { model: 'vendor-b/video-2.5', route: 'spicy', refused: envelopeFlags },
  { model: 'vendor-b/video-2.5', route: 'refs', refused: envelopeFlags },
  { model: 'spicy/video-2-5', route: 'spicy', refused: envelopeFlags },
  { model: 'spicy/video-2-5', route: 'refs', refused: envelopeFlags },
  // That mov is no value of it is for the check of values to say.
  { model: 'vendor-b/video-2.0', route: 'jobs', ignored: ['referenceTask', 'returnLastFrame'] },
  { model: 'vendor-b/video-2.0-fast', route: 'tasks', refused: envelopeFlags, ignored: ['referenceTask'] },
  { model: 'spicy/video-2-0', route: 'refs', refused: envelopeFlags, ignored: ['referenceTask'] },
  // Lines whose table the document does not show: what nothing speaks against may be right.
  {
    model: 'vendor-b/video-9',
    route: 'jobs',
    refused: ['outputFormat'],
    ignored: ['referenceTask', 'returnLastFrame'],
  },
  {
    model: 'vendor-b/video-9',
    route: 'tasks',
    refused: ['outputFormat', ...envelopeFlags],
    ignored: ['referenceTask'],
  },
  {
    model: 'vendor-b/video-9',
    route: 'jobs',
    entry: { medium: 'video', inputSchema: { properties: { content: {}, duration: {}, output_format: {} } } },
    refused: ['resolution', 'ratio', 'audio', 'bitrateMode', 'watermark', 'seed'],
    ignored: ['referenceTask', 'returnLastFrame'],
  },
  {
    model: 'spicy/other',
    route: 'spicy',
    refused: ['outputFormat', ...envelopeFlags],
    ignored: ['referenceTask'],
  },
  // Pictures have no length, no sound and no frames; what their other fields are called only a schema says.
  {
    model: 'vendor-b/image-1',
    route: 'images',
    refused: [...clipFlags, ...mediaFlags, 'callbackUrl', 'promptEnhance'],
    ignored: ['referenceTask'],
  },
  {
    model: 'native-image',
    route: 'images',
    refused: [...clipFlags, ...mediaFlags, 'callbackUrl', 'promptEnhance'],
    ignored: ['referenceTask'],
  },
  {
    model: 'vendor-a/image-1',
    route: 'jobs',
    refused: [...clipFlags, ...mediaFlags],
    ignored: ['referenceTask'],
  },
  {
    model: 'vendor-a/image-1',
    route: 'jobs',
    entry: 'live',
    refused: [...clipFlags, ...mediaFlags, 'resolution', 'watermark'],
    ignored: ['referenceTask'],
  },
  {
    model: 'vendor-a/image-1',
    route: 'jobs',
    entry: {
      medium: 'image',
      inputSchema: {
        allOf: [{ properties: { prompt: text, duration: {} } }],
        properties: { images: { type: 'array', items: text }, omni_reference_task_type: text, audio: text },
      },
    },
    refused: [
      'outputFormat',
      'audio',
      'bitrateMode',
      'returnLastFrame',
      'firstFrame',
      'lastFrame',
      'refVideo',
      'resolution',
      'ratio',
      'watermark',
      'seed',
    ],
    fields: { refImage: 'images', refAudio: 'audio' },
  },
  {
    model: 'vendor-a/video-1',
    route: 'jobs',
    refused: [...mediaFlags, 'outputFormat'],
    ignored: ['referenceTask', 'returnLastFrame'],
  },
  {
    model: 'vendor-a/video-1-i2v',
    route: 'jobs',
    entry: 'live',
    // The one picture that it takes is the first of the clip, and no reference.
    refused: [
      'lastFrame',
      'refImage',
      'refVideo',
      'refAudio',
      'outputFormat',
      'audio',
      'bitrateMode',
      'watermark',
    ],
    ignored: ['referenceTask', 'returnLastFrame'],
    fields: { firstFrame: 'image' },
  },
  {
    model: 'house/video-h3-mini',
    route: 'jobs',
    entry: 'live',
    refused: ['firstFrame', 'lastFrame', 'refVideo', 'outputFormat', 'audio', 'bitrateMode', 'watermark'],
    ignored: ['referenceTask', 'returnLastFrame'],
    fields: { refImage: 'reference_images', refAudio: 'reference_audio' },
  },
  {
    model: 'vendor-a/other',
    route: 'jobs',
    refused: [...mediaFlags, 'outputFormat'],
    ignored: ['referenceTask', 'returnLastFrame'],
  },
  // Of a model that nobody knows here nothing is refused but what there is no field for.
  { model: 'new/model', route: 'jobs', refused: mediaFlags, ignored: ['referenceTask', 'returnLastFrame'] },
  {
    model: 'new/model',
    route: 'jobs',
    entry: {
      medium: undefined,
      inputSchema: {
        properties: { prompt: text, image: text, audio: { type: 'boolean' }, output_format: {} },
      },
    },
    refused: [
      'lastFrame',
      'refVideo',
      'refAudio',
      'resolution',
      'duration',
      'ratio',
      'bitrateMode',
      'watermark',
      'seed',
    ],
    ignored: ['referenceTask', 'returnLastFrame'],
    // Nothing says what the one picture is for; and a switch called audio makes sound.
    fields: { firstFrame: 'image', refImage: 'image', audio: 'audio' },
  },
  {
    model: 'new/model',
    route: 'jobs',
    entry: { medium: 'video', inputSchema: {} },
    refused: mediaFlags,
    ignored: ['referenceTask', 'returnLastFrame'],
  },
  { model: 'native-clip', route: 'tasks', refused: envelopeFlags },
];
