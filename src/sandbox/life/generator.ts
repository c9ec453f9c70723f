import { requestText } from '../../service/body/request-text.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import { familyOf } from '../../service/families/index.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import {
  type ContainerFormat,
  containerFormats,
  type Resolution,
  ratios,
  resolutions,
  spelledTier,
} from '../../service/video-values.ts';
import { ownValue } from '../../text/json-object.ts';
import type { CatalogueModel } from '../catalogue/index.ts';
import type { FixedRatio } from '../media/frame-size.ts';
import type { Opening, Rendering } from '../media/rendering.ts';
import { pictureSize } from '../picture-size.ts';

/** A request to the generator, as a submit makes it. */
export interface GeneratorRequest {
  jobId: string;
  model: CatalogueModel;
  body: Record<string, unknown>;
  /** The route of the submit, which decides the shape of the body; `jobs` unless given. */
  route?: RequestRoute | undefined;
  /** The rendering of the draft; only for a final. */
  draft: Rendering | undefined;
  /** What a clip is to begin with. */
  opening?: Opening | undefined;
}

/** The part of a prompt that is drawn. Unit: UTF-16 code units. */
const drawnPromptLength = 1_000;
const defaultSeconds = 5;
/** The number of lengths among which a model chooses where it is left to choose. */
const chosenLengths = 5;

/**
 * What the generator will render. It never fails: a request that it refuses gets a rendering too, from which the job's hold is
 * computed.
 *
 * @see service document §2.7, §3
 */
export function renderingOf(request: GeneratorRequest): Rendering {
  const { model, body, route, draft, jobId, opening } = request;
  const subject = readSubmit(body, { model, route });
  const { input } = subject;
  const container = containerOf(model, ownValue(input, 'output_format'));
  // A final does not take over its draft's container if it names one itself.
  if (draft?.kind === 'clip')
    return { ...draft, resolution: '1080p', container: container ?? draft.container };
  const given = ownValue(input, 'seed');
  const seed = typeof given === 'number' && Number.isSafeInteger(given) ? given : seedOf(jobId);
  const prompt = requestText(subject).slice(0, drawnPromptLength);
  if (model.medium === 'image') return { kind: 'picture', ...pictureSize(input), seed, prompt };
  return {
    kind: 'clip',
    resolution: subject.step === 'draft' ? '480p' : resolutionOf(ownValue(input, 'resolution')),
    ratio: ratioOf(ownValue(input, 'ratio')),
    seconds: secondsOf(request, ownValue(input, 'duration')),
    seed,
    prompt,
    container: container ?? 'mp4',
    // Unset means with sound, since `false` is what spares a job the failures of a soundtrack (§7.1).
    sound: familyOf(model.id)?.promptShape === 'content' && ownValue(input, 'generate_audio') !== false,
    ...(opening === undefined ? {} : { opening }),
  };
}

/** The seed that the generator chooses itself; always the same for a job. */
function seedOf(jobId: string): number {
  return Number.parseInt(jobId.slice(-7), 16);
}

function resolutionOf(value: unknown): Resolution {
  const tier = spelledTier(value);
  return resolutions.find((known) => known === tier) ?? '720p';
}

/** `adaptive` becomes 16:9, since the frame that it would follow is never fetched. */
function ratioOf(value: unknown): FixedRatio {
  const known = ratios.find((ratio) => ratio === value);
  return known === undefined || known === 'adaptive' ? '16:9' : known;
}

function secondsOf({ model, jobId }: GeneratorRequest, value: unknown): number {
  const range = familyOf(model.id)?.options?.durationSeconds ?? { least: 4, most: 10, modelChooses: false };
  if (value === -1 && range.modelChooses) return range.least + (seedOf(jobId) % chosenLengths);
  if (typeof value !== 'number' || !Number.isInteger(value)) return defaultSeconds;
  return Math.min(Math.max(value, range.least), range.most);
}

/** The container that was asked for; undefined where none was, or one that the model does not write. */
function containerOf(model: CatalogueModel, value: unknown): ContainerFormat | undefined {
  const offered: readonly ContainerFormat[] = familyOf(model.id)?.options?.containerFormats ?? ['mp4'];
  return containerFormats.find((format) => format === value && offered.includes(format));
}
