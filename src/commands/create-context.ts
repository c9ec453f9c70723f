import { type ExitName, exitCodes } from '../errors/exit-codes.ts';
import { homeFolder, homePlaces } from '../store/home.ts';
import { type Ledger, openLedger } from '../store/ledger.ts';
import { readSettings } from '../store/settings.ts';
import { lastingLine } from '../ui/event-lines.ts';
import type { Progress } from '../ui/progress.ts';
import type { Terminal } from '../ui/terminal.ts';
import { createAccounts } from './accounts.ts';
import { openConnections } from './connections.ts';
import type { CommandContext } from './context.ts';
import type { GlobalFlags } from './global-flags.ts';
import { createInterruption } from './interruption.ts';
import { once } from './once.ts';
import type { Surroundings } from './surroundings.ts';
import { systemClock } from './system-clock.ts';

/** The context of one command line: everything in it is made when it is first asked for. */
export function createContext(
  around: Surroundings,
  globals: GlobalFlags,
  terminal: Terminal,
): CommandContext {
  const clock = systemClock;
  const interruption = createInterruption(around);
  const warn = (message: string) => context.listen({ kind: 'warning', message });
  const home = once(() => homeFolder({ genctlHome: around.environment.GENCTL_HOME }));
  const settings = once(async () => readSettings(await home()));
  const ledger = once<Ledger>(async () =>
    openLedger({ folder: homePlaces(await home()).ledger, nowMs: clock.nowMs, warn }),
  );
  const accounts = createAccounts({ around, globals, home, settings });
  const connections = openConnections({
    context: { around, clock, globals, home, listen: (event) => context.listen(event), terminal },
    keyOf: accounts.keyOf,
  });
  let progress: Progress | undefined;
  let exit: ExitName = 'done';
  const submitted: string[] = [];

  const context: CommandContext = {
    around,
    globals,
    terminal,
    clock,
    home,
    settings,
    ledger,
    async defaults(account) {
      const { readDefaults } = await import('./defaults.ts');
      return readDefaults(around, await settings(), account?.stored?.model);
    },
    account: accounts.current,
    api: (account) => connections.api(account),
    exchangeOf: (account) => connections.exchange(account),
    apiOf: async (record) => connections.api(await accounts.of(record)),
    accountOf: accounts.of,
    claimantOf: accounts.claimantOf,
    async connectionOf(record) {
      const account = await accounts.of(record);
      return {
        account,
        apiKey: await accounts.keyOf(account),
        exchange: await connections.exchange(account),
      };
    },
    interruption: interruption.signal,
    throwIfInterrupted: interruption.throwIfInterrupted,
    submitted: () => submitted,
    listen(event) {
      if (event.kind === 'submitted') submitted.push(event.jobId);
      if (progress !== undefined) return progress.on(event);
      const line = lastingLine(event, clock.nowMs(), terminal.err);
      if (line !== undefined) terminal.err.lines([line]);
    },
    async watch() {
      const { createProgress } = await import('../ui/progress.ts');
      progress ??= createProgress(terminal, clock);
    },
    quieten() {
      progress?.stop();
      progress = undefined;
    },
    endWith(name) {
      exit = name;
    },
    exitCode: () => exitCodes[exit].code,
    async close() {
      progress?.stop();
      interruption.stop();
      await connections.close();
    },
  };
  return context;
}
