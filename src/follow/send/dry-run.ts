import { accountName } from '../../account/accounts.ts';
import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import type { Intent } from '../../ledger/record.ts';
import { likelyCharge } from '../../ledger/rules/past-charges.ts';
import { createCostEstimate, type ExpectedCost, expectedCostFields } from '../../money/expected-cost.ts';
import { createCostCap, isBudgeted } from '../../money/spending-limits.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import {
  type DryRunBesides,
  type RequestDocument,
  requestCurl,
  requestDocumentJson,
  requestsDocumentJson,
  type SpendingAfter,
} from '../../request/request-document.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { requestRoutes, submitRouteOf } from '../../service/request-route.ts';
import { routePath } from '../../service/routes.ts';
import type { Terminal, TerminalStream } from '../../terminal/terminal.ts';
import { textLines } from '../../text/aligned.ts';
import { requestBase } from '../../text/base-url.ts';
import { objectOf } from '../../text/json-object.ts';
import { usdOf } from '../../text/money.ts';
import { escapeJsonControls } from '../../text/safe-text.ts';
import type { PreparedSubmission } from './prepare-submission.ts';

/** Prints what would be sent, without its key, and says what it should cost. Sends nothing. */
export async function renderDryRun(
  context: OutputMeans,
  submissions: readonly PreparedSubmission[],
  as: 'document' | 'curl',
): Promise<void> {
  const { globals, terminal } = context;
  if (as === 'curl' && globals.json) {
    const why = '--curl prints a command line, --json a document.';
    throw flagConflict('--curl and --json', why, 'leave one of them out');
  }
  const intents = submissions.map(({ intentFor }) => intentFor(1));
  const requests = intents.map(requestOf);
  const isTold = globals.json || !globals.quiet;
  const cost = isTold ? await costOf(context, intents) : undefined;
  const after = isTold ? await spendingAfter(context, submissions) : undefined;
  if (as === 'curl') printCurl(terminal, requests);
  else if (!globals.json) await printForPerson(context, requests);
  else if (cost !== undefined && after !== undefined)
    terminal.out.write(
      documentText(
        requests,
        { cost, besides: { ...after.spending, warnings: context.warnings() } },
        terminal.out,
      ),
    );
  if (globals.json || cost === undefined || intents.length === 0) return;
  for (const text of moneyLines(cost, after))
    terminal.err.lines(textLines({ text, paint: terminal.err.colors.dim }, terminal.err));
}

/** The expected cost of a request, and the money that the budgets would have left, a line each. */
export async function moneyAhead(context: OutputMeans, planned: PlannedSubmission): Promise<string[]> {
  const cost = await costOf(context, [planned.intentFor(1)]);
  return moneyLines(cost, await spendingAfter(context, [planned]));
}

function moneyLines({ words }: ExpectedCost, after: { lines: string[] } | undefined): string[] {
  return [`expected: ${words.whole}`, ...(after?.lines ?? [])];
}

/** The parts of a submission that the money lines need before it is sent. */
interface PlannedSubmission extends Pick<PreparedSubmission, 'intentFor' | 'plan'> {
  facts: Pick<PreparedSubmission['facts'], 'account' | 'defaults'>;
}

/**
 * The money that the budgets of each account and `--max-cost` would have left, for programs and in words. Without budgets nothing is read.
 */
