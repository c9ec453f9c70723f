import { mediaFieldOf } from '../../request/fields/media-field.ts';
import { optionsOfFields } from '../../request/flags/flag-refusal.ts';
import { isSamePlace, type JsonPlace } from '../../schema/json/json-place.ts';
import { takesContent } from '../../service/body/recipient.ts';
import { flagOfOption, flagOfRole } from '../../service/flag-names.ts';
import type { ModelEntry } from '../../service/model.ts';
import { mediaRoles } from '../../service/video-values.ts';
import { objectOf } from '../../text/json-object.ts';
import { oncePer } from '../../text/once.ts';
import { allOfWords } from '../../text/shown-value.ts';
import { type ComposeFacts, type Composition, entryOf, inputOf, modelOf } from './composition.ts';
import { envelopeMembers, inputPlace } from './fields-at.ts';
import { namedParts } from './prompt-words.ts';

/** The flag of `submit` that sets the value at a place, such as `--audio`; undefined where only `--set` does. */
export function flagAt(place: JsonPlace, entry: ModelEntry | undefined): string | undefined {
  const [first, name] = place;
  if (entry === undefined) return undefined;
  if (first === 'input') return place.length === 2 ? flagsOf(entry).get(String(name)) : undefined;
  const member = envelopeMembers(entry).find((one) => isSamePlace(one.place, place));
  return member && flagOfOption(member.name, true);
}

/** Every field is compared with every option. A model with more fields than that has its own names for them. */
const fieldsMost = 500;

/** The flags of each model by the fields of its input, found once: a menu asks for them again and again. */
const flagsOf = oncePer((entry: ModelEntry): ReadonlyMap<string, string> => {
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

/** Says which answers another model does not take; undefined where it takes them all. The words of the prompt always stay. */
export function leftBehind(before: Composition, after: Composition, facts: ComposeFacts): string | undefined {
  const [old, now] = [inputOf(before), inputOf(after)];
  const names = Object.entries(old)
    .filter(([name]) => name !== 'prompt' && !Object.hasOwn(now, name))
    .flatMap(([name, value]) => {
      if (name === 'content') return partWords(value, facts.cast);
      const said = flagAt([...inputPlace, name], entryOf(before, facts)) ?? name;
      return [typeof value === 'string' || typeof value === 'number' ? `${said} ${value}` : said];
    });
  return names.length === 0 ? undefined : `${modelOf(after)} does not take ${allOfWords(names)}: left out`;
}

function partWords(content: unknown, cast: ComposeFacts['cast']): string[] {
  return namedParts(content, cast)
    .filter(({ name }) => name !== 'words')
    .map(({ name, source }) => (source.startsWith('@') ? source : name));
}
