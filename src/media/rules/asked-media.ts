import { askedFields } from '../../service/body/asked-fields.ts';
import { linesOf, secondsOf, sidesOf, truthOf } from '../../service/body/option-value.ts';
import { draftIdsOf } from '../../service/body/submit-subject.ts';
import { type OptionName, optionRow } from '../../service/options.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';

/** The properties that a request asks of its files, as far as it names them. */
export interface AskedMedia {
  /** Length of a clip. */
  seconds: number | undefined;
  /** The tier of a clip: 720 for `720p`. Unit: lines. */
  lines: number | undefined;
  /** Width divided by height. */
  ratio: number | undefined;
  /** Unit: px. */
  size: { width: number; height: number } | undefined;
  framesPerSecond: number | undefined;
  hasSound: boolean | undefined;
  container: string | undefined;
  /** How many files, without those that come besides, such as a last frame. */
  outputs: number | undefined;
}

/** Names that models give to fields that the document does not name. */
const frameRateNames = ['fps', 'frame_rate', 'framerate', 'frames_per_second'] as const;
const sizeNames = ['size', 'image_size', 'video_size', 'output_size', 'dimensions'] as const;
/** A pair of larger numbers is a size, one of smaller numbers a shape. */
const pixelsLeast = 100;

/**
 * Reads what a request asks of its files. What it leaves to the model is undefined, as is a length that depends on a clip among its
 * references.
 *
 * @param request the body as it was sent.
 * @param rendered the same with the settings of its draft, where it is a final.
 * @see service document §2.4, §2.7, §3
 */
export function askedMedia(request: unknown, rendered: unknown): AskedMedia {
  const fields = askedFields(rendered);
  const body = objectOf(request);
  const shape = sidesIn(fields, [...namesOf('ratio'), ...sizeNames]);
  const pair = sidesIn(fields, sizeNames) ?? pairOf(ownValue(fields, 'width'), ownValue(fields, 'height'));
  const size = pair !== undefined && pair.width >= pixelsLeast ? pair : undefined;
  return {
    seconds: lengthIsOpen(fields) ? undefined : positive(secondsOf(given(fields, namesOf('duration')))),
    lines: tierOf(body ?? {}, fields),
    ratio: shape === undefined ? undefined : shape.width / shape.height,
    size,
    framesPerSecond: positive(given(fields, frameRateNames)),
    hasSound: truth(given(fields, namesOf('generate_audio'))),
    container: text(given(fields, namesOf('output_format')))?.toLowerCase(),
    outputs: positive(ownValue(objectOf(ownValue(body, 'output')), 'count')),
  };
}

function namesOf(option: OptionName): readonly string[] {
  return [option, ...optionRow(option).names.sure];
}

function given(fields: Record<string, unknown>, names: readonly string[]): unknown {
  return names.map((name) => ownValue(fields, name)).find((value) => value !== undefined);
}

/** The tier: on drafts and finals it is the service's own. @see service document §3, draft mode */
function tierOf(body: Record<string, unknown>, fields: Record<string, unknown>): number | undefined {
  if (draftIdsOf(body).length > 0) return 1080;
  if (ownValue(fields, 'draft') === true) return 480;
  const tier = given(fields, namesOf('resolution'));
  return /^4k$/i.test(String(tier)) ? 2160 : positive(linesOf(tier));
}

/** Tells whether the length is not that of the request alone: an extension adds to a clip. So may what the model chooses to do with one. */
function lengthIsOpen(fields: Record<string, unknown>): boolean {
  const task = ownValue(fields, 'omni_reference_task_type');
  const content = ownValue(fields, 'content');
  const hasClip =
    Array.isArray(content) && content.some((part) => ownValue(objectOf(part), 'type') === 'video_url');
  return task === 'extend' || (hasClip && task !== 'reference');
}

function sidesIn(
  fields: Record<string, unknown>,
  names: readonly string[],
): { width: number; height: number } | undefined {
  const [width, height] = sidesOf(given(fields, names))?.split(':') ?? [];
  return pairOf(width, height);
}

function pairOf(wide: unknown, high: unknown): { width: number; height: number } | undefined {
  const [width, height] = [positive(wide), positive(high)];
  return width === undefined || height === undefined ? undefined : { width, height };
}

function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

function truth(value: unknown): boolean | undefined {
  const word = value === undefined ? undefined : truthOf(value);
  return word === undefined ? undefined : word === 'yes';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
