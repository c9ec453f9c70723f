import { type Account, resolveAccount } from '../../account/account.ts';
import { hasInventedPrices } from '../../account/profiles.ts';
import { readSettings } from '../../account/settings/settings.ts';
import { unlessCliError } from '../../errors/cli-error.ts';
import type { LedgerMeans } from '../../ledger/ledger-means.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { textLines } from '../../text/aligned.ts';
import { serviceOrigin } from '../../text/base-url.ts';

type LineMeans = Pick<LedgerMeans, 'around' | 'globals' | 'home' | 'terminal'>;

/** The lines that a run has printed, by its terminal: a command and what it calls may both be about to send. */
const printed = new WeakMap<Terminal, Set<string>>();

/**
 * Prints the account that a line is about to send with, if it is not the one that the line uses by itself: an earlier job, a draft or an
 * open submit brings its own. Nothing is printed for a program, whose documents have the profile.
 */
export async function printOtherAccounts(
  context: LineMeans,
  accounts: readonly Account[],
  isDryRun = false,
): Promise<void> {
  const { globals, terminal } = context;
  if (globals.json || globals.quiet) return;
  const known = printed.get(terminal) ?? new Set();
  printed.set(terminal, known);
  for (const account of accounts) {
    const words = await otherAccountWords(context, account);
    if (words === undefined || known.has(words)) continue;
    known.add(words);
    terminal.err.lines(
      textLines({ text: `This ${isDryRun ? 'would go' : 'goes'} to ${words}` }, terminal.err),
    );
  }
}

/** Words on an account that is not the one of the line; undefined for that one. */
async function otherAccountWords(context: LineMeans, account: Account): Promise<string | undefined> {
  const ofLine = await accountOfLine(context);
  if (ofLine !== undefined && isSameAccount(ofLine, account)) return undefined;
  const inUse =
    ofLine === undefined
      ? 'no account is in use'
      : `the account in use is ${hasInventedPrices(ofLine) ? 'the sandbox' : ofLine.profile}`;
  return `${accountWords(account)}; ${inUse}.`;
}

/** The account that the line uses by itself; undefined if there is none. A login of this run counts. */
function accountOfLine({ around, globals, home }: LineMeans): Promise<Account | undefined> {
  return unlessCliError(async () =>
    resolveAccount({
      flags: globals,
      environment: around.environment,
      settings: readSettings(await home()),
    }),
  );
}

function isSameAccount(one: Account, other: Account): boolean {
  return one.profile === other.profile && serviceOrigin(one.baseUrl) === serviceOrigin(other.baseUrl);
}

/** `studio at https://api.example.com`, or `the sandbox`. */
function accountAddress(account: Account): string {
  return hasInventedPrices(account)
    ? 'the sandbox'
    : `${account.profile} at ${serviceOrigin(account.baseUrl)}`;
}

/** `studio at https://api.example.com, which charges for it`. */
function accountWords(account: Account): string {
  const charges = hasInventedPrices(account) ? 'charges nothing real' : 'charges for it';
  return `${accountAddress(account)}, which ${charges}`;
}

/** `, with studio at https://api.example.com` in a question; empty for the account of the line. */
export async function otherAccountPhrase(context: LineMeans, accounts: readonly Account[]): Promise<string> {
  const ofLine = await accountOfLine(context);
  const others = accounts.filter((account) => ofLine === undefined || !isSameAccount(ofLine, account));
  const names = new Set(others.map(accountAddress));
  return names.size === 0 ? '' : ` to ${[...names].join(' and ')}`;
}
