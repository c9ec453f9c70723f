import type { JsonPlace } from '../../schema/json/json-place.ts';
import { isLinkMember } from '../../schema/link-shape.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';
import type { MediaRole } from '../wire-values.ts';

/** Fields of several pictures whose names don't say what the pictures are for. */
const pictureListNames = [
  'images',
  'image_urls',
  'input_images',
  'input_image_urls',
  'image_list',
  'image_inputs',
  'image_input',
  'img_urls',
] as const;

/** Names of a field for one file: each of these, and as its link. */
function one(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['', '_url', '_uri', '_link'].map((end) => `${name}${end}`));
}

/** Names of a field for several files: each of these, as many, as one, and as links. */
function several(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`${name}s`, ...one(name), `${name}_urls`]);
}

/** Fields of a single picture: a clip begins with it; a picture is modelled on it. */
export const onePictureNames = one(
  'image',
  'input_image',
  'img',
  'init_image',
  'prompt_image',
  'source_image',
);

/**
 * Names that models with a prompt string give to the field for media of a role, likeliest first. The document shows none of them,
 * so a name counts only where a model's own schema has it. `imageUrl` is `image_url` in other letters.
 * @see service document §2.5, §2.6
 */
export const mediaFieldNames: Readonly<Record<MediaRole, readonly string[]>> = {
  first_frame: [
    ...one(
      'first_frame',
      'start_image',
      'first_frame_image',
      'first_image',
      'start_frame',
      'start_frame_image',
    ),
    ...one('start_keyframe', 'first_keyframe', 'starting_frame', 'starting_image', 'image_start'),
    ...one('initial_image'),
    ...onePictureNames,
    ...one('conditioning_image'),
  ],
  last_frame: [
    ...one('last_frame', 'end_image', 'image_tail', 'last_frame_image', 'last_image', 'end_frame'),
    ...one('end_frame_image', 'end_keyframe', 'last_keyframe', 'ending_frame', 'ending_image', 'image_end'),
    ...one('tail_image', 'final_frame', 'final_image'),
  ],
  reference_image: [
    ...several('reference_image', 'ref_image'),
    'image_references',
    'image_refs',
    ...pictureListNames,
    'input_references',
    'input_reference',
    ...several('subject_image'),
    'subject_reference',
    'reference_urls',
  ],
  reference_video: [
    ...several('reference_video', 'ref_video', 'video', 'input_video'),
    'video_input',
    ...one('source_video', 'prompt_video', 'driving_video'),
  ],
  reference_audio: [
    'reference_audio',
    ...several('reference_audio', 'ref_audio', 'audio', 'input_audio').filter(
      (name) => name !== 'reference_audio',
    ),
    'audio_input',
    'audio_file',
    ...one('source_audio', 'driving_audio'),
    'sound_url',
    'music_url',
    'voice_url',
  ],
};

/** Fields of one or several pictures whose names don't say what the pictures are for. */
export const anyPictureNames = [...onePictureNames, ...pictureListNames] as const;

/** Words in a field's name that mean the beginning of a clip. */
export const startWords: readonly string[] = ['first', 'start', 'starting', 'init', 'initial', 'begin'];

/** Words in a field's name that mean the end of a clip. */
export const endWords: readonly string[] = ['last', 'end', 'ending', 'tail', 'final'];

/** Words in a field's name which say that its link is no reference: the service calls it or writes to it, or it is a mask, say. */
export const otherLinkWords: readonly string[] = [
  'prompt',
  'text',
  'webhook',
  'callback',
  'notify',
  'notification',
  'upload',
  'output',
  'redirect',
  'mask',
  'lora',
  'model',
  'checkpoint',
  'weights',
  'voice',
];

/** A link, or what stands in its place, in a field of a model with a prompt string. */
interface MediaValue {
  place: JsonPlace;
  url: string;
}

/** The places of the names that fields for media of these roles are known to have, each as it is compared. */
function ranksOf(roles: readonly MediaRole[]): ReadonlyMap<string, number> {
  const key = roles.join();
  const known = ranksByRoles.get(key);
  if (known !== undefined) return known;
  const names = roles.flatMap((role): readonly string[] => mediaFieldNames[role]);
  const ranks = new Map<string, number>();
  for (const name of roles.includes('reference_image') ? [...names, ...onePictureNames] : names) {
    const plain = plainName(name);
    if (!ranks.has(plain)) ranks.set(plain, ranks.size);
  }
  ranksByRoles.set(key, ranks);
  return ranks;
}

/** A manifest asks for the media of every line, of which the names are over a hundred. */
const ranksByRoles = new Map<string, ReadonlyMap<string, number>>();

const allRoles = Object.keys(mediaFieldNames) as MediaRole[];

/** The media in the fields of an input; of all roles unless some are given. Where a field has a list, each of its elements. */
export function mediaValues(
  input: Record<string, unknown>,
  roles: readonly MediaRole[] = allRoles,
): MediaValue[] {
  return fieldsOf(input, ranksOf(roles)).flatMap((name) => {
    const value = ownValue(input, name);
    if (!Array.isArray(value)) return mediaValue(value, [name]);
    return value.flatMap((one, index) => mediaValue(one, [name, index]));
  });
}

/** The fields of an input that have one of these names, in whatever letters. In the order of the names. */
function fieldsOf(input: Record<string, unknown>, ranks: ReadonlyMap<string, number>): string[] {
  return Object.keys(input)
    .map((name) => ({ name, rank: ranks.get(plainName(name)) ?? -1 }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ name }) => name);
}

/** A link as it is, or in an object that holds it. */
function mediaValue(value: unknown, place: JsonPlace): MediaValue[] {
  if (typeof value === 'string' && value !== '') return [{ place, url: value }];
  const members = Object.entries(objectOf(value) ?? {});
  return members.flatMap(([name, url]) =>
    isLinkMember(name) && typeof url === 'string' && url !== '' ? [{ place: [...place, name], url }] : [],
  );
}
