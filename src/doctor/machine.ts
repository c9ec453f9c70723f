import { statSync } from 'node:fs';
import { engines } from '../../package.json';
import { homePlaces } from '../account/home.ts';
import { inspectHome, sweepHome } from '../account/home-health.ts';
import { listProfiles } from '../account/profiles.ts';
import { findProjectFile } from '../account/settings/project-file.ts';
import { settingValues } from '../account/settings/settings.ts';
import type { CommandContext } from '../command/define-command.ts';
import { MachineError } from '../errors/endings.ts';
import { userFolder } from '../files/folder.ts';
import { createEnding } from '../follow/list/list-notes.ts';
import { type IndexHealth, inspectLedger, type LedgerHealth } from '../ledger/records/health.ts';
import { liftingWords } from '../money/words/budget-words.ts';
import type { Terminal, TerminalStream } from '../terminal/terminal.ts';
import { safeLine } from '../text/safe-text.ts';
import { shellQuote } from '../text/shell-quote.ts';
import { counted } from '../text/shown-value.ts';
import { type Check, checkThat, failCheck, okCheck, warnCheck } from './check.ts';

/** `version` as Node says it: `20.19.0`. */
export function nodeCheck(version: string): Check {
  if (isPromisedNode(version)) return okCheck('node', version);
  return failCheck(
    'node',
    new MachineError({
      code: 'node_too_old',
      message: `genctl does not run on Node ${version}`,
      why: `It needs Node ${engines.node}.`,
      hint: 'install a current Node: https://nodejs.org',
    }),
  );
}

/** Tells whether a version is in a range that the package names, each of which is `^20.19` or `>=24`. `bin/genctl.js` goes by the same. */
function isPromisedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return engines.node.split(' || ').some((range) => {
    const [leastMajor = 0, leastMinor = 0] = range.replace(/^\D+/, '').split('.').map(Number);
    if (major === leastMajor) return minor >= leastMinor;
    return range.startsWith('>=') && major > leastMajor;
  });
}

export async function homeCheck({
  home,
  clock,
}: Pick<CommandContext, 'home'> & { clock: { nowMs(): number } }): Promise<Check> {
  const folder = await home();
  const health = inspectHome(folder);
  if (health.kind === 'missing') return okCheck('home', `${folder}, created when first needed`);
  const swept = sweepHome(folder, clock.nowMs());
  if (health.othersMode !== 0) {
    const rights = health.othersMode.toString(8).padStart(2, '0');
    const message = `${folder} is open to others (mode 7${rights})`;
    return warnCheck('home', message, `chmod 700 ${shellQuote(folder)}`);
  }
  if (!health.hardLinks) {
    const message = `${folder} is on a file system without hard links: --once is less safe there`;
    return warnCheck('home', message, 'set GENCTL_HOME to a folder on a local disk');
  }
  const left = `${counted(swept, 'half-written file')} of killed processes removed`;
  return okCheck('home', `${folder}, writable, private, with hard links${swept === 0 ? '' : `; ${left}`}`);
}

export function terminalCheck(terminal: Terminal): Check {
  const asks = terminal.whyNotInteractive ?? 'questions can be asked';
  return okCheck(
    'terminal',
    [streamFacts('stdout', terminal.out), streamFacts('stderr', terminal.err), asks].join('; '),
  );
}

function streamFacts(name: string, stream: TerminalStream): string {
  const kind = stream.isTerminal ? `a terminal of ${stream.columns} columns` : 'no terminal';
  const colors = stream.colors.bold('') === '' && stream.colors.bold('x') === 'x' ? 'no colours' : 'colours';
  return `${name}: ${kind}, ${colors}, ${stream.unicode ? 'Unicode' : 'ASCII'}`;
}

export async function settingsCheck({ around, home, settings }: CommandContext): Promise<Check> {
  const stored = await settings();
  const values = Object.keys(settingValues(stored)).length;
  const accounts = listProfiles(stored).length - 1;
  const path = homePlaces(await home()).config;
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return okCheck('settings', 'none stored; the defaults apply');
  if (around.platform !== 'win32' && (file.mode & 0o077) !== 0) {
    return warnCheck('settings', `${path} can be read by others`, `chmod 600 ${shellQuote(path)}`);
  }
  const { unknownSettings } = await import('../account/settings/unknown-settings.ts');
  const unknown = unknownSettings(stored);
  if (unknown.length > 0) {
    const message = `${path} has ${unknown.map(safeLine).join(', ')}, of which genctl knows nothing`;
    return warnCheck(
      'settings',
      message,
      'remove or correct it; to see the settings that there are: genctl config list',
    );
  }
  return okCheck('settings', `${counted(values, 'setting')}, ${counted(accounts, 'account')} in ${path}`);
}

export function projectCheck({ around }: CommandContext): Check {
  const { environment, workingFolder } = around;
  const found = findProjectFile({ workingFolder, userFolder: userFolder(environment.HOME) });
  if (found === undefined) return okCheck('project', 'no .genctl.json here or above');
  return okCheck('project', `${counted(Object.keys(found.defaults).length, 'default')} in ${found.path}`);
}

/** The check of the price list. One that can't be read fails by its lines. */
export async function pricesCheck({ home }: CommandContext): Promise<Check> {
  const { ownListWords } = await import('../money/prices/find-prices.ts');
  return okCheck(
    'prices',
    (await ownListWords(await home())) ?? 'no prices.csv; charges here say what jobs cost',
  );
}

