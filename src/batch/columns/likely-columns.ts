import { plainName } from '../../text/nearest-name.ts';
import { lineCommands } from './line-words.ts';

const yesOrNo = /^(true|false|yes|no|on|off|0|1)$/i;

const picture = /^(https?:\/\/\S+|\S.*\.(png|jpe?g|webp|gif|bmp|tiff?|heic))$/i;
const clip = /^(https?:\/\/\S+|\S.*\.(mp4|mov|webm))$/i;
const sound = /^(https?:\/\/\S+|\S.*\.(wav|mp3|m4a))$/i;

/** The pattern of a text for which a column of that name is meant: a word of the manifest's own has other texts. */
export const patterns = {
  duration: /^\d+(\.\d+)?\s*(s|secs?|seconds?)?$/i,
  resolution: /^(\d{3,4}p?|[248]k|(full ?)?hd|uhd)$/i,
  ratio: /^(\d+\s*[:x/]\s*\d+|adaptive)$/i,
  seed: /^-?\d+$/,
  audio: yesOrNo,
  watermark: yesOrNo,
  first_frame: picture,
  ref_image: picture,
  ref_video: clip,
  ref_audio: sound,
  model: /^[\w.-]+\/[\w.-]+$/,
  command: new RegExp(`${yesOrNo.source}|^(${lineCommands.join('|')})$`, 'i'),
} as const satisfies Record<string, RegExp>;

type LikelyColumn = keyof typeof patterns;

/** Names that mean a column only beside a value of its kind, without case and separators. */
const namesByValue: Readonly<Partial<Record<LikelyColumn, readonly string[]>>> = {
  duration: ['len', 'dur', 'sec', 'runtime', 'runningtime'],
  resolution: ['quality', 'tier', 'definition', 'reso'],
  ratio: ['orientation'],
  audio: ['sound', 'soundtrack', 'silent', 'muted'],
  first_frame: ['start', 'frame', 'firstimg', 'startimg', 'startpic'],
  ref_image: ['img', 'imgs', 'refimg', 'picture', 'pictures', 'photo', 'photos', 'pic'],
  ref_video: ['clip', 'footage', 'refclip'],
  ref_audio: ['track', 'audiotrack', 'soundtrackfile', 'song', 'voice'],
  model: ['modelid', 'modelname', 'modelversion'],
  command: ['cmd', 'action', 'isdraft', 'draftonly'],
};

/** Words that a name may have before or behind them: `shot_duration`, `audioOn`. */
const within = ['duration', 'resolution', 'ratio', 'seed', 'audio', 'watermark'] as const;

/** The column that a name stands for beside a value of that column; undefined for any other name. */
export function columnByValue(name: string): LikelyColumn | undefined {
  const plain = plainName(name);
  const pieces = name
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return (
    (Object.keys(namesByValue) as LikelyColumn[]).find((one) => namesByValue[one]?.includes(plain)) ??
    within.find((one) => pieces.at(-1) === one || pieces[0] === one || plain === `no${one}`)
  );
}

/** Names under which other programs keep the words of a request. */
export const holders =
  /^(params?|parameters|options|settings|config|configuration|request|args|arguments|fields)$/i;
