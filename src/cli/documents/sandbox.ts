import * as z from 'zod/mini';
import { object, rows, text, textOrNull, texts, truth, whole } from './said.ts';

const limit = (says: string) => {
  const value = () => z.union([z.string(), z.int()]);
  return object(says, { every: z.nullable(value()), accounts: z.record(z.string(), value()) });
};

/** Said once it listens. */
export const sandboxServed = z.object({
  base_url: text('Of its API.'),
  cdn_url: textOrNull('Of its CDN host; null with --no-cdn.'),
  api_key: textOrNull(
    'Of the account that is used unless another is; null for one of your own, which is never shown.',
  ),
  limits: z.object({
    in_flight: limit('--in-flight; null where the usual one holds.'),
    rate_limit: limit('--rate-limit; null for any number.'),
    look_limit: limit('--look-limit; null for any number.'),
    retry_after: truth('Whether a 429 says how long to wait.'),
    forget_keys_after: textOrNull('--forget-keys-after.'),
  }),
});

export const sandboxReset = z.object({
  reset: truth('True.'),
  jobs: whole('How many jobs it had.'),
});

export const sandboxFacts = z.object({
  prices: rows({ what: z.string(), price: z.string() }),
  limits: rows({ what: z.string(), limit: z.string() }),
  scenarios: rows({ name: z.string(), says: z.string() }),
  keys: rows({ key: z.string(), means: z.string() }),
  models: rows({
    id: z.string(),
    media: z.string(),
    native_id: textOrNull('The name that the vendor has for it, where v1 takes one.'),
    api: texts('The versions that serve it.'),
  }),
  routes: rows({ method: z.string(), path: z.string(), section: z.string() }),
});
