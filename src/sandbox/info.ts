import { jobsInFlightMost } from './admission.ts';
import { defaultApiKey, limitedGrants } from './api-key.ts';
import { nativeIds } from './catalogue/native-ids.ts';
import { draftRecordSeconds } from './drafts.ts';
import { retentionDays } from './job-state.ts';
import { listedPrices, startBalanceMicrousd } from './prices.ts';
import { bodyBytesMost } from './request-body.ts';
import { scenarios } from './scenarios.ts';
import { mediaLinkSeconds } from './task-links.ts';

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
      ...limitedGrants.map(({ grants, prefix }) => ({
        what: `a key ${prefix}…`,
        limit: grants.length === 0 ? 'is granted no model' : `is granted ${grants.join(', ')} alone`,
      })),
      ...Object.entries(nativeIds).map(([id, native]) => ({
        what: native,
        limit: `on v1, ${id} by the vendor's name`,
      })),
      { what: 'start balance', limit: `${startBalanceMicrousd / 1e6} USD an account` },
      { what: 'jobs in flight', limit: `${jobsInFlightMost} an account` },
      { what: "a finished job's record", limit: `${retentionDays} days` },
      { what: 'a draft on v1', limit: `${draftRecordSeconds / 3_600} h to make its final` },
      { what: 'a masked link of v1', limit: `${mediaLinkSeconds / 60} minutes` },
      { what: 'body of a submit', limit: `${bodyBytesMost / 1024 / 1024} MiB` },
    ],
    scenarios: Object.entries(scenarios).map(([name, { says }]) => ({ name, says })),
  };
}
