import type { JsonPlace } from '../../schema/json/json-place.ts';
import { objectOf } from '../../text/json-object.ts';
import { safeLine } from '../../text/safe-text.ts';
import { type Composition, entryOf, inputOf, modelOf } from './composition.ts';
import { askedWords } from './field-words.ts';
import { inputPlace } from './fields-at.ts';
import { namedParts, promptNeed } from './prompt-words.ts';
import { flagAt } from './request-flags.ts';

/** A value of a request, as a line on the screen has it. */
export interface Tick {
  /** The words of its question. */
  message: string;
  text: string;
}

/** Limit of the lines: nobody reads thousands, and the request shows all. */
const ticksMost = 200;

/** The ticks of a composition: a line for each value that is sent, and for nothing else. */
export function ticksOf(composition: Composition): Tick[] {
  const { input: _, model: __, ...beside } = composition.body;
  const model = modelOf(composition);
  const ticks = [
    ...(model === undefined ? [] : [{ message: 'Model', text: safeLine(model) }]),
    ...Object.entries(inputOf(composition)).flatMap(([name, value]) => memberTicks(name, value, composition)),
    ...Object.entries(beside).flatMap(([name, value]) => valueTicks([name], value, composition)),
  ];
  const more = ticks.length - ticksMost;
  return more <= 0
    ? ticks
    : [...ticks.slice(0, ticksMost), { message: `and ${more} more`, text: 'the request below has them' }];
}

function memberTicks(name: string, value: unknown, composition: Composition): Tick[] {
  const shape = promptNeed(composition)?.shape;
  if (name === 'content' && shape === 'content' && Array.isArray(value)) return partTicks(value, composition);
  if (name === 'prompt' && shape === 'prompt' && typeof value === 'string')
    return [{ message: 'Prompt', text: value }];
  return valueTicks([...inputPlace, name], value, composition);
}

function partTicks(content: readonly unknown[], { facts }: Composition): Tick[] {
  if (content.length === 0) return [{ message: 'content', text: '[]' }];
  const parts = namedParts(content, facts.cast);
  const words = parts.find(({ name }) => name === 'words');
  return parts.map((part) => {
    const { index, name, source } = part;
    const message = part === words ? 'Prompt' : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return { message, text: source || JSON.stringify(content[index]) };
  });
}

/** A list and an object are asked for part by part, so each part has a line; what is inside of that is JSON. */
function valueTicks(place: JsonPlace, value: unknown, composition: Composition): Tick[] {
  const members: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(objectOf(value) ?? {});
  const isWhole = place.length > inputPlace.length + 1 || (place[0] === 'input' && members.length === 0);
  if (!isWhole && members.length > 0)
    return members.flatMap(([step, member]) => valueTicks([...place, step], member, composition));
  return [
    {
      message: askedWords({ flag: flagAt(place, entryOf(composition)), place }),
      text: tickText(value),
    },
  ];
}

/** A value as it is typed or picked. A blank text keeps its quotes, since it could not be seen without them. */
function tickText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && value.trim() !== '') return value;
  return JSON.stringify(value) ?? '';
}
