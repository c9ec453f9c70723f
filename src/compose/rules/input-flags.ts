import { mediaFieldOf } from '../../request/fields/media-field.ts';
import { optionsOfFields } from '../../request/flags/flag-refusal.ts';
import type { LinkMedium } from '../../schema/link-shape.ts';
import { partTypeOfRole } from '../../service/body/media-part.ts';
import { takesContent } from '../../service/body/recipient.ts';
import type { ModelEntry } from '../../service/model.ts';
import { flagOfOption, flagOfRole } from '../../service/request-words.ts';
import type { ContentPartType } from '../../service/wire/video-input-description.ts';
import { mediaRoles } from '../../service/wire-values.ts';
import { objectOf } from '../../text/json-object.ts';
import { oncePer } from '../../text/once.ts';

/** Tells whether a field of the input may name a local file: the content list, and the fields that media flags fill. */
export function takesFiles(entry: ModelEntry, name: string): boolean {
  const recipient = { model: entry.id, entry, route: 'jobs' } as const;
  return takesContent(recipient) ? name === 'content' : mediaFlags.has(inputFlags(entry).get(name));
}

/** The medium of a field that a media flag fills; undefined for any other field. */
export function mediumOfField(entry: ModelEntry, name: string): LinkMedium | undefined {
  const flag = inputFlags(entry).get(name);
  const role = mediaRoles.find((role) => flagOfRole[role] === flag);
  return role && mediumOfType[partTypeOfRole[role]];
}

/** The medium behind the link of a content part, by the part's type. */
export const mediumOfType: Readonly<Partial<Record<ContentPartType, LinkMedium>>> = {
  image_url: 'image',
  video_url: 'video',
  audio_url: 'audio',
};

const mediaFlags: ReadonlySet<string | undefined> = new Set(Object.values(flagOfRole));

/** Limit of the fields of a model that are compared with every option. A model with more has its own names for them. */
const fieldsMost = 500;

/** The flags of each model by the fields of its input, found once: a menu asks for them again and again. */
export const inputFlags = oncePer((entry: ModelEntry): ReadonlyMap<string, string> => {
  const recipient = { model: entry.id, entry, route: 'jobs' } as const;
  const flags = new Map<string, string>();
  if (Object.keys(objectOf(entry.inputSchema?.properties) ?? {}).length > fieldsMost) return flags;
  for (const [name, option] of optionsOfFields(recipient)) flags.set(name, flagOfOption(option, true));
  for (const role of takesContent(recipient) ? [] : mediaRoles) {
    const name = mediaFieldOf(role, recipient)?.name;
    if (name !== undefined && !flags.has(name)) flags.set(name, flagOfRole[role]);
  }
  return flags;
});
