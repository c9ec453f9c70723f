import { type ExitName, exitCodes } from '../../errors/exit-codes.ts';
import { homeFolder, homePlaces } from '../../store/home.ts';
import { type Ledger, openLedger } from '../../store/ledger/ledger.ts';
import { readSettings } from '../../store/settings.ts';
import type { Terminal } from '../../ui/terminal.ts';
import { createOnward } from '../journey/onward.ts';
import { createAccounts } from './accounts.ts';
import { openConnections } from './connections.ts';
import type { CommandContext } from './context.ts';
import { createInterruption } from './interruption.ts';
import { createNarrator } from './narrator.ts';
import { once } from './once.ts';
import { storeOpener } from './store-opener.ts';
import type { Surroundings } from './surroundings.ts';
import { systemClock } from './system-clock.ts';

/** The context of one command line: everything in it is made when it is first asked for. */
export function createContext(
  around: Surroundings,
  { globals, typed }: Pick<CommandContext, 'globals' | 'typed'>,
  terminal: Terminal,
): CommandContext {
  const clock = systemClock;
  const onward = createOnward(globals);
  const interruption = createInterruption(around, onward);
  const narrator = createNarrator(terminal, clock, globals);
  const { listen } = narrator;
  const warn = (message: string) => listen({ kind: 'warning', message });
  const home = once(() => homeFolder({ genctlHome: around.environment.GENCTL_HOME }));
  const settings = once(async () => readSettings(await home()));
  const ledgerPlace = async () => ({ folder: homePlaces(await home()).ledger, nowMs: clock.nowMs, warn });
  const ledger = once<Ledger>(async () => openLedger(await ledgerPlace()));
  const accounts = createAccounts({ around, globals, home, settings });
  const connections = openConnections({ around, clock, globals, home, listen, terminal }, accounts);
  let exit: ExitName = 'done';

  return {
    around,
    globals,
    typed,
    terminal,
    clock,
    home,
    settings,
    ledger,
    ledgerForMany: once(async () => {
      const { createGroupRunner } = await import('../../files/run-together.ts');
      return openLedger({ ...(await ledgerPlace()), together: createGroupRunner() });
    }),
    idBeginnings: once(async () => (await import('./id-beginnings.ts')).createIdBeginnings(ledger)),
    async defaults(account) {
      const { readDefaults } = await import('../request/defaults.ts');
      return readDefaults(around, await settings(), account?.stored);
    },
    account: accounts.current,
    api: connections.api,
    clockOf: connections.clockOf,
    exchangeOf: connections.exchange,
    apiOf: async (record) => connections.api(await accounts.of(record)),
    accountOf: accounts.of,
    claimantOf: accounts.claimantOf,
    keyOf: accounts.keyOf,
    async connectionOf(record) {
      const account = await accounts.of(record);
      return {
        account,
        apiKey: await accounts.keyOf(account),
        exchange: await connections.exchange(account),
      };
    },
    storeOf: storeOpener({ around, clock, exchangeOf: connections.exchange, globals, listen, terminal }),
    ...narrator,
    onward,
    interruption: interruption.signal,
    interruptedAgain: interruption.again,
    expectSecondSignal: interruption.expectAgain,
    beforeKilled: interruption.beforeKilled,
    throwIfInterrupted: interruption.throwIfInterrupted,
    endWith(name) {
      exit = name;
    },
    exitCode: () => exitCodes[exit].code,
    async close() {
      narrator.quieten();
      interruption.stop();
      await connections.close();
    },
  };
}
