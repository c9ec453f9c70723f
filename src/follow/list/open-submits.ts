import { namedByFlags } from '../../account/account.ts';
import { hasInventedPrices } from '../../account/profiles.ts';
import type { Intent } from '../../ledger/record.ts';
import { isSandboxApart } from '../../ledger/records/sandbox-apart.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { counted } from '../../text/shown-value.ts';
import { jobsOfAccountInUse, listedAccount } from './account-in-use.ts';

/** A submit younger than this may be under way in another process. Unit: ms. */
const underWayMs = 2 * 60_000;

/** Commands that tell of all jobs of this machine tell of all submits, too, however young: they may have made a job. */
const tellsAll = new Set(['jobs', 'costs']);

/** Commands of these that tell of the jobs of one account. */
const listsOneAccount = new Set(['jobs']);

type SubmitsContext = Pick<
  OutputMeans,
  'account' | 'around' | 'clock' | 'globals' | 'home' | 'ledger' | 'settings'
>;

/** The submits whose answer never arrived, of the accounts that a command is about. */
interface OpenSubmits {
  /** How many have none for longer than any takes. */
  old: number;
  /** How many may be under way; 0 where the command does not tell of them. */
  young: number;
  /** How many can't be read, of any account: their damaged files need not show whose they are. */
  unreadable: number;
}

/** Reads them. Most homes have none, so callers ask `unsettledCount` before they load this. */
export async function openSubmits(context: SubmitsContext, command: string): Promise<OpenSubmits> {
  const ledger = await context.ledger();
  const isAll = tellsAll.has(command);
  const isOwn = isAll ? await shownBy(context, command) : await atHand(context);
  const before = context.clock.nowMs() - underWayMs;
  const old = (await ledger.unsettled(before)).filter(isOwn).length;
  const all = isAll ? (await ledger.unsettled()).filter(isOwn).length : old;
  const unreadable = (await ledger.unreadable()).filter(({ record }) => record === undefined).length;
  return { old, young: Math.max(0, all - old), unreadable };
}

/** Says how many submits have no answer, and what settles them. */
export function openSubmitLines({ old, unreadable, young }: OpenSubmits): string[] {
  const what = old === 1 ? 'The answer of 1 submit' : `The answers of ${old} submits`;
  const waiting = `${counted(young, 'submit')} ${young === 1 ? 'has' : 'have'} no answer yet`;
  return [
    ...(old === 0 ? [] : [`${what} never arrived: genctl recover`]),
    ...(young === 0 ? [] : [`${waiting}; if no run waits for it any more: genctl recover`]),
    ...(unreadable === 0
      ? []
      : [`${counted(unreadable, 'submit')} can’t be read, and may have been sent: genctl recover`]),
  ];
}

/** Those of the accounts whose jobs are shown. */
async function shownBy(context: SubmitsContext, command: string): Promise<(intent: Intent) => boolean> {
  if (listsOneAccount.has(command)) return (await listedAccount(context))?.isOwnIntent ?? (() => true);
  if (namedByFlags(context.globals) !== undefined) return atHand(context);
  return (await isSandboxApart(context)) ? (intent) => !hasInventedPrices(intent) : () => true;
}

/** Those of the account in use; of all where there is none. */
async function atHand(context: SubmitsContext): Promise<(intent: Intent) => boolean> {
  return (await jobsOfAccountInUse(context))?.isOwnIntent ?? (() => true);
}
