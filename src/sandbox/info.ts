import { familyOf } from '../service/families/index.ts';
import { type ApiVersion, type RequestRoute, requestRoutes } from '../service/request-route.ts';
import { routes } from '../service/routes.ts';
import { sandboxKey } from '../text/base-url.ts';
import { keyForms } from './api-key.ts';
import { modelOn, nativeIdOf, servedModels } from './catalogue/index.ts';
import { draftRecordSeconds, retentionDays } from './life/job-state.ts';
import { scenarios } from './life/scenarios.ts';
import { mediaLinkSeconds } from './links/output-link.ts';
import { jobsInFlightUsually } from './money/limits.ts';
import { listedPrices, priceRows, startBalanceUsd } from './money/prices.ts';
import { bodyBytesMost } from './request-body.ts';

/**
 * Facts for a person who is about to use the sandbox: the invented prices, the limits that the service document
 * does not show, the scenarios, keys, models and routes.
 */
export function sandboxInfo() {
  return {
    prices: listedPrices(servedModels),
    limits: [
      { what: 'start balance', limit: `${startBalanceUsd} USD an account` },
      {
        what: 'jobs in flight',
        limit: `${jobsInFlightUsually} an account; another with sandbox serve --in-flight`,
      },
      { what: 'submits in a time', limit: 'any number; fewer with sandbox serve --rate-limit' },
      { what: 'looks in a time', limit: 'any number; fewer with sandbox serve --look-limit' },
      {
        what: 'an Idempotency-Key',
        limit: "as long as its job's record; shorter with sandbox serve --forget-keys-after",
      },
      { what: "a finished job's record", limit: `${retentionDays} days` },
      { what: 'a draft on v1', limit: `${draftRecordSeconds / 3_600} h to make its final` },
      { what: 'a masked link of v1', limit: `${mediaLinkSeconds / 60} minutes` },
      { what: 'body of a submit', limit: `${bodyBytesMost / 1024 / 1024} MiB` },
    ],
    scenarios: Object.entries(scenarios).map(([name, { says }]) => ({ name, says })),
    keys: [
      { key: sandboxKey, means: 'is used unless another is' },
      { key: 'sbx_NAME', means: 'names an account of its own; sbx_NAME.2 is another key of it' },
      ...keyForms,
    ],
    models: servedModels.map(({ id, medium }) => ({
      id,
      media: medium,
      /** The vendor's native id, where v1 takes one for it. */
      native_id: nativeIdOf(id) ?? null,
      /** The versions that serve it. */
      api: apisOf(id),
    })),
    routes: Object.values(routes).map(({ method, path, section }) => ({ method, path, section })),
  };
}

/** The invented prices of every model, a row for each kind of job. */
export function sandboxPrices() {
  return priceRows(servedModels);
}

/** v1 serves the families that have routes there; v2 serves the models that it lists. */
function apisOf(id: string): ApiVersion[] {
  const isListed = modelOn('jobs', id) !== undefined;
  const served: RequestRoute[] = [...(familyOf(id)?.tasks ?? []), ...(isListed ? (['jobs'] as const) : [])];
  return [...new Set(served.map((route) => requestRoutes[route].api))];
}
