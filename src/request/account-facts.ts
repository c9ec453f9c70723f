import type { Account } from '../account/account.ts';
import { accountName } from '../account/accounts.ts';
import type { StoredSettings } from '../account/settings/settings.ts';
import { CliError } from '../errors/cli-error.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import { isOnThisMachine } from '../text/base-url.ts';
import { oncePerKey } from '../text/once.ts';
import type { Defaults } from './defaults.ts';
import { draftFacts } from './draft-validity.ts';
import { ageWords, keptModels, type ListContext, lookAtModels } from './models/live-models.ts';
import type { RequestMeans } from './request-means.ts';
import type { Judgement, RequestFacts } from './rules/judge-request.ts';
import type { KnownList, ListLook } from './rules/list-look.ts';

/** Facts by which the requests of a run to one account are made and judged. They are read once, for any number of requests. */
export interface AccountFacts {
  account: Account;
  defaults: Defaults;
  /**
   * Judges a request. While the judgement lacks a fact, that fact is fetched and the request is judged again. Rejects with the
   * refusal of the request, or where the look at the model list was interrupted.
   */
  settle<Made>(judge: (facts: RequestFacts) => Judgement<Made>): Promise<Made>;
}

/** Means from which the facts of accounts are read. */
type FactsContext = ListContext &
  Pick<RequestMeans, 'apiOf' | 'defaults' | 'interruption' | 'ledger' | 'listen' | 'settings'>;

/** Reads the facts of an account, once for each. */
export type FactsReader = (account: Account) => Promise<AccountFacts>;

export function factsReader(context: FactsContext): FactsReader {
  const read = new Map<string, Promise<AccountFacts>>();
  return (account) => oncePerKey(read, accountName(account), () => readFacts(context, account));
}

async function readFacts(context: FactsContext, account: Account): Promise<AccountFacts> {
  await assertBudgetsKnown(await context.settings());
  const defaults = await context.defaults(account);
  const { baseUrl, embedded } = account;
  const known = { usual: defaults, loopback: isOnThisMachine(baseUrl), embedded };
  const list = await openList(context, account);
  const tell = tellOnce(context);
  let tools: typeof import('./models/judge-tools.ts') | undefined;

  async function settle<Made>(judge: (facts: RequestFacts) => Judgement<Made>): Promise<Made> {
    let drafts: RequestFacts['drafts'] = new Map();
    for (;;) {
      const judgement = judge({ ...known, list: list.known(), drafts, tools: tools?.judgeTools() });
      if (judgement.kind !== 'lacking') {
        for (const warning of judgement.warnings) tell(warning);
        if (judgement.kind === 'refused') throw judgement.refusal;
        return judgement.made;
      }
      const { lack } = judgement;
      if (lack.of === 'list') await list.look(lack.look);
      else if (lack.of === 'drafts') drafts = new Map([...drafts, ...(await draftFacts(context, lack.ids))]);
      else tools = await import('./models/judge-tools.ts');
    }
  }
  return { account, defaults, settle };
}

/** Throws UsageError for a setting that is meant for a budget and is none. A home without the word loads nothing for it. */
async function assertBudgetsKnown(stored: StoredSettings): Promise<void> {
  if (!/budget/i.test(JSON.stringify(stored))) return;
  const settings = await import('../account/settings/unknown-settings.ts');
  settings.assertBudgetsKnown(stored);
}

/** The list of models as this run knows it: the kept one, until `look` has fetched it. It is fetched once. */
async function openList(context: ListContext, account: Account) {
  let known: KnownList = { atHand: await keptModels(context, account), hasLooked: false };
  let looking: Promise<void> | undefined;

  async function lookOnce(how: ListLook): Promise<void> {
    const kept = known.atHand;
    try {
      known = { atHand: await lookAtModels(context, account, how), hasLooked: true };
    } catch (error) {
      if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
      const age = kept === undefined ? undefined : ageWords(context, kept, error);
      known = { atHand: kept, hasLooked: true, trouble: { error, age } };
    }
  }
  return {
    known: () => known,
    look(how: ListLook): Promise<void> {
      looking ??= lookOnce(how);
      return looking;
    },
  };
}

/** Tells each warning once, however many requests of the run it concerns. */
function tellOnce({ listen }: FactsContext): (message: string) => void {
  const told = new Set<string>();
  return (message) => {
    if (told.has(message)) return;
    told.add(message);
    listen({ kind: 'warning', message });
  };
}
