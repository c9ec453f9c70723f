import { jobsInFlightMost } from './admission.ts';
import { defaultApiKey } from './api-key.ts';
import { retentionDays } from './job-state.ts';
import { listedPrices, startBalanceMicrousd } from './prices.ts';
import { bodyBytesMost } from './request-body.ts';
import { scenarios } from './scenarios.ts';

/** What a person may want to know of the sandbox before using it. */
export interface SandboxInfo {
  prices: readonly { what: string; price: string }[];
  limits: readonly { what: string; limit: string }[];
  scenarios: readonly { name: string; says: string }[];
}

/** The invented prices, the limits that the service document does not show, and the scenarios. */
export function sandboxInfo(): SandboxInfo {
  return {
    prices: listedPrices(),
    limits: [
      { what: 'key', limit: `any that begins with sbx_; ${defaultApiKey} unless another is used` },
      { what: 'start balance', limit: `${startBalanceMicrousd / 1e6} USD an account` },
      { what: 'jobs in flight', limit: `${jobsInFlightMost} an account` },
      { what: "a finished job's record", limit: `${retentionDays} days` },
      { what: 'body of a submit', limit: `${bodyBytesMost / 1024 / 1024} MiB` },
    ],
    scenarios: Object.entries(scenarios).map(([name, { says }]) => ({ name, says })),
  };
}
