import { formatMoney } from '../../text/money.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import { element } from './element.ts';
import { costWords, fileName, type PageItem, stepWord } from './page-item.ts';

/** All that is known of an item beside its prompt. A job that the page has an item of is a button that leads to it. */
export function factsOf(item: PageItem, isOnPage: (jobId: string) => boolean): HTMLElement {
  const job = (id: string): Node => {
    const name = safeLine(id);
    if (!isOnPage(id)) return element('code', {}, name);
    return element('button', { type: 'button', class: 'link', 'data-act': 'jump', 'data-job': id }, name);
  };
  const rows: [name: string, value: Node | string | number | null | undefined][] = [
    ['made by', item.job_id === null ? 'genctl does not know' : null],
    ['step', stepWord(item)],
    ['model', item.model],
    ['seed', item.seed],
    ['cost', costWords(item) ?? (item.job_id === null ? null : 'not known')],
    ['options', item.options],
    ['created', item.created_at === null ? null : moment(item.created_at)],
    ['batch', item.batch === null ? null : `${item.batch}, ${item.shot ?? ''}`],
    ['draft', item.draft_of === null ? null : job(item.draft_of)],
    ...item.finals.map((id): [string, Node] => ['final', job(id)]),
    [item.next?.command === 'finalize' ? 'its final' : 'again', nextCost(item)],
    ['job', item.job_id === null ? null : element('code', {}, safeLine(item.job_id))],
    ['file', fileLink(item)],
    ['to get it', item.missing === null ? null : commandRow(item.missing)],
  ];
  const told = rows.flatMap(([name, value]) => {
    if (value == null) return [];
    const text = value instanceof Node ? value : safeLine(String(value));
    return [element('dt', {}, name), element('dd', {}, text)];
  });
  return element('dl', { class: 'facts' }, ...told);
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
  const text = element('textarea', { rows: '2', readonly: '', 'aria-label': 'Command' }, line);
  return element(
    'div',
    { class: 'command' },
    text,
    element('button', { type: 'button', 'data-act': 'copy' }, 'Copy'),
  );
}

function moment(stamp: string): string {
  const at = new Date(stamp);
  return Number.isNaN(at.getTime()) ? stamp : at.toLocaleString();
}
