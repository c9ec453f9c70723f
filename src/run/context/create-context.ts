import { createAccounts } from '../../account/accounts.ts';
import { homeFolder, homePlaces } from '../../account/home.ts';
import { settingTable } from '../../account/settings/setting-table.ts';
import { readSettings, settingValues } from '../../account/settings/settings.ts';
import { type Clock, systemClock } from '../../api/transport/clock.ts';
import type { GlobalFlags } from '../../cli/global-flags.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { type ExitName, exitCodes } from '../../errors/exit-codes.ts';
import { discard } from '../../files/temp-file.ts';
import { eventLine } from '../../follow/words/event-lines.ts';
import type { EventOutput, Narrator, Progress } from '../../ledger/events.ts';
import { type Ledger, type LedgerOptions, openLedger } from '../../ledger/ledger.ts';
import { createOnward } from '../../request/onward.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { once } from '../../text/once.ts';
import { hideInLinks } from '../../text/redaction.ts';
import { catchSignals } from './catch-signals.ts';
import { openConnections } from './connections.ts';
import { createLastWords } from './last-words.ts';
import { nameSubmits } from './name-submits.ts';

/** The context of one command line: everything in it is made when it is first asked for. */
export function createContext(
  around: Surroundings,
  { globals, typed }: Pick<CommandContext, 'globals' | 'typed'>,
  terminal: Terminal,
): CommandContext {
  const clock = systemClock;
  const onward = createOnward(globals);
  const narrator = createNarrator(terminal, clock, globals);
  const signals = catchSignals(around, onward, createLastWords(terminal, globals));
  signals.beforeKilled(narrator.quieten);
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
    return storeOpener({ around, clock, ...connections, globals, listen, terminal });
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
    givenNames: once(async () => (await import('../../outputs/names/output-name.ts')).createGivenNames()),
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
    nameSubmits(error) {
      nameSubmits(error, { submitted: narrator.submitted(), lefts: signals.leftBehind(), onward });
    },
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
      const { spoolStdin } = await import('../../request/references/resolve-references.ts');
      spooled = spoolStdin(await home());
      return spooled;
    }),
    remove(): void {
      if (spooled !== undefined) discard(spooled);
    },
  };
}

type Color = (typeof settingTable.color.choices)[number];

/**
 * When text is coloured where no flag says so: as the setting says, unless the environment decides. Settings that can't be read
 * are ignored here, because the command that needs them reports the error.
 */
export async function usualColor({ environment }: Surroundings): Promise<Color> {
  const { builtIn } = settingTable.color;
  if (environment.NO_COLOR || environment.FORCE_COLOR) return builtIn;
  try {
    const home = await homeFolder({ genctlHome: environment.GENCTL_HOME });
    return settingValues(readSettings(home)).color ?? builtIn;
  } catch (error) {
    if (error instanceof CliError) return builtIn;
    throw error;
  }
}

/** Nobody reads more, and a batch may warn of each of a million lines. */
const warningsMost = 100;

function createNarrator(terminal: Terminal, clock: Clock, { json, quiet }: GlobalFlags): Narrator {
  const submitted: string[] = [];
  const warned = new Set<string>();
  let progress: Progress | undefined;
  let output: EventOutput | undefined;
  const keepWarning = (message: string): boolean => {
    const text = hideInLinks(message);
    if (warned.has(text)) return false;
    if (warned.size < warningsMost) warned.add(text);
    return true;
  };
  return {
    keepWarning,
    warnings: () => [...warned],
    listen(event) {
      if (event.kind === 'warning') keepWarning(event.message);
      if (event.kind === 'submitted') submitted.push(event.jobId);
      output?.listen(event);
      // Told with the job itself, once it is known how short its id is.
      if (event.kind === 'submitted' && terminal.shortIds !== undefined) return;
      if (progress !== undefined) return progress.on(event);
      const line = eventLine(event, clock.nowMs(), terminal.err);
      if (line !== undefined) terminal.err.lines([line]);
    },
    async watch(own) {
      // Nobody would see what is drawn.
      if (json || quiet) return;
      progress ??= own;
      if (progress !== undefined) return;
      const { createProgress } = await import('../../follow/words/progress.ts');
      // A terminal that shows both streams has the answer for each job, which says as much.
      progress = createProgress(terminal, clock, {
        tellsEnds: !terminal.showsBoth || output !== undefined,
      });
    },
    quieten() {
      progress?.stop();
      progress = undefined;
    },
    submitted: () => submitted,
    tellEvents(given) {
      output = given;
    },
    events: () => output,
  };
}
