import { isFrameRole, partTypeOfRole } from '../../service/body/media-part.ts';
import { referenceClipLimits as clip, limits } from '../../service/limits.ts';
import { flagOfRole } from '../../service/request-words.ts';
import type { MediaRole } from '../../service/wire-values.ts';
import type { Symbols } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import type { MediaOffer, OfferedMedia } from './model-offer.ts';

/** Names of a medium of each role: one of it, and several. */
const nouns = {
  first_frame: ['first frame', 'first frames'],
  last_frame: ['last frame', 'last frames'],
  reference_image: ['picture', 'pictures'],
  reference_video: ['clip', 'clips'],
  reference_audio: ['sound', 'sounds'],
} as const satisfies Record<MediaRole, readonly [one: string, several: string]>;

const finalize = 'genctl finalize ID';

/**
 * The prompt and media of a model in a few lines, by the flags that give them, with the limits that requests are checked by.
 * @see service document §2.7, §3, §8
 */
export function mediaWords(offer: MediaOffer, symbols: Pick<Symbols, 'to'>): string[] {
  if (offer.prompt?.field !== 'content') return fieldsWords(offer);
  return [contentWords(offer), ...clipWords(offer, symbols), soundWords(offer)].filter((line) => line !== '');
}

/** As `mediaWords`, in the fewest words, for a row of a list: `prompt, 30 pictures, 10 clips, frames, drafts`. */
export function takenWords({ media, prompt, takesDrafts }: MediaOffer): string {
  const isParts = prompt?.field === 'content';
  const counted = media
    .filter((one) => !isParts || !isFrame(one))
    .map((one) => (one.most === 1 ? nouns[one.roles[0]][0] : countWords(one)));
  return [
    ...(prompt === undefined ? [] : ['prompt']),
    ...counted,
    ...(isParts && media.some(isFrame) ? ['frames'] : []),
    ...(takesDrafts ? ['drafts'] : []),
  ].join(', ');
}

function contentWords({ media, takesDrafts }: MediaOffer): string {
  const references = media.filter((one) => !isFrame(one));
  const frames = media.filter(isFrame);
  const counted = references.map(countWords).join(', ');
  const flags = references.flatMap(flagsOf).join(', ');
  const upTo = references.some(({ most }) => most !== undefined) ? 'up to ' : '';
  return [
    references.length === 0 ? 'a prompt' : `a prompt, and ${upTo}${counted}: ${flags}`,
    ...(frames.length === 0 ? [] : [`or ${frames.flatMap(flagsOf).join(' / ')}`]),
    ...(takesDrafts ? [`or a draft: ${finalize}`] : []),
  ].join('; ');
}

/** A line for the fields of a model with a prompt string. */
function fieldsWords({ media, prompt }: MediaOffer): string[] {
  const parts = media.map((one) => {
    const told = [
      ...(one.field === undefined ? [] : [safeLine(one.field)]),
      ...(one.isNeeded ? ['needed'] : []),
    ];
    return `${fieldNoun(one)} (${told.join(', ')}): ${flagsOf(one).join(' or ')}`;
  });
  const words = prompt === undefined ? [] : [promptWords(prompt)];
  const all = [...words, ...parts];
  return all.length === 0 ? [] : [all.join('; ')];
}

/** The noun for the media of one field: it may be of several roles, and then its flags say which. */
function fieldNoun({ most, roles }: OfferedMedia): string {
  const [first] = roles;
  const isPicture = roles.every((role) => partTypeOfRole[role] === 'image_url');
  const [one, several] =
    roles.length === 1 ? nouns[first] : isPicture ? nouns.reference_image : (['file', 'files'] as const);
  if (most === 1) return `a ${one}`;
  return most === undefined ? several : `up to ${most} ${several}`;
}

function promptWords({ charactersMost, field }: NonNullable<MediaOffer['prompt']>): string {
  const most = charactersMost === undefined ? '' : ` of up to ${grouped(charactersMost)} characters`;
  return `a prompt${most}${field === 'prompt' ? '' : ` (${safeLine(field)})`}`;
}

function countWords({ most, roles: [role] }: OfferedMedia): string {
  const [one, several] = nouns[role];
  return most === undefined ? several : `${most} ${most === 1 ? one : several}`;
}

function flagsOf({ roles }: OfferedMedia): string[] {
  return roles.map((role) => flagOfRole[role]);
}

const isFrame = ({ roles: [role] }: OfferedMedia): boolean => isFrameRole(role);

/** Words for what the generator requires of clips, and how long they may be. @see service document §2.7 */
function clipWords({ ceilings, media }: MediaOffer, { to }: Pick<Symbols, 'to'>): string[] {
  if (ceilings === undefined || !media.some(({ roles: [role] }) => role === 'reference_video')) return [];
  const between = ({ least, most }: { least: number; most: number }): string =>
    `${grouped(least)}${to}${grouped(most)}`;
  return [
    [
      `clips: ${clip.containers.join(' or ')}`,
      `${between(ceilings.clipSeconds)} s each, ${ceilings.clipsTotalSeconds} s in all`,
      `up to ${clip.megabytes} MB`,
      `sides of ${between(clip.sidePixels)} px`,
      `${between(clip.totalPixels)} px in all`,
      `width to height ${between(clip.aspectRatio)}`,
      `${between(clip.framesPerSecond)} frames a second`,
    ].join(', '),
  ];
}

function soundWords({ ceilings, media }: MediaOffer): string {
  const text = `text: up to ${grouped(limits.textCharacters)} characters`;
  if (ceilings === undefined || !media.some(({ roles: [role] }) => role === 'reference_audio')) return text;
  return `${text}; ${ceilings.audioAlone ? 'sounds may come alone' : 'sounds go with a picture or a clip'}`;
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
