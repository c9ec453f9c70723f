import { shownWord } from '../../request/shown-request.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import type { LinkMedium } from '../../schema/link-shape.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import type { ModelEntry } from '../../service/model.ts';
import { safeLine } from '../../text/safe-text.ts';
import { anyOfWords } from '../../text/shown-value.ts';
import { formatRuntime } from '../../text/time.ts';
import type { Answer } from '../rules/answer.ts';
import type { Menu, MenuEntry } from '../rules/menu.ts';
import type { Question } from '../rules/question.ts';
import { askLine, linkLine, textLine } from './ask-line.ts';
import { askPrompt, askValue } from './ask-value.ts';
import type { Asker } from './asker.ts';
import {
  askedWords,
  fieldHint,
  hintLine,
  nameWords,
  placeWords,
  valueWords,
  wireName,
} from './field-words.ts';
import type { PickRow } from './pick-prompt.ts';

const mediumOfPart: Readonly<Partial<Record<PartChoice['type'], LinkMedium>>> = {
  image_url: 'image',
  video_url: 'video',
  audio_url: 'audio',
};

/** The cost of earlier jobs of a model, in words; undefined where there were none. */
export type CostOf = (model: string) => string | undefined;

/** Asks any question except the summary's. */
export function askQuestion(
  question: Exclude<Question, { ask: 'summary' }>,
  costOf: CostOf,
  asker: Asker,
): Promise<Answer> {
  switch (question.ask) {
    case 'model':
      return askModel(question, costOf, asker);
    case 'prompt':
      return askPrompt(question, asker);
    case 'menu':
      return askMenu(question, asker);
    case 'variant':
      return askVariant(question, asker);
    case 'part':
      return askPart(question, asker);
    default:
      return askValue(question, asker);
  }
}

/** Asks for the model: by arrows, or by typing a part of its id or medium. */
async function askModel(
  { current, models, onV1 }: Extract<Question, { ask: 'model' }>,
  costOf: CostOf,
  asker: Asker,
): Promise<Answer> {
  const place = models.findIndex(({ id }) => id === current);
  const given = await asker.pick({
    message: 'Model',
    rows: models.map((model) => ({
      name: safeLine(model.id),
      detail: modelWords(model, costOf(model.id), asker),
    })),
    preset: Math.max(0, place),
    hint: hintLine(['type a part of an id to find it', v1Words(onV1)], asker.look),
    unfound: (typed) => v1Words(onV1.filter((id) => id.toLowerCase().includes(typed.toLowerCase()))),
  });
  return given === undefined ? { give: 'back' } : { give: 'model', id: models[given]?.id ?? '' };
}

/** The line that asks for a model which the composer can’t ask for. */
function v1Words([first]: readonly string[]): string | undefined {
  return first && `only on v1: genctl submit … -m ${safeLine(first)}`;
}

function modelWords(
  { medium, runtimeSeconds }: ModelEntry,
  cost: string | undefined,
  asker: Asker,
): string | undefined {
  const parts = [
    medium === undefined ? undefined : safeLine(medium),
    cost,
    runtimeSeconds === undefined ? undefined : `runtime ceiling ${formatRuntime(runtimeSeconds)}`,
  ];
  return hintLine(parts, asker.look);
}

async function askVariant(
  { current, field, flag, labels, place }: Extract<Question, { ask: 'variant' }>,
  asker: Asker,
): Promise<Answer> {
  const given = await asker.pick({
    message: `${askedWords({ flag, place })}: of which kind`,
    rows: labels.map((name) => ({ name })),
    preset: current,
    hint: fieldHint(field, asker.look),
  });
  return given === undefined ? { give: 'back' } : { give: 'variant', index: given };
}

/** Asks for the link of a part, or for the id of a draft. An empty line removes it. */
async function askPart(
  { choice, current, name }: Extract<Question, { ask: 'part' }>,
  asker: Asker,
): Promise<Answer> {
  const isDraft = choice.type === 'draft_task';
  const mention = /\d$/.test(name) ? `the prompt may call it ${name}` : undefined;
  const about = {
    message: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    required: current === undefined,
    current,
    preset: undefined,
    hint: isDraft ? 'the id of a draft, its beginning, or @last; to list them: genctl jobs' : mention,
    fault: () => undefined,
  };
  const answer = await askLine(
    about,
    isDraft
      ? textLine
      : linkLine(mediumOfPart[choice.type], true, asker.cast, choice.role?.startsWith('reference_')),
    asker,
  );
  if (answer.give !== 'value' || answer.value === undefined) return answer;
  return { give: 'part', choice, source: String(answer.value).trim() };
}

/** Asks what to do with an object or a list. */
async function askMenu(
  { flag, menu, place }: Extract<Question, { ask: 'menu' }>,
  asker: Asker,
): Promise<Answer> {
  const given = await asker.pick(
    {
      message: titles[menu.of] ?? askedWords({ flag, place }),
      rows: menu.entries.map((entry) => rowOf(entry, menu, asker)),
      preset: menu.preset,
      hint: faultHint(menu, place) ?? menu.note,
    },
    'passing',
  );
  if (given === undefined) return { give: 'back' };
  const entry = menu.entries[given];
  return entry === undefined || entry.pick === 'done' ? { give: 'done' } : { give: 'go', to: entry.go };
}

/** The titles of menus that are not called by their place. */
const titles: Partial<Record<Menu['of'], string>> = { input: 'Options', content: 'Pictures, clips, sound' };

function rowOf(entry: MenuEntry, menu: Menu, asker: Asker): PickRow {
  switch (entry.pick) {
    case 'done':
      return { name: doneWords(menu) };
    case 'add':
      return { name: `add ${entry.label}` };
    case 'json':
      return { name: 'write it as JSON' };
    case 'item':
      return {
        name: entry.label,
        detail: () =>
          menu.of === 'content' ? safeLine(shownWord(String(entry.value))) : valueWords(entry.value),
      };
    case 'member':
      return {
        name: entry.flag ?? nameWords(entry.label),
        detail: () => memberWords(entry),
        says: () =>
          hintLine([wireName(entry.label, entry.flag), fieldHint(entry.field, asker.look)], asker.look),
      };
  }
}

/** The value of a field, or else its default. */
function memberWords({ field, value }: Extract<MenuEntry, { pick: 'member' }>): string {
  if (value !== undefined) return `= ${valueWords(value)}`;
  const preset = field.default;
  return preset === undefined || preset === null ? '' : `default ${valueWords(preset)}`;
}

/** The ends of menus in which nothing is collected. */
const ends: Partial<Record<Menu['of'], string>> = {
  input: 'no more: show the request',
  object: 'no more',
};

function doneWords({ of, entries }: Menu): string {
  return ends[of] ?? (entries.some(({ pick }) => pick === 'item') ? 'no more' : 'none');
}

function faultHint({ fault, of }: Menu, place: JsonPlace): string | undefined {
  if (fault === undefined) return undefined;
  const { orElse = [] } = fault;
  if (orElse.length > 0)
    return `not complete: it needs ${anyOfWords([String(fault.place.at(-1)), ...orElse].map(nameWords))}`;
  if (of === 'content' && fault.place.length === 0) return 'not complete: enter a prompt or add a picture';
  const [step] = fault.place;
  const isOwn = fault.place.length === 1 && typeof step === 'string';
  const where = isOwn ? nameWords(step) : placeWords([...place, ...fault.place]);
  return `not complete: ${fault.place.length === 0 ? 'it' : where} takes ${safeLine(fault.takes)}`;
}
