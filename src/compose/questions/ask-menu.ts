import type { JsonPlace } from '../../schema/json/json-place.ts';
import { safeLine } from '../../text/safe-text.ts';
import { anyOfWords } from '../../text/shown-value.ts';
import type { Answer } from '../rules/answer.ts';
import type { Menu, MenuEntry } from '../rules/menu.ts';
import type { Question } from '../rules/question.ts';
import type { Asker } from './asker.ts';
import { fieldHint, nameWords, placeWords, valueWords } from './field-words.ts';
import type { PickRow } from './pick-prompt.ts';

/** Asks what to do with an object or a list. */
export async function askMenu(
  { menu, place }: Extract<Question, { ask: 'menu' }>,
  asker: Asker,
): Promise<Answer> {
  const given = await asker.pick(
    {
      message: titles[menu.of] ?? placeWords(place),
      rows: menu.entries.map((entry) => rowOf(entry, menu, asker)),
      preset: menu.preset,
      hint: faultHint(menu, place),
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
      return { name: entry.label, detail: () => valueWords(entry.value) };
    case 'member':
      return {
        name: nameWords(entry.label),
        detail: () => memberWords(entry),
        says: () => fieldHint(entry.field, asker.look),
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
