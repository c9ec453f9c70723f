import { familyOf } from '../../service/families/index.ts';
import { ratios } from '../../service/video-values.ts';
import { videoInputDescription } from '../../service/wire/video-input-description.ts';
import { objectOf } from '../../text/json-object.ts';
import { splitPath } from '../../text/split-path.ts';
import { absentFlag } from './absent-flags.ts';
import type { FlagSynonym, LineFacts } from './flag-synonym.ts';
import { listFlagSynonyms } from './list-flag-synonyms.ts';

const renamed = (to: string, ...names: string[]): FlagSynonym => ({
  names,
  takes: true,
  words: (value) => [to, value],
});
const switched = (to: string, ...names: string[]): FlagSynonym => ({
  names,
  takes: false,
  words: () => to.split(' '),
});
const field = (name: string, ...names: string[]): FlagSynonym => ({
  names,
  takes: true,
  words: (value, { model }) => (lacksField(model, name) ? [] : ['--set', `${name}=${value}`]),
  without: ({ model }) => `${model} has no field ${name}.`,
});

const flagSynonyms: readonly FlagSynonym[] = [
  ...listFlagSynonyms,
  renamed('--ratio', '--aspect-ratio', '--aspect', '--ar', '--shape'),
  renamed('--model', '--engine', '--checkpoint'),
  renamed('--max-cost', '--budget', '--max-spend', '--cost-limit', '--spend-limit', '--max-price'),
  renamed('--prompt', '--text', '--description', '--query'),
  renamed('--first-frame', '--start-image', '--start-frame'),
  renamed('--last-frame', '--end-image', '--end-frame', '--tail-image'),
  renamed('--ref-image', '--reference', '--ref', '--reference-image', '--style-image'),
  renamed('--ref-video', '--video', '--input-video', '--reference-video'),
  renamed('--ref-audio', '--sound', '--music', '--input-audio', '--reference-audio'),
  renamed('--callback-url', '--webhook', '--webhook-url', '--callback'),
  renamed('--profile', '--account', '--context'),
  renamed('--base-url', '--endpoint', '--server', '--api-url'),
  renamed('--color', '--colour'),
  renamed('--duration', '--length', '--seconds', '--secs', '--time'),
  renamed('--resolution', '--res'),
  renamed('--since', '--after'),
  renamed('--tag', '--label'),
  renamed('--status', '--state'),
  renamed('--name', '--template'),
  renamed('--idempotency-key', '--request-id'),
  switched('--wait', '--follow', '--watch', '--block', '--await'),
  switched('--download', '--save'),
  switched('--sandbox', '--mock', '--fake'),
  switched('--quiet', '--silent'),
  switched('--verbose', '--debug', '--trace'),
  switched('--color never', '--no-color', '--no-colour'),
  switched('--dry-run', '--dry', '--noop', '--simulate'),
  switched('--no-audio', '--mute', '--without-audio', '--silent-video'),
  switched('--audio', '--with-audio', '--generate-audio'),
  field('negative_prompt', '--negative-prompt', '--negative', '--neg'),
  field('steps', '--steps', '--num-inference-steps'),
  field('guidance_scale', '--guidance', '--guidance-scale', '--cfg', '--cfg-scale'),
  field('strength', '--strength'),
  field('style', '--style'),
  field('fps', '--fps', '--framerate'),
  {
    names: ['--n', '--num', '--number', '--num-images', '--num-outputs', '--samples', '--copies'],
    takes: true,
    words: (value, { model }) => [makesPictures(model) ? '--count' : '--takes', value],
  },
  {
    names: [
      '--out',
      '--output',
      '--output-file',
      '--output-dir',
      '--out-dir',
      '--outdir',
      '--folder',
      '--dest',
      '--save-to',
    ],
    takes: true,
    words: outputWords,
  },
  {
    names: ['--format', '--container', '--ext'],
    takes: true,
    words: (value) => (value === 'json' ? ['--json'] : ['--output-format', value.replace(/^\./, '')]),
  },
  {
    names: ['--size', '--dimensions', '--image-size'],
    takes: true,
    words: (value, line) => {
      const [, width, height] = /^(\d{2,5})[x×*:](\d{2,5})$/i.exec(value) ?? [];
      return sizeWords(width, height, line);
    },
  },
  {
    names: ['--width'],
    takes: true,
    with: '--height',
    words: (value, line) => sizeWords(value, line.other('--height'), line),
  },
  {
    names: ['--height'],
    takes: true,
    with: '--width',
    words: (value, line) => sizeWords(line.other('--width'), value, line),
  },
  { names: ['--endpoint-url', '--s3-endpoint-url'], takes: true, words: (value) => ['--s3-endpoint', value] },
];

/** The long flags of other programs that mean something here. */
export const longSynonyms: readonly string[] = flagSynonyms.flatMap(({ names }) =>
  names.filter((name) => name.startsWith('--')),
);

/** What a flag that is not ours may mean on a command, the likeliest first. */
export function flagMeanings(name: string, hasValue: boolean, command: string): readonly FlagSynonym[] {
  const known = synonymsOn(name, command);
  return known.toSorted((one, other) => Number(other.takes === hasValue) - Number(one.takes === hasValue));
}

/** Whether the word behind a flag that is not ours is its value. */
export function takesValueElsewhere(name: string, command: string): boolean {
  return synonymsOn(name, command).some(({ takes }) => takes) || absentFlag(name, command)?.takes === true;
}

/** What a flag means on one command goes before what it means on any. */
function synonymsOn(name: string, command: string): readonly FlagSynonym[] {
  const known = flagSynonyms.filter(({ names }) => names.includes(name));
  const own = known.filter(({ on }) => on?.includes(command));
  return own.length > 0 ? own : known.filter(({ on }) => on === undefined);
}

/** Whether the document lists what a model takes, and has no such field there. */
function lacksField(model: string | undefined, name: string): boolean {
  const table = model === undefined ? undefined : familyOf(model)?.options;
  if (table === undefined) return false;
  return !Object.hasOwn(objectOf(videoInputDescription(table).properties) ?? {}, name);
}

function makesPictures(model: string | undefined): boolean {
  return model !== undefined && familyOf(model)?.medium === 'image';
}

/** A file goes to its folder by its name, a folder is one; `json` is how other programs ask for a document. */
function outputWords(value: string): string[] {
  if (value === 'json') return ['--json'];
  const { folder, name } = splitPath(value);
  return /.\.[a-z0-9]{2,4}$/i.test(name)
    ? ['-D', folder === '' ? '.' : folder, '--name', name]
    : ['-D', value];
}

/** The size of a picture in px, or the tier and the shape of a clip of that size. */
function sizeWords(
  width: string | undefined,
  height: string | undefined,
  { model }: LineFacts,
): string[] | undefined {
  const [wide, high] = [Number(width), Number(height)];
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
