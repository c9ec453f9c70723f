import type { Account } from '../../account/account.ts';
import type { PinnedPlace } from '../../account/keys/pinned-account.ts';
import type { ClaimAccount } from '../../account/rules/claim-account.ts';
import type { StoredSettings } from '../../account/settings/settings.ts';
import type { Api } from '../../api/transport/api.ts';
import type { Clock } from '../../api/transport/clock.ts';
import type { Exchange } from '../../api/transport/exchange.ts';
import type { ToldClock } from '../../api/transport/told-clock.ts';
import type { GlobalFlags } from '../../cli/global-flags.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import type { TypedCommand } from '../../cli/typed-line.ts';
import type { ExitCode, ExitName } from '../../errors/exit-codes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { OpenedStore } from '../../outputs/bucket/object-store.ts';
import type { IdBeginnings } from '../../outputs/names/id-beginnings.ts';
import type { Defaults } from '../../request/defaults.ts';
import type { Onward } from '../../request/onward.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Interruption } from './interruption.ts';
import type { Narrator } from './narrator.ts';

/**
 * The account of a job or of an intent in the ledger: its profile and base URL, and where it is known the fingerprint of the
 * key that it was made with.
 */
export interface Pinned extends PinnedPlace {
  account?: string | undefined;
  intent?: { account?: string | undefined } | null;
}

/** An account with its key, and what carries requests to it. */
interface Connection {
  account: Account;
  apiKey: string;
  exchange: Exchange;
}

/**
 * What a command may ask for. Everything is made when it is first asked for: `--help` needs no key and loads nothing,
 * and a command that only reads the ledger opens no connection.
 */
export interface CommandContext extends Narrator {
  around: Surroundings;
  globals: GlobalFlags;
  terminal: Terminal;
  /** The command as it was named, and the flags that it declares. */
  typed: TypedCommand;
  clock: Clock;
  /** The folder that everything is in. */
  home(): Promise<string>;
  settings(): Promise<StoredSettings>;
  /** What requests and journeys default to: environment, project file, profile, settings, in that order. */
  defaults(account?: Account): Promise<Defaults>;
  /** The account of this command line. Throws AuthError where there is none. */
  account(): Promise<Account>;
  /** The service, spoken to as an account. */
  api(account: Account): Promise<Api>;
  /** The time of the service of an account, once an answer told it; the machine's until then. */
  clockOf(account: Pick<Account, 'baseUrl' | 'embedded'>): ToldClock;
  /** What carries requests to the service of an account. */
  exchangeOf(account: Pick<Account, 'embedded'>): Promise<Exchange>;
  /** The service that a job was submitted to, and no other. */
  apiOf(record: JobRecord): Promise<Api>;
  connectionOf(record: JobRecord): Promise<Connection>;
  /** A bucket of an object store; `endpoint` is that of `--s3-endpoint`. Throws UsageError for one that can't be used. */
  storeOf(bucket: string, endpoint: string | undefined): Promise<OpenedStore>;
  /** The API key of an account. Asked for once in a command. */
  keyOf(account: Account): Promise<string>;
  /** The account that something was submitted with, wherever the settings point now. */
  accountOf(pinned: Pinned): Promise<Account>;
  /** What the ledger knows an account by. It asks for the key. */
  claimantOf(account: Account): Promise<ClaimAccount>;
  ledger(): Promise<Ledger>;
  /** The same ledger, for many submits or jobs that are under way: those share their flushes. */
  ledgerForMany(): Promise<Ledger>;
  /** How ids of jobs stand in the names of files. */
  idBeginnings(): Promise<IdBeginnings>;
  /** Aborts on SIGINT, SIGTERM and SIGHUP; until it is first asked for, they end the process at once. */
  interruption(): AbortSignal;
  /** Aborts on the second of these signals, from when that is expected. */
  interruptedAgain: Interruption['again'];
  /** Lets the second of these signals end the work that goes on after the first one, instead of the process. */
  expectSecondSignal: Interruption['expectAgain'];
  /** Registers what is done just before a signal ends the process. */
  beforeKilled: Interruption['beforeKilled'];
  /** Builds the command lines that continue with the jobs of this run. */
  onward: Onward;
  /** Throws InterruptedError where a signal has come, with the command that continues with these jobs. */
  throwIfInterrupted: Interruption['throwIfInterrupted'];
  /** Sets the exit of a command that does what it should: an outcome that it shows may have an exit code of its own. */
  endWith(exit: ExitName): void;
  exitCode(): ExitCode;
  close(): Promise<void>;
}
