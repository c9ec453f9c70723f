import { jsonPath } from '../../schema/json/json-place.ts';
import { schemaProblems } from '../../schema/judge.ts';
import type { SchemaProblem } from '../../schema/problem.ts';
import { requestText } from '../../service/body/prompt-field.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { familyOf } from '../../service/families/index.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { type ContainerFormat, ratios, resolutions, spelledTier } from '../../service/wire-values.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { shownValue } from '../../text/shown-value.ts';
import { type CatalogueModel, pictureAreas, pictureSidePixels } from '../catalogue/index.ts';
import type { Opening, Rendering } from '../media/rendering.ts';

/** A request to the generator, as a submit makes it. */
export interface GeneratorRequest {
  jobId: string;
  model: CatalogueModel;
  body: Record<string, unknown>;
  /** The route of the submit, which decides the shape of the body; `jobs` unless given. */
  route?: RequestRoute | undefined;
  /** The rendering of the draft; only for a final. */
  draft: Rendering | undefined;
  /** The opening that a clip is to begin with. */
  opening?: Opening | undefined;
}

/** The part of a prompt that is drawn. Unit: UTF-16 code units. */
const drawnPromptLength = 1_000;
const defaultSeconds = 5;
/** The number of lengths among which a model chooses where it is left to choose. */
const chosenLengths = 5;

/**
 * The rendering that the generator will make. It never fails: a request that it refuses gets a rendering too. The job's hold is
 * computed from that.
 *
 * @see service document §2.7, §3
 */
export function renderingOf(request: GeneratorRequest): Rendering {
  const { model, body, route, draft, jobId, opening } = request;
  const subject = readSubmit(body, { model, route });
  const { input } = subject;
  const offered: readonly ContainerFormat[] = familyOf(model.id)?.options?.output_format ?? ['mp4'];
  const container = known(offered, ownValue(input, 'output_format'));
  // A final does not take over its draft's container if it names one itself.
  if (draft?.kind === 'clip')
    return { ...draft, resolution: '1080p', container: container ?? draft.container };
  const given = ownValue(input, 'seed');
  const seed = typeof given === 'number' && Number.isSafeInteger(given) ? given : seedOf(jobId);
  const prompt = requestText(subject).slice(0, drawnPromptLength);
  if (model.medium === 'image') return { kind: 'picture', ...pictureSize(input), seed, prompt };
  const resolution = known(resolutions, spelledTier(ownValue(input, 'resolution'))) ?? '720p';
  const ratio = known(ratios, ownValue(input, 'ratio')) ?? 'adaptive';
  return {
    kind: 'clip',
    resolution: subject.step === 'draft' ? '480p' : resolution,
    // The frame that `adaptive` would follow is never fetched.
    ratio: ratio === 'adaptive' ? '16:9' : ratio,
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

/** The value, where it is among those that are known. */
function known<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value);
}

function secondsOf({ model, jobId }: GeneratorRequest, value: unknown): number {
  const range = familyOf(model.id)?.options?.duration ?? { least: 4, most: 10, modelChooses: false };
  if (value === -1 && range.modelChooses) return range.least + (seedOf(jobId) % chosenLengths);
  if (typeof value !== 'number' || !Number.isInteger(value)) return defaultSeconds;
  return Math.min(Math.max(value, range.least), range.most);
}

/**
 * The generator's objections to an input; empty where it takes the input. v1 shows their wording, v2 does not. They come from
 * the document's rules, or where those find nothing, from the model's own schema. Fields that the schema does not name are
 * ignored.
 *
 * @see service document §2.5, §2.6, §3, §7.3
 */
export function generatorObjections(
  model: CatalogueModel,
  input: Record<string, unknown>,
  findings: readonly Finding[],
): string[] {
  const documented = findings.filter(({ enforcedBy }) => enforcedBy === 'generator');
  if (documented.length > 0) return documented.map(({ message }) => message);
  const { inputSchema: root } = model;
  const problems = schemaProblems(asTheSchemaWrites(input), root, { root });
  return [...problems.map((problem) => objectionTo(problem, model)), ...sizeObjections(model, input)];
}

function objectionTo({ place, rule, takes, value }: SchemaProblem, { id }: CatalogueModel): string {
  const where = jsonPath(place);
  if (rule === 'schema-required') return `${where} is missing; ${id} needs it`;
  return `${where} is ${shownValue(value)}; ${id} takes ${takes}`;
}

/** A size must match the schema's pattern, and the model must be able to draw its sides. */
function sizeObjections(
  { id, inputSchema, medium }: CatalogueModel,
  input: Record<string, unknown>,
): string[] {
  const size = ownValue(input, 'size');
  if (medium !== 'image' || typeof size !== 'string') return [];
  const pattern = ownValue(
    objectOf(ownValue(objectOf(ownValue(inputSchema, 'properties')), 'size')),
    'pattern',
  );
  const isWritten = typeof pattern !== 'string' || new RegExp(pattern).test(size);
  if (isWritten && (parsePictureSize(size) !== undefined || pictureAreas.has(size))) return [];
  const { least, most } = pictureSidePixels;
  return [`size is ${shownValue(size)}; ${id} takes ${pattern}, each side ${least} to ${most} px`];
}

/** The input with `4k` spelled `4K`, as the schema lists it. The generator takes both spellings. */
function asTheSchemaWrites(input: Record<string, unknown>): Record<string, unknown> {
  const resolution = ownValue(input, 'resolution');
  return resolution === undefined ? input : { ...input, resolution: spelledTier(resolution) };
}

/** Unit: px. */
interface PictureSize {
  width: number;
  height: number;
}

/** Area of a picture for which only a shape is given. Unit: square px. */
const defaultArea = 1_024 * 1_024;
/** Sides that follow from an area and a shape are multiples of this. Unit: px. */
const sideStep = 16;

/** The size of a picture: `size` itself, or the area that it names (or the default) in the shape of `ratio`, or a square. */
function pictureSize(input: Record<string, unknown>): PictureSize {
  const size = parsePictureSize(ownValue(input, 'size'));
  if (size !== undefined) return size;
  const ratio = ownValue(input, 'ratio');
  const [across = 1, down = 1] = typeof ratio === 'string' ? ratio.split(':').map(Number) : [];
  const shape = across > 0 && down > 0 && across / down <= 4 && down / across <= 4 ? across / down : 1;
  const area = pictureAreas.get(String(ownValue(input, 'size'))) ?? defaultArea;
  const side = (length: number) => Math.min(Math.round(length / sideStep) * sideStep, pictureSidePixels.most);
  return { width: side(Math.sqrt(area * shape)), height: side(Math.sqrt(area / shape)) };
}

/** Reads a size such as `1024x768`; undefined for anything else, and for sides that the model does not draw. */
function parsePictureSize(value: unknown): PictureSize | undefined {
  const match = typeof value === 'string' ? /^(\d{2,4})x(\d{2,4})$/.exec(value) : null;
  if (match === null) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  const fits = (side: number) => side >= pictureSidePixels.least && side <= pictureSidePixels.most;
  return fits(width) && fits(height) ? { width, height } : undefined;
}
