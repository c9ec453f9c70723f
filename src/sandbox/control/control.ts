import type { SandboxFault, SandboxRequest } from '../public.d.ts';
import { invalidInput } from '../refusal.ts';
import { createFaults } from './faults.ts';

/** Faults, clocks and requests of a run of the sandbox, for tests. It is kept in memory, by account, and ends with the run. */
export type Control = ReturnType<typeof createControl>;

/** The faults of every account from the start, and who hears of each request. */
export interface ControlOptions {
  faults?: readonly SandboxFault[];
  onRequest?: ((request: SandboxRequest) => void) | undefined;
  closing?: AbortSignal | undefined;
}

/** A clock is put on by no more. Unit: ms. */
const aheadMostMs = 100 * 365 * 86_400_000;

export function createControl({ closing, faults: lasting = [], onRequest }: ControlOptions = {}) {
  const ahead = new Map<string | undefined, number>();
  const faults = createFaults();
  const requests = createRequestLog(onRequest);
  for (const fault of lasting) faults.add(undefined, fault);
  return {
    /** How far an account's clock was put on. Unit: ms. */
    aheadMs: (accountId: string) => (ahead.get(undefined) ?? 0) + (ahead.get(accountId) ?? 0),
    /**
     * Puts a clock on; that of all accounts where `accountId` is undefined.
     *
     * @throws Refusal (400) for a time that is not above 0, or too long.
     */
    advance(accountId: string | undefined, ms: number): void {
      const aheadMs = (ahead.get(accountId) ?? 0) + ms;
      if (!Number.isSafeInteger(ms) || ms <= 0 || aheadMs > aheadMostMs)
        throw invalidInput(
          'advance takes a time above 0, up to a hundred years in all: "90s", "8d", or a number of milliseconds.',
        );
      ahead.set(accountId, aheadMs);
    },
    /** Ends what a fault holds up; undefined for a run whose connections end it. */
    closing,
    faults,
    requests,
    /** Forgets what became of an account; of all accounts where `accountId` is undefined. */
    forget(accountId: string | undefined): void {
      if (accountId === undefined) ahead.clear();
      ahead.delete(accountId);
      faults.forget(accountId);
      requests.forget(accountId);
    },
  };
}

/** An account keeps its newest requests: so many, and no more of them than have so many bytes. */
const requestsMost = 1_000;
const bytesMost = 16 * 1024 * 1024;
/** Above so many accounts, or so many bytes of all, those are forgotten that were quiet for longest. */
const accountsMost = 200;
const bytesOfAllMost = 64 * 1024 * 1024;

interface Kept {
  request: SandboxRequest;
  bytes: number;
}

/** The requests of a run by account, the oldest first. Those without a valid key belong to no account. */
export function createRequestLog(listen: (request: SandboxRequest) => void = () => {}) {
  const accounts = new Map<string | undefined, { kept: Kept[]; bytes: number }>();
  const isFull = (): boolean => {
    const bytes = [...accounts.values()].reduce((sum, account) => sum + account.bytes, 0);
    return accounts.size > accountsMost || bytes > bytesOfAllMost;
  };
  return {
    keep(accountId: string | undefined, request: SandboxRequest): void {
      listen(request);
      const account = accounts.get(accountId) ?? { kept: [], bytes: 0 };
      accounts.delete(accountId);
      accounts.set(accountId, account);
      const bytes = JSON.stringify(request).length;
      account.kept.push({ request, bytes });
      account.bytes += bytes;
      while (account.kept.length > requestsMost || account.bytes > bytesMost)
        account.bytes -= account.kept.shift()?.bytes ?? 0;
      while (isFull()) accounts.delete(accounts.keys().next().value);
    },
    /** The requests of an account; where `accountId` is undefined, those of all accounts and of none. */
    of(accountId: string | undefined): SandboxRequest[] {
      const asked = accountId === undefined ? [...accounts.values()] : [accounts.get(accountId)];
      const requests = asked.flatMap((account) => account?.kept.map(({ request }) => request) ?? []);
      return requests.toSorted((a, b) => a.at.localeCompare(b.at));
    },
    /** Forgets the requests of an account; all of them where `accountId` is undefined. */
    forget(accountId: string | undefined): void {
      if (accountId === undefined) accounts.clear();
      accounts.delete(accountId);
    },
  };
}
