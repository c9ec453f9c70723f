import type { MediaRole } from '../../service/wire-values.ts';

/** The forms of media that a role can take. */
export type MediaForm = 'picture' | 'clip' | 'sound';

/** The name of a file of each form, in messages. */
export const formNames = { picture: 'a picture', clip: 'a clip', sound: 'a sound' } as const satisfies Record<
  MediaForm,
  string
>;

interface KindEntry {
  form: MediaForm;
  /** Its name in messages. */
  called: string;
  contentType: string;
}

/** The kinds of media that can be told by their first bytes. */
export const mediaKinds = {
  png: { form: 'picture', called: 'a PNG picture', contentType: 'image/png' },
  jpeg: { form: 'picture', called: 'a JPEG picture', contentType: 'image/jpeg' },
  webp: { form: 'picture', called: 'a WebP picture', contentType: 'image/webp' },
  gif: { form: 'picture', called: 'a GIF picture', contentType: 'image/gif' },
  bmp: { form: 'picture', called: 'a BMP picture', contentType: 'image/bmp' },
  tiff: { form: 'picture', called: 'a TIFF picture', contentType: 'image/tiff' },
  heic: { form: 'picture', called: 'a HEIC picture', contentType: 'image/heic' },
  avif: { form: 'picture', called: 'an AVIF picture', contentType: 'image/avif' },
  mp4: { form: 'clip', called: 'an MP4 clip', contentType: 'video/mp4' },
  mov: { form: 'clip', called: 'a MOV clip', contentType: 'video/quicktime' },
  webm: { form: 'clip', called: 'a WebM or Matroska clip', contentType: 'video/webm' },
  avi: { form: 'clip', called: 'an AVI clip', contentType: 'video/x-msvideo' },
  wav: { form: 'sound', called: 'a WAV sound', contentType: 'audio/wav' },
  mp3: { form: 'sound', called: 'an MP3 sound', contentType: 'audio/mpeg' },
  aac: { form: 'sound', called: 'an AAC sound', contentType: 'audio/aac' },
  m4a: { form: 'sound', called: 'an M4A sound', contentType: 'audio/mp4' },
  ogg: { form: 'sound', called: 'an Ogg sound', contentType: 'audio/ogg' },
  flac: { form: 'sound', called: 'a FLAC sound', contentType: 'audio/flac' },
} as const satisfies Record<string, KindEntry>;

export type MediaKind = keyof typeof mediaKinds;

/** The content type of a kind; of an unknown one that of any bytes. */
export function contentTypeOf(kind: MediaKind | undefined): string {
  return kind === undefined ? 'application/octet-stream' : mediaKinds[kind].contentType;
}

/** The file extension for each MIME type: that of its kind, and those of pictures that may come inside an answer. */
export const extensionOfType: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(mediaKinds).map(([kind, { contentType }]) => [contentType, kind])),
  'image/jpeg': 'jpg',
  'image/jxl': 'jxl',
  'image/svg+xml': 'svg',
};

/** The form of media that each role takes. @see service document §2.7 */
export const formOfRole = {
  first_frame: 'picture',
  last_frame: 'picture',
  reference_image: 'picture',
  reference_video: 'clip',
  reference_audio: 'sound',
} as const satisfies Record<MediaRole, MediaForm>;

/** How many first bytes are needed to tell a kind. */
export const headBytes = 64;

/**
 * The kind of a file by its first bytes, whatever its name is; undefined for any other kind. `head` holds `headBytes` bytes, or
 * all of a shorter file.
 */
export function mediaKindOf(head: Uint8Array): MediaKind | undefined {
  const text = String.fromCharCode(...head.subarray(0, headBytes));
  const simple = signatures.find(([begin]) => text.startsWith(begin));
  if (simple !== undefined) return simple[1];
  if (text.startsWith('RIFF')) return forms[text.slice(8, 12)];
  if (text.slice(4, 8) === 'ftyp') return kindOfBrands(text.slice(8));
  if (oldFirstBoxes.includes(text.slice(4, 8))) return 'mov';
  if (text.startsWith('BM') && text.slice(6, 10) === '\0\0\0\0') return 'bmp';
  return soundFrame(head);
}

const signatures: readonly (readonly [string, MediaKind])[] = [
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff', 'jpeg'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['\x1aE\xdf\xa3', 'webm'],
  ['OggS', 'ogg'],
  ['fLaC', 'flac'],
  ['ID3', 'mp3'],
];

/** Old QuickTime files have no `ftyp` and may begin with any other box. */
const oldFirstBoxes = ['moov', 'mdat', 'wide', 'free', 'skip'];

/** Tells whether a file begins as an MP4 or a MOV does, whatever brand it names; `head` holds at least its first eight bytes. */
export function beginsWithBox(kind: 'mp4' | 'mov', head: Uint8Array): boolean {
  const box = String.fromCharCode(...head.subarray(4, 8));
  return box === 'ftyp' || (kind === 'mov' && oldFirstBoxes.includes(box));
}

const forms: Record<string, MediaKind> = { WEBP: 'webp', WAVE: 'wav', 'AVI ': 'avi' };

function kindOfBrands(brands: string): MediaKind {
  const major = brands.slice(0, 4);
  if (major === 'qt  ') return 'mov';
  if (/^(M4[AB]|F4A) $/.test(major)) return 'm4a';
  // A picture's major brand may be a general one; then one of the compatible brands names the kind.
  if (/^(avif|avis|mif1|msf1)/.test(major) && /avi[fs]/.test(brands)) return 'avif';
  return /^(hei[cxms]|hev[cx]|mif1|msf1)/.test(major) ? 'heic' : 'mp4';
}

/** Tells a frame of MPEG sound by its sync word and its layer: layer III is MP3, layer 0 is AAC. */
function soundFrame([first = 0, second = 0, third = 0]: Uint8Array): MediaKind | undefined {
  if (first !== 0xff) return undefined;
  if ((second & 0xf6) === 0xf0) return 'aac';
  const isLayer3 = (second & 0xe6) === 0xe2;
  return isLayer3 && third >> 4 !== 0xf && (third & 0x0c) !== 0x0c ? 'mp3' : undefined;
}
