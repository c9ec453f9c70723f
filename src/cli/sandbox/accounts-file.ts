import { UsageError } from '../../errors/endings.ts';
import { readWholeText } from '../../files/read-whole.ts';
import { parseRequestRate } from '../../service/retries/request-rate.ts';
import { objectOf } from '../../text/json-object.ts';
import { type FileReader, readJsonObject } from '../texts/text-source.ts';
import type { AccountLimit, SandboxLimits } from './sandbox-port.ts';
import { accountName, accountPattern, inFlightMost } from './trouble-flags.ts';

/** Unit: bytes. */
const fileBytesMost = 1024 * 1024;
/** The largest balance that counts to the microdollar. Unit: USD. */
const balanceMostUsd = 1e9;

/** The balances and limits of accounts, by the name in their key: `studio` of `sbx_studio`. */
export interface AskedAccounts {
  /** Unit: USD. */
  balances: Record<string, number>;
  limits: SandboxLimits;
  names: string[];
}

const members = {
  balance_usd: {
    takes: `a balance from 0 to ${balanceMostUsd} USD`,
    read: (value: unknown) =>
      typeof value === 'number' && value >= 0 && value <= balanceMostUsd ? value : undefined,
  },
  in_flight: {
    takes: `a whole number from 1 to ${inFlightMost}`,
    read: (value: unknown) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= inFlightMost
        ? Number(value)
        : undefined,
  },
  rate_limit: { takes: 'a rate, such as "5/s"', read: rateOf },
  look_limit: { takes: 'a rate, such as "50/s"', read: rateOf },
} as const;

function rateOf(value: unknown) {
  return typeof value === 'string' ? parseRequestRate(value) : undefined;
}

/**
 * Reads accounts from a JSON file, `{"studio": {"balance_usd": 5, "in_flight": 2}}`, over the limits that flags ask for, which win.
 *
 * @throws UsageError with the member that is wrong, and what it takes.
 */
export function readAccounts(path: string, limits: SandboxLimits): AskedAccounts {
  const read = (file: string) =>
    readWholeText(file, { bytesMost: fileBytesMost, what: 'file of accounts', isFile: true });
  const accounts = Object.entries(objectIn(path, read)).map(([asked, value]) => {
    const name = accountName(asked);
    return [name, accountOf(path, name, value)] as const;
  });
  const own = <Value>(pick: (account: Account) => Value | undefined): Record<string, Value> =>
    Object.fromEntries(
      accounts.flatMap(([name, account]) => {
        const value = pick(account);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const over = <Value>(limit: AccountLimit<Value>, pick: (account: Account) => Value | undefined) => ({
    ...limit,
    own: { ...own(pick), ...limit.own },
  });
  return {
    names: accounts.map(([name]) => name),
    balances: own(({ balance_usd }) => balance_usd),
    limits: {
      ...limits,
      inFlight: over(limits.inFlight, ({ in_flight }) => in_flight),
      submitRate: over(limits.submitRate, ({ rate_limit }) => rate_limit),
      lookRate: over(limits.lookRate, ({ look_limit }) => look_limit),
    },
  };
}

/** The object in a file of accounts. The reader's own hints are for flags that take a text or `@FILE`. */
function objectIn(path: string, read: FileReader): Record<string, unknown> {
  try {
    return readJsonObject('the file', `@${path}`, read);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    const isUnreadable = cause.code === 'file_unreadable';
    throw wrong(path, isUnreadable ? "the file can't be read" : cause.message, cause.why);
  }
}

type Account = { [Name in keyof typeof members]?: ReturnType<(typeof members)[Name]['read']> };

function accountOf(path: string, name: string, value: unknown): Account {
  const account = objectOf(value);
  if (account === undefined || !accountPattern.test(name))
    throw wrong(
      path,
      `${name} is no account`,
      'An account is a name of letters, digits, _ and -, with an object.',
    );
  return Object.fromEntries(
    Object.entries(account).map(([member, asked]) => {
      if (!Object.hasOwn(members, member))
        throw wrong(path, `${name} has ${member}`, `An account has ${Object.keys(members).join(', ')}.`);
      const { read, takes } = members[member as keyof typeof members];
      const known = read(asked);
      if (known === undefined)
        throw wrong(path, `${member} of ${name} is ${JSON.stringify(asked)}`, `It takes ${takes}.`);
      return [member, known];
    }),
  );
}

function wrong(path: string, what: string, why: string | undefined): UsageError {
  return new UsageError({
    code: 'invalid_accounts',
    message: `--accounts ${path}: ${what}`,
    why,
    hint: `write it as {"studio": {"balance_usd": 5, "in_flight": 2}}`,
  });
}
