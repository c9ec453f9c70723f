import { createAccounts } from '../../account/accounts.ts';
import { homeFolder, homePlaces } from '../../account/home.ts';
import { readSettings } from '../../account/settings/settings.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { type ExitName, exitCodes } from '../../errors/exit-codes.ts';
import { discard } from '../../files/temp-file.ts';
import { type Ledger, type LedgerOptions, openLedger } from '../../ledger/ledger.ts';
import { createOnward } from '../../request/onward.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { once } from '../../text/once.ts';
import { catchSignals } from './catch-signals.ts';
import { openConnections } from './connections.ts';
import { createNarrator } from './narrator.ts';
import { systemClock } from './system-clock.ts';

/** The context of one command line: everything in it is made when it is first asked for. */
export function createContext(
  around: Surroundings,
  { globals, typed }: Pick<CommandContext, 'globals' | 'typed'>,
  terminal: Terminal,
): CommandContext {
  const clock = systemClock;
  const onward = createOnward(globals);
  const signals = catchSignals(around, onward);
  const narrator = createNarrator(terminal, clock, globals);
  const { listen } = narrator;
  const warn = (message: string) => listen({ kind: 'warning', message });
  const home = once(() => homeFolder({ genctlHome: around.environment.GENCTL_HOME }));
  const settings = once(async () => readSettings(await home()));
  const ledgers = ledgersIn(home, { nowMs: clock.nowMs, warn });
  const accounts = createAccounts({ around, globals, home, settings });
  const connections = openConnections({ around, clock, globals, home, listen, terminal }, accounts);
  let exit: ExitName = 'done';
  const stdin = createStdinFile(home);
  const stores = once(async () => {
    const { storeOpener } = await import('../../outputs/bucket/open-store.ts');
    return storeOpener({ around, clock, exchangeOf: connections.exchangeOf, globals, listen, terminal });
  });

  return {
    around,
    globals,
    typed,
    terminal,
    clock,
    home,
    settings,
    ...ledgers,
    idBeginnings: once(async () =>
      (await import('../../outputs/names/output-name.ts')).createIdBeginnings(ledgers.ledger),
    ),
    async defaults(account) {
      const { readDefaults } = await import('../../request/defaults.ts');
      return readDefaults(around, await settings(), account?.stored);
    },
    stdinFile: stdin.path,
    ...accounts,
    ...connections,
    storeOf: async (...bucket) => (await stores())(...bucket),
    ...narrator,
    onward,
    ...signals,
    endWith(name) {
      exit = name;
    },
    exitCode: () => exitCodes[exit].code,
    async close() {
      narrator.quieten();
      signals.stopListening();
      stdin.remove();
      await connections.close();
    },
  };
}

/** The ledger of the home, and one for commands that write many records at a time. */
function ledgersIn(home: () => Promise<string>, ports: Pick<LedgerOptions, 'nowMs' | 'warn'>) {
  const place = async () => ({ folder: homePlaces(await home()).ledger, ...ports });
  return {
    ledger: once<Ledger>(async () => openLedger(await place())),
    ledgerForMany: once<Ledger>(async () => {
      const { createGroupRunner } = await import('../../files/run-together.ts');
      return openLedger({ ...(await place()), together: createGroupRunner() });
    }),
  };
}

/** A file of the home with the bytes of stdin, made when it is first asked for. */
function createStdinFile(home: () => Promise<string>) {
  let spooled: string | undefined;
  return {
    path: once(async () => {
      const { spoolStdin } = await import('../../request/references/spool-stdin.ts');
      spooled = spoolStdin(await home());
      return spooled;
    }),
    remove(): void {
      if (spooled !== undefined) discard(spooled);
    },
  };
}
