import { element } from './element.ts';
import type { PageItem } from './gallery-page.ts';
import { costWords, shortModel, shotWord, spokenOf, stepWord, titleOf } from './item-words.ts';

/** An item in the grid, whose file is drawn only while it is near what is seen. */
export interface Card {
  item: PageItem;
  root: HTMLElement;
  frame: HTMLElement;
  showTick(isTicked: boolean): void;
}

export function createCard(item: PageItem, index: number): Card {
  const frame = element('div', { class: 'frame' });
  const step = stepWord(item);
  const facts = [
    shotWord(item),
    costWords(item),
    item.seed === null ? undefined : `seed ${item.seed}`,
    item.model === null ? undefined : shortModel(item.model),
  ].filter((fact) => fact !== undefined);
  const root = element(
    'div',
    { class: 'card', role: 'option', tabindex: '-1', id: `card-${index}`, 'aria-selected': 'false' },
    frame,
    element('p', { class: 'prompt', dir: 'auto' }, titleOf(item)),
    element(
      'p',
      { class: 'facts' },
      ...(step === undefined ? [] : [element('span', { class: item.step ?? undefined }, step)]),
      ...facts.map((fact) => element('span', {}, fact)),
    ),
  );
  root.setAttribute('aria-label', spokenOf(item));
  if (item.next !== null) root.append(element('span', { class: 'tick', 'aria-hidden': 'true' }));
  return {
    item,
    root,
    frame,
    showTick: (isTicked) => root.setAttribute('aria-selected', String(isTicked)),
  };
}
