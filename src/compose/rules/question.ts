import { isSamePlace, type JsonPlace, valueAt, withValueAt } from '../../schema/json/json-place.ts';
import { eachOnce } from '../../schema/judge/judge-inside.ts';
import { leastValue } from '../../schema/judge/least-value.ts';
import { firstProblem } from '../../schema/judge.ts';
import type { Field } from '../../service/fields/field.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import type { ModelEntry } from '../../service/model.ts';
import { objectOf } from '../../text/json-object.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  modelOf,
  type Position,
} from './composition.ts';
import { chosenFieldAt, describedField, fieldAt, inputPlace, variantOf } from './fields-at.ts';
import { takesFiles } from './local-files.ts';
import { type Menu, menuAt } from './menu.ts';
import { isMissing, isTooDeep } from './next-question.ts';
import { type NamedPart, namedParts, type PromptNeed, promptNeed, promptOf } from './prompt-words.ts';
import { flagAt } from './request-flags.ts';

/** A question: all that is needed to ask it and to check an answer. */
export type Question =
  | {
      ask: 'model';
      models: readonly ModelEntry[];
      /** The ids of models that v1 alone serves, which can't be chosen. */
      onV1: readonly string[];
      current: string | undefined;
    }
  | {
      ask: 'prompt';
      need: PromptNeed;
      current: string | undefined;
      parts: readonly NamedPart[];
      /** The schema's examples. */
      examples: readonly unknown[];
      fault: (words: string) => string | undefined;
    }
  | {
      ask: 'value' | 'json';
      place: JsonPlace;
      /** The flag that sets it on a command line. */
      flag?: string | undefined;
      field: Field;
      /** The earlier answer; undefined where there is none. */
      current: unknown;
      /** True if a link may be a local file. */
      takesFiles: boolean;
      /** True if it is asked for as JSON because it lies too deep inside the body to be asked for part by part. */
      isDeep: boolean;
      /** Why a value can't be the answer: completes `it takes …`. */
      fault: (value: unknown) => string | undefined;
    }
  | {
      ask: 'variant';
      place: JsonPlace;
      flag?: string | undefined;
      field: Field;
      labels: readonly string[];
      current: number;
    }
  | { ask: 'menu'; place: JsonPlace; flag?: string | undefined; menu: Menu }
  | {
      ask: 'part';
      place: JsonPlace;
      choice: PartChoice;
      current: string | undefined;
      /** Its name in the prompt: `image 1`. */
      name: string;
    }
  | { ask: 'summary' };

/** The question at the composition's position. */
export function questionOf(composition: Composition, facts: ComposeFacts): Question {
  const { position } = composition;
  switch (position.at) {
    case 'model':
      return { ask: 'model', models: facts.models, onV1: facts.onV1 ?? [], current: modelOf(composition) };
    case 'prompt':
      return promptQuestion(composition, facts) ?? { ask: 'summary' };
    case 'summary':
      return { ask: 'summary' };
    case 'part':
      return partQuestion(position, composition, facts);
    default:
      return fieldQuestion(position, composition, facts);
  }
}

function promptQuestion(composition: Composition, facts: ComposeFacts): Question | undefined {
  const known = promptNeed(entryOf(composition, facts));
  if (known === undefined) return undefined;
  const isText = known.shape === 'prompt';
  const need = {
    ...known,
    // A content list may have pictures, clips or a draft instead of words.
    required: known.required || (isText && isMissing([...inputPlace, 'prompt'], composition, facts)),
  };
  const input = inputOf(composition);
  const field = isText ? fieldAt([...inputPlace, 'prompt'], composition, facts) : undefined;
  const offered = field?.preset;
  return {
    ask: 'prompt',
    need,
    current: promptOf(input, need.shape) ?? (typeof offered === 'string' ? offered : undefined),
    examples: field?.examples ?? [],
    parts: namedParts(input.content, facts.cast).filter(({ name }) => name !== 'words'),
    fault(words) {
      if (words.trim() === '') return need.required ? 'The model needs a prompt.' : undefined;
      const fault = field && firstProblem(words, field.schema, field.document);
      return fault && `The prompt takes ${fault.takes}.`;
    },
  };
}

function fieldQuestion(
  { at, place }: Extract<Position, { at: 'value' | 'json' | 'variant' | 'menu' }>,
  composition: Composition,
  facts: ComposeFacts,
): Question {
  const written = describedField(place, composition, facts);
  const chosen = chosenFieldAt(place, composition, facts) ?? written;
  const flag = flagAt(place, entryOf(composition, facts));
  if (at === 'menu') return { ask: 'menu', place, flag, menu: menuAt(place, chosen, composition, facts) };
  if (at === 'variant' && written.shape.kind === 'variant') {
    const labels = written.shape.options.map(({ label }) => label);
    return {
      ask: 'variant',
      place,
      flag,
      field: written,
      labels,
      current: variantOf(place, written, composition),
    };
  }
  const field = at === 'json' ? written : chosen;
  const current = valueAt(composition.body, place);
  return {
    ask: at === 'json' ? 'json' : 'value',
    place,
    flag,
    field: {
      ...field,
      // An element that is there can be removed.
      required:
        typeof place.at(-1) === 'number'
          ? current === undefined
          : field.required || isMissing(place, composition, facts),
      preset: field.preset ?? (at === 'json' ? leastValue(field.schema, field.document) : undefined),
    },
    current,
    takesFiles: takesFiles(entryOf(composition, facts), String(place[1] ?? '')),
    isDeep: at === 'json' && isTooDeep(place),
    fault: (value: unknown) => {
      // The schema is only descriptive: an input that is written as a whole may differ from it. The summary points that out.
      if (isSamePlace(place, inputPlace)) return objectOf(value) === undefined ? 'an object' : undefined;
      return faultOf(value, { place, field }, composition, facts);
    },
  };
}

function partQuestion(
  { place, choice: index }: Extract<Position, { at: 'part' }>,
  composition: Composition,
  facts: ComposeFacts,
): Question {
  const shape = chosenFieldAt(place.slice(0, -1), composition, facts)?.shape;
  const choice = shape?.kind === 'content' ? shape.parts[index] : undefined;
  if (choice === undefined) return { ask: 'summary' };
  const before = valueAt(composition.body, place.slice(0, -1));
  const content: readonly unknown[] = Array.isArray(before) ? before : [];
  const at = Number(place.at(-1));
  const current = namedParts(content, facts.cast)[at];
  const named =
    current ??
    namedParts([...content.slice(0, at), { type: choice.type, role: choice.role }], facts.cast)[at];
  return { ask: 'part', place, choice, current: current?.source, name: named?.name ?? choice.label };
}

/** Why a value can't stand at a place: its own schema refuses it, or its list has it already. Completes `it takes …`. */
function faultOf(
  value: unknown,
  { place, field }: { place: JsonPlace; field: Field },
  composition: Composition,
  facts: ComposeFacts,
): string | undefined {
  const own = firstProblem(value, field.schema, field.document);
  const step = place.at(-1);
  if (own !== undefined || typeof step !== 'number') return own?.takes;
  const parent = place.slice(0, -1);
  const list = fieldAt(parent, composition, facts);
  if (list === undefined) return undefined;
  const whole = withValueAt(valueAt(composition.body, parent), [step], value);
  const fault = firstProblem(whole, list.schema, list.document);
  return fault?.takes === eachOnce && fault.place.length === 0 ? eachOnce : undefined;
}
