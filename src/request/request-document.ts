import type { DocumentFields } from '../cli/documents/index.ts';
import { documentJson, type JsonLayout } from '../ledger/job-document.ts';
import { escapeJsonControls } from '../text/safe-text.ts';
import { shellQuote } from '../text/shell-quote.ts';

/** A request that was built and not sent. */
export interface RequestDocument {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Parsed JSON; undefined where nothing is sent. */
  body: unknown;
  /** The expected cost, by what like jobs were charged here; null where no such job was charged. */
  expected_cost: DocumentFields<'genctl.request/v1'>['expected_cost'];
}

/** The placeholder for the key. */
const keyPlaceholder = 'Bearer $GENCTL_API_KEY';

/** A dry run as a document, which never holds the key. */
export function requestDocumentJson(
  request: RequestDocument,
  besides: DryRunBesides,
  layout: JsonLayout,
): string {
  return documentJson('genctl.request/v1', { ...documentOf(request), ...besides }, layout);
}

/** A dry run of several requests, with what they should cost in all. */
export function requestsDocumentJson(
  {
    items,
    ...cost
  }: { items: readonly RequestDocument[] } & Pick<RequestDocument, 'expected_cost'> & DryRunBesides,
  layout: JsonLayout,
): string {
  return documentJson('genctl.requests/v1', { items: items.map(documentOf), ...cost }, layout);
}

/** The amounts that the budgets and `--max-cost` would have left. */
export type SpendingAfter = Pick<DocumentFields<'genctl.request/v1'>, 'budgets' | 'max_cost'>;

/** Facts of a dry run as a whole. */
export type DryRunBesides = SpendingAfter & Pick<DocumentFields<'genctl.request/v1'>, 'warnings'>;

function documentOf(
  request: RequestDocument,
): Omit<DocumentFields<'genctl.request/v1'>, keyof DryRunBesides> {
  const { body = null, expected_cost, method, url } = request;
  return { method, url, headers: keylessHeaders(request), body, expected_cost };
}

/** A dry run as a curl command, which takes the key from the environment. */
export function requestCurl(request: Omit<RequestDocument, 'expected_cost'>): string {
  const { method, url, body } = request;
  const headers = Object.entries(keylessHeaders(request)).map(([name, value]) =>
    value === keyPlaceholder ? `-H "Authorization: ${value}"` : `-H ${shellQuote(`${name}: ${value}`)}`,
  );
  const sent =
    body === undefined ? [] : [`--data-raw ${shellQuote(escapeJsonControls(JSON.stringify(body)))}`];
  return `${[`curl -X ${method} ${shellQuote(url)}`, ...headers, ...sent].join(' \\\n  ')}\n`;
}

/** The headers with a placeholder for the key, whatever the caller put there. */
function keylessHeaders({ headers }: Pick<RequestDocument, 'headers'>): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { Authorization: keyPlaceholder, ...Object.fromEntries(others) };
}