export async function ledgerCheck({ clock, home }: CommandContext): Promise<Check> {
  const folder = homePlaces(await home()).ledger;
  const health = await inspectLedger(folder, clock.nowMs);
  const { damaged, damagedJobs, indexes, jobs, misnamed, newer, renamed, unreadable, unsettled } = health;
  const [firstNewer] = newer;
  if (firstNewer !== undefined) return failCheck('ledger', newerRecords(newer.length, firstNewer));
  const facts = [
    counted(jobs, 'job'),
    ...damageWords(health),
    ...(misnamed.length > 0 ? [`${counted(misnamed.length, 'file')} with the name of another job`] : []),
    ...(renamed.length > 0
      ? [
          `${counted(renamed.length, 'file')} of jobs with the name of another one (${renamed.map(({ path }) => path).join(', ')})`,
        ]
      : []),
    ...(unsettled > 0 ? [`${counted(unsettled, 'submit')} without an answer`] : []),
    ...(unsettled + unreadable.length === 0 ? ['every submit has its answer'] : []),
  ]
    .join(', ')
    .concat(...indexes.flatMap(indexWords).map((words) => `; ${words}`));
  if (unsettled + unreadable.length > 0) return warnCheck('ledger', facts, 'genctl recover');
  const [id] = damagedJobs;
  const [firstFile] = [...damaged, ...misnamed];
  if (id !== undefined)
    return warnCheck('ledger', facts, `put it back from a backup; to look at the job: genctl status ${id}`);
  const [firstRenamed] = renamed;
  if (firstRenamed !== undefined) return warnCheck('ledger', facts, moveBack(renamed));
  if (firstFile === undefined) return okCheck('ledger', facts);
  return warnCheck('ledger', facts, `look whether you need it, then remove it: ${shellQuote(firstFile)}`);
}

/** The lines that give files their own names again: all are moved away first, because they have each other's. */
function moveBack(renamed: LedgerHealth['renamed']): string {
  const away = renamed.map(({ ownPath, path }) => `mv ${shellQuote(path)} ${shellQuote(`${ownPath}.own`)}`);
  const back = renamed.map(({ ownPath }) => `mv ${shellQuote(`${ownPath}.own`)} ${shellQuote(ownPath)}`);
  return `move each file back to its own name: ${[...away, ...back].join(' && ')}`;
}

/** So many damaged records are named. */
const namedMost = 3;

/** Says what can't be read, in numbers and by name. */
function damageWords({ damaged, damagedJobs, unreadable }: LedgerHealth): string[] {
  const named = (names: readonly string[]): string =>
    ` (${names.slice(0, namedMost).join(', ')}${names.length > namedMost ? ', …' : ''})`;
  const keys = unreadable.map(({ key }) => key);
  const others = damagedJobs.length === 0 ? damaged.length : 0;
  return [
    ...(keys.length > 0
      ? [`${counted(keys.length, 'submit')} that can’t be read, and may have been sent${named(keys)}`]
      : []),
    ...(damagedJobs.length > 0
      ? [`the records of ${counted(damagedJobs.length, 'job')} are damaged${named(damagedJobs)}`]
      : []),
    ...(others > 0 ? [`${counted(others, 'damaged record')} set aside`] : []),
  ];
}

/** Words on the damage that the index of a month had. */
function indexWords({ isChanged, missing, month, stale }: IndexHealth): string[] {
  const were = (count: number): string => (count === 1 ? 'was' : 'were');
  return [
    ...(missing > 0
      ? [
          `${counted(missing, 'record')} ${were(missing)} missing from the index of ${month}; it was made anew`,
        ]
      : []),
    ...(missing === 0 && isChanged
      ? [`the index of ${month} was changed from outside; it was made anew`]
      : []),
    ...(stale > 0
      ? [`${counted(stale, 'record')} of ${month} had changed since the index noted them; it was made anew`]
      : []),
  ];
}

/** Links end an hour after a job at the soonest, and a job is over within half an hour: older jobs have none that end soon. Unit: ms. */
const recentMs = 26 * 3_600_000;

/** Looks for files that are not here, and whose links end soon. @see service document §4.9, §8 */
export async function filesCheck({ clock, ledger }: CommandContext): Promise<Check> {
  const nowMs = clock.nowMs();
  const ending = createEnding(nowMs);
  for await (const record of (await ledger()).records({ sinceMs: nowMs - recentMs })) ending.add(record);
  const words = ending.words();
  return words === undefined
    ? okCheck('files', 'no undownloaded file is about to expire')
    : warnCheck('files', words, 'genctl sync -D out');
}

function newerRecords(count: number, path: string): MachineError {
  return new MachineError({
    code: 'ledger_newer',
    message: `a newer genctl wrote ${counted(count, 'record')}`,
    why: `such as ${path}`,
    hint: 'npm install --global genctl@latest',
  });
}

/** The check of the account's budgets; none where it has none. */
export async function budgetChecks(context: CommandContext): Promise<Check[]> {
  let isSet = true;
  const check = await checkThat('budget', async () => {
    const { accountBudgets, budgetLine } = await import('../money/budget-standings.ts');
    const account = await context.account();
    const budgets = await accountBudgets(context, account.profile);
    isSet = budgets.length > 0;
    const message = budgets.map(budgetLine).join('; ');
    const usedUp = budgets.find(({ left }) => left <= 0);
    if (usedUp === undefined) return okCheck('budget', message);
    return warnCheck('budget', message, liftingWords([usedUp.scope]));
  });
  // An account that can't be used has a check of its own.
  return isSet && check.status !== 'fail' ? [check] : [];
}
