import { safeLine } from '../../text/safe-text.ts';
import { element, part } from './element.ts';
import { type Filters, modelsOf } from './filters.ts';
import type { PageItem } from './gallery-page.ts';

/** The fields by which items are looked for. */
export interface FilterBar {
  read(): Filters;
  clear(): void;
  focus(): void;
}

/** `onChange` is called at each letter. */
export function createFilterBar(items: readonly PageItem[], onChange: () => void): FilterBar {
  const form = part('filters', HTMLFormElement);
  const text = part('filter-text', HTMLInputElement);
  const kind = part('filter-kind', HTMLSelectElement);
  const model = part('filter-model', HTMLSelectElement);
  const seed = part('filter-seed', HTMLInputElement);
  const cost = part('filter-cost', HTMLInputElement);
  const more = part('filter-more', HTMLButtonElement);
  model.append(...modelsOf(items).map((id) => element('option', { value: id }, safeLine(id))));
  form.addEventListener('input', onChange);
  form.addEventListener('submit', (event) => event.preventDefault());
  more.addEventListener('click', () => {
    const isOpen = more.getAttribute('aria-expanded') !== 'true';
    more.setAttribute('aria-expanded', String(isOpen));
  });
  return {
    read: () => ({
      text: text.value,
      kind: kind.value,
      model: model.value,
      seed: seed.value,
      costMost: cost.value,
    }),
    clear() {
      form.reset();
      onChange();
    },
    focus() {
      text.focus();
      text.select();
    },
  };
}
