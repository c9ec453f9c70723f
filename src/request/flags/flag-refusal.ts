import { fieldNames, hasField, schemaField, takesAnyName } from '../../schema/input-field.ts';
import { firstNames, listedText } from '../../schema/words.ts';
import { isFrameRole } from '../../service/body/media-part.ts';
import { promptFieldOf } from '../../service/body/prompt-field.ts';
import { mediumOf, type Recipient, takesContent } from '../../service/body/recipient.ts';
import { draftModelId, familyOf } from '../../service/families/index.ts';
import type { InputDescription } from '../../service/model.ts';
import { inputOptions, type OptionName, optionNames, optionRow } from '../../service/options.ts';
import type { MediaRole } from '../../service/wire-values.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { countsOtherwise, likelyFields, ownField, placedOption } from '../fields/flag-to-field.ts';
import { mediaFieldOf } from '../fields/media-field.ts';

const clipModels = `models of clips take it, such as ${draftModelId}.`;

/**
 * Why a model can't take an option, and what can; undefined where it can, and where nothing says: that may be right. The
 * live schema names all that a model takes; the table of the document stands for the families that it shows.
 * @see service document §2.5, §2.7
 */
export function optionRefusal(name: string, value: unknown, recipient: Recipient): string | undefined {
  if (value === undefined) return undefined;
  const schema = recipient.entry?.inputSchema;
  const field = placedOption(name, value, recipient).name;
  const own = schema === undefined ? undefined : schemaField(schema, name);
  if (field === name && own !== undefined && countsOtherwise(name, own))
    return `Its field ${name} does not count seconds, as its live schema describes it. ${draftModelId} takes it.`;
  if (field !== name || (schema !== undefined && hasField(schema, name))) return undefined;
  const row = inputOptions.get(name);
  if (row?.isOfClips === true && mediumOf(recipient) === 'image') return `It makes pictures; ${clipModels}`;
  const family = familyOf(recipient.model);
  // A warning of `video-options.ts` says where it is accepted and ignored.
  if (row?.ignored !== undefined || row?.onRoutes !== undefined || family?.options !== undefined)
    return undefined;
  if (name === 'output_format' && value !== 'mp4' && family !== undefined)
    return `Only the 2.5 tier takes another format than mp4: ${draftModelId}.`;
  const names = namesOf(recipient);
  if (names.length === 0) return undefined;
  const near = nearestName(name, names);
  const probably = near === undefined ? '' : ` The nearest is ${near}.`;
  const likely = likelyFields(name, schema ?? {}).slice(0, likelyMost);
  const takes = likely.map((one) => ` ${one.name} takes ${listedText(one.listed)}.`).join('');
  return `It has no field ${name}: its live schema has ${firstNames(names, namesMost)}.${takes || probably} ${draftModelId} takes it.`;
}

const roleWords = {
  first_frame: 'a first frame',
  last_frame: 'a last frame',
  reference_image: 'a reference picture',
  reference_video: 'a reference clip',
  reference_audio: 'a reference sound',
} as const satisfies Record<MediaRole, string>;

/**
 * Why a model can't take a prompt: its live schema has no field for one. Where the document says that models of its family
 * take one, that holds. @see service document §2.5, §2.6
 */
export function promptRefusal(recipient: Recipient): string | undefined {
  const { entry, model } = recipient;
  const schema = entry?.inputSchema;
  if (schema === undefined || familyOf(model) !== undefined) return undefined;
  if (takesContent(recipient) || takesAnyName(schema)) return undefined;
  const names = fieldNames(schema);
  if (names.length === 0 || names.includes(promptFieldOf(entry))) return undefined;
  return `None of the fields of its live schema takes a prompt: ${firstNames(names, namesMost)}.`;
}

/** Why nothing in a request stands for media of a role, and what can take it; undefined where something does. */
export function mediaRefusal(role: MediaRole, recipient: Recipient): string | undefined {
  if (takesContent(recipient) || mediaFieldOf(role, recipient) !== undefined) return undefined;
  const what = roleWords[role];
  if (isFrameRole(role) && mediumOf(recipient) === 'image')
    return `It makes pictures, which have no frames; ${clipModels}`;
  const names = namesOf(recipient);
  const known =
    names.length === 0
      ? `genctl does not know which of its fields takes ${what}, and never guesses;`
      : `None of the fields of its live schema takes ${what}: ${firstNames(names, namesMost)};`;
  return `${known} ${clipModels}`;
}

function namesOf({ entry }: Recipient): string[] {
  return fieldNames(entry?.inputSchema ?? {});
}

const namesMost = 12;
const likelyMost = 2;

/**
 * The value to try for an option of which the document lists none, by its kind. What a field lists is not tried: the words of a field whose
 * name may mean anything would make it an option's by themselves.
 */
const samples = { seconds: 5, 'true or false': true, 'whole number': 1 } as const;

/**
 * The option that flags put into each field of a model, by the field's name. It asks the same rule that writes a request, with
 * values that the option may have; a field that no option goes to is not in it.
 * @see service document §2.5, §2.7
 */
export function optionsOfFields(recipient: Recipient): ReadonlyMap<string, OptionName> {
  const schema = recipient.entry?.inputSchema;
  const found = new Map<string, OptionName>();
  if (schema === undefined) return found;
  for (const option of optionNames) {
    for (const name of fieldsTaking(option, schema, recipient)) if (!found.has(name)) found.set(name, option);
  }
  return found;
}

function fieldsTaking(option: OptionName, schema: InputDescription, recipient: Recipient): Set<string> {
  const own = ownField(option, schema);
  const names = new Set<string>();
  const { takes } = optionRow(option);
  for (const value of typeof takes === 'object' ? takes : [samples[takes]]) {
    if (optionRefusal(option, value, recipient) !== undefined) continue;
    const { name } = placedOption(option, value, recipient);
    if (hasField(schema, name)) names.add(name);
    if (name === own?.name) break;
  }
  return names;
}
