import { formatMoney } from '../../text/money-words.ts';
import { safeLine, safeText } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import { copyText } from './copy-text.ts';
import { element } from './element.ts';
import type { PageItem } from './gallery-page.ts';
import { costWords, fileName, stepWord } from './item-words.ts';

/** All that is known of an item. `jumpTo` shows the item of another job; it says whether the page has one. */
export function factsOf(
  item: PageItem,
  links: { has(jobId: string): boolean; jumpTo(jobId: string): void },
): HTMLElement {
  const job = (id: string): Node | string => {
    if (!links.has(id)) return element('code', {}, safeLine(id));
    const button = element('button', { type: 'button', class: 'link' }, safeLine(id));
    button.addEventListener('click', () => links.jumpTo(id));
    return button;
  };
  const rows: [name: string, value: Node | string | null | undefined][] = [
    ['step', stepWord(item) ?? null],
    ['model', item.model === null ? null : safeLine(item.model)],
    ['seed', item.seed === null ? null : String(item.seed)],
    ['cost', costWords(item) ?? (item.job_id === null ? null : 'not known')],
    ['options', item.options === null ? null : safeLine(item.options)],
    ['created', item.created_at === null ? null : moment(item.created_at)],
    ['batch', item.batch === null ? null : safeLine(`${item.batch}, ${item.shot ?? ''}`)],
    ['draft', item.draft_of === null ? null : job(item.draft_of)],
    ...item.finals.map((id): [string, Node | string] => ['final', job(id)]),
    [item.next?.command === 'finalize' ? 'its final' : 'again', nextCost(item)],
    ['job', item.job_id === null ? null : element('code', {}, safeLine(item.job_id))],
    ['file', fileLink(item)],
    ['to get it', item.missing === null ? null : commandRow(item.missing)],
  ];
  const list = element('dl');
  for (const [name, value] of rows)
    if (value != null) list.append(element('dt', {}, name), element('dd', {}, value));
  const prompt =
    item.prompt === null ? [] : [element('p', { class: 'words', dir: 'auto' }, safeText(item.prompt))];
  const unknown =
    item.job_id === null
      ? [element('p', { class: 'note' }, 'genctl does not know what made this file.')]
      : [];
  return element('div', { class: 'about' }, ...prompt, ...unknown, list);
}

function nextCost({ next }: PageItem): string | null {
  if (next === null) return null;
  return next.cost_usd === null ? 'at an unknown cost' : `about ${formatMoney(next.cost_usd)}`;
}

function fileLink(item: PageItem): Node | null {
  if (item.link === null) return null;
  const size = item.bytes === null ? '' : ` (${formatBytes(item.bytes)})`;
  const anchor = element('a', { href: item.link, target: '_blank', rel: 'noopener' }, fileName(item) ?? '');
  return element('span', {}, anchor, size);
}

function commandRow(line: string): Node {
  const code = element('code', {}, line);
  const button = element('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', () => void copyText(code).then((said) => button.replaceChildren(said)));
  return element('span', { class: 'command' }, code, button);
}

function moment(stamp: string): string {
  const at = new Date(stamp);
  return Number.isNaN(at.getTime()) ? safeLine(stamp) : at.toLocaleString();
}