async function spendingAfter(
  context: OutputMeans,
  submissions: readonly PlannedSubmission[],
): Promise<{ spending: SpendingAfter; lines: string[] }> {
  const accounts = new Map(submissions.map((one) => [accountName(one.facts.account), one]));
  const budgeted = [...accounts].filter(([, { facts, plan }]) => isBudgeted(facts.defaults, plan.money));
  if (budgeted.length === 0) return { spending: { budgets: [], max_cost: null }, lines: [] };
  const planned = await import('../../money/budget-standings.ts');
  const costs = [];
  for (const [name, { facts, plan }] of budgeted) {
    const own = submissions.filter((one) => accountName(one.facts.account) === name);
    const intents = own.map(({ intentFor }) => intentFor(1));
    const { account, defaults } = facts;
    costs.push(await planned.plannedCost(context, { account, defaults, money: plan.money, intents }));
  }
  const budgets = costs.flatMap((cost) => cost.budgets);
  const lines = budgets.map(planned.plannedLine);
  const fields = budgets.map(planned.plannedFields);
  const maxCost = submissions[0]?.plan.money.maxCost;
  if (maxCost === undefined) return { spending: { budgets: fields, max_cost: null }, lines };
  const [cap, most] = [createCostCap(maxCost), planned.sumOf(costs.map((cost) => cost.most))];
  return {
    spending: {
      budgets: fields,
      max_cost: { ...planned.maxCostFields(cap, most), max_cost_usd: usdOf(maxCost) },
    },
    lines: [...lines, ...planned.maxCostLines(cap, most)],
  };
}

async function costOf(context: OutputMeans, intents: readonly Intent[]): Promise<ExpectedCost> {
  const estimate = createCostEstimate(context);
  for (const intent of intents) await estimate.add(intent);
  return estimate.tell();
}

function documentText(
  requests: readonly UnpricedRequest[],
  { cost: { likely, priceAt }, besides }: { cost: ExpectedCost; besides: DryRunBesides },
  out: TerminalStream,
): string {
  const items = requests.map((request, place) => {
    return { ...request, expected_cost: expectedCostFields(likelyCharge([priceAt(place)])) };
  });
  const [only] = items;
  return only !== undefined && items.length === 1
    ? requestDocumentJson(only, besides, out)
    : requestsDocumentJson({ items, expected_cost: expectedCostFields(likely), ...besides }, out);
}

type UnpricedRequest = Omit<RequestDocument, 'expected_cost'>;

/** v1 takes no key of idempotency. @see service document §4.1, §4.5 */
function requestOf(intent: Intent): UnpricedRequest {
  const { base_url, body, idempotency_key, route } = intent;
  return {
    method: 'POST',
    url: `${requestBase(base_url)}${routePath(submitRouteOf(intent))}`,
    headers: {
      'content-type': 'application/json',
      ...(requestRoutes[route].hasKey && { 'idempotency-key': idempotency_key }),
    },
    body: readJson(body),
  };
}

/** A longer line is not copied from a screen. Unit: characters. */
const shownMost = 8_000;

/** Prints requests as command lines for curl. On a terminal a picture in one would flood it, and could not be copied. */
function printCurl({ err, out }: Terminal, requests: readonly UnpricedRequest[]): void {
  const text = `${requests.map(requestCurl).join('\n')}\n`;
  if (!out.isTerminal || text.length <= shownMost) out.write(text);
  else err.lines([`${text.length} characters: too long for this screen; > FILE saves them.`]);
}

/** Prints requests as a person reads them: without pictures and secrets, as a sidecar has them. Says what is not shown. */
async function printForPerson(
  { terminal: { err, out } }: OutputMeans,
  requests: readonly UnpricedRequest[],
): Promise<void> {
  const { shareableBody } = await import('../../request/rules/left-out.ts');
  const { digestText } = await import('../../request/digest-text.ts');
  const places = new Set<string>();
  for (const { body, headers, method, url } of requests) {
    const shown = shareableBody(objectOf(body) ?? {}, digestText);
    for (const place of shown.leftOut) places.add(place);
    out.lines([
      `${method} ${url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      ...escapeJsonControls(JSON.stringify(shown.body, undefined, 2)).split('\n'),
    ]);
  }
  if (places.size === 0) return;
  const text = `not shown in full: ${[...places].join(', ')}; --json prints the request as it is sent`;
  err.lines(textLines({ text, paint: err.colors.dim }, err));
}
