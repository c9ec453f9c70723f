import { familyOf } from '../../service/families/index.ts';
import { videoInputDescription } from '../../service/wire/video-input-description.ts';
import { ratios, statusMeant } from '../../service/wire-values.ts';
import { objectOf } from '../../text/json-object.ts';
import { splitPath } from '../../text/split-path.ts';

/** The facts of a line that the reader of its flag has. */
export interface LineFacts {
  model: string | undefined;
  /** The value of another flag of the line that is not ours either; undefined where there is none. */
  other(name: string): string | undefined;
}

export function tagWords(value: string): string[] | undefined {
  const isTag = /^[^=!<>\s,]+=[^=,]+$/.test(value) && !/^(status|state|phase)=/.test(value);
  return isTag ? ['--tag', value] : undefined;
}

export function statusWords(value: string): string[] | undefined {
  const status = statusMeant(value);
  return status === undefined ? undefined : ['--status', status];
}

/** The words for a field of a model; none where the document lists what the model takes, and has no such field there. */
export function fieldWords(model: string | undefined, name: string, value: string): string[] {
  const table = model === undefined ? undefined : familyOf(model)?.options;
  const fields = table && (objectOf(videoInputDescription(table).properties) ?? {});
  return fields !== undefined && !Object.hasOwn(fields, name) ? [] : ['--set', `${name}=${value}`];
}

export function makesPictures(model: string | undefined): boolean {
  return model !== undefined && familyOf(model)?.medium === 'image';
}

/** A file goes to its folder by its name, a folder is one; `json` is how other programs ask for a document. */
export function placeWords(value: string): string[] {
  if (value === 'json') return ['--json'];
  const { folder, name } = splitPath(value);
  return /.\.[a-z0-9]{2,4}$/i.test(name)
    ? ['-D', folder === '' ? '.' : folder, '--name', name]
    : ['-D', value];
}

/** The size of a picture in px, or the tier and the shape of a clip of that size. */
export function sizeWords(
  sides: readonly (string | undefined)[],
  { model }: Pick<LineFacts, 'model'>,
): string[] | undefined {
  const [wide = 0, high = 0] = sides.map(Number);
  if (!(wide > 0 && high > 0)) return undefined;
  if (makesPictures(model)) return ['--set', `size=${wide}x${high}`];
  const lines = Math.min(wide, high);
  const tier = lines <= 480 ? '480p' : lines <= 720 ? '720p' : '1080p';
  return ['--resolution', tier, '--ratio', nearestRatio(wide / high)];
}

function nearestRatio(shape: number): string {
  const apart = (ratio: string): number => {
    const [wide = 0, high = 0] = ratio.split(':').map(Number);
    return high > 0 ? Math.abs(Math.log(wide / high / shape)) : Number.POSITIVE_INFINITY;
  };
  return ratios.reduce<string>((best, one) => (apart(one) < apart(best) ? one : best), '16:9');
}
