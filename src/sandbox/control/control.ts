import type { SandboxFault, SandboxRequest } from '../public.d.ts';
import { createFaults, type Faults } from './faults.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';

/** Faults, clocks and requests of a run of the sandbox, for tests. It is kept in memory, by account, and ends with the run. */
export interface Control {
  /** How far an account's clock was put on. Unit: ms. */
  aheadMs(accountId: string): number;
  /** Puts a clock on; that of all accounts where `accountId` is undefined. */
  advance(accountId: string | undefined, ms: number): void;
  faults: Faults;
  requests: RequestLog;
  /** Forgets what became of an account; of all accounts where `accountId` is undefined. */
  forget(accountId: string | undefined): void;
}

/** The faults of every account from the start, and who hears of each request. */
export interface ControlOptions {
  faults?: readonly SandboxFault[];
  onRequest?: ((request: SandboxRequest) => void) | undefined;
}

export function createControl({ faults: lasting = [], onRequest }: ControlOptions = {}): Control {
  const ahead = new Map<string | undefined, number>();
  const faults = createFaults();
  const requests = createRequestLog(onRequest);
  for (const fault of lasting) faults.add(undefined, fault);
  return {
    aheadMs: (accountId) => (ahead.get(undefined) ?? 0) + (ahead.get(accountId) ?? 0),
    advance: (accountId, ms) => void ahead.set(accountId, (ahead.get(accountId) ?? 0) + ms),
    faults,
    requests,
    forget(accountId) {
      if (accountId === undefined) ahead.clear();
      ahead.delete(accountId);
      faults.forget(accountId);
      requests.forget(accountId);
    },
  };
}
