import type { SandboxRequest } from '../public.d.ts';

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
export interface RequestLog {
  keep(accountId: string | undefined, request: SandboxRequest): void;
  /** The requests of an account. */
  of(accountId: string | undefined): SandboxRequest[];
  /** The requests of all accounts, and those of none. */
  all(): SandboxRequest[];
  /** Forgets the requests of an account; all of them where `accountId` is undefined. */
  forget(accountId: string | undefined): void;
}

export function createRequestLog(listen: (request: SandboxRequest) => void = () => {}): RequestLog {
  const accounts = new Map<string | undefined, { kept: Kept[]; bytes: number }>();
  const isFull = (): boolean => {
    const bytes = [...accounts.values()].reduce((sum, account) => sum + account.bytes, 0);
    return accounts.size > accountsMost || bytes > bytesOfAllMost;
  };
  return {
    keep(accountId, request) {
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
    of: (accountId) => (accounts.get(accountId)?.kept ?? []).map(({ request }) => request),
    all: () =>
      [...accounts.values()]
        .flatMap(({ kept }) => kept.map(({ request }) => request))
        .toSorted((a, b) => a.at.localeCompare(b.at)),
    forget(accountId) {
      if (accountId === undefined) accounts.clear();
      accounts.delete(accountId);
    },
  };
}
