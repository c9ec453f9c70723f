import { UsageError } from '../../errors/endings.ts';
import type { ModelEntry } from '../../service/model.ts';
import type { RequestRate } from '../../service/retries/request-rate.ts';

/** The embedded service as commands see it; main loads it when it is asked for. */
export interface SandboxPort {
  /** The service as a function, over the state in that folder. */
  fetch(state: SandboxState): Promise<(request: Request) => Promise<Response>>;
  listen(options: SandboxListenOptions): Promise<ServedSandbox>;
  /** Forgets its jobs and refills its balance; says how many jobs there were. */
  reset(folder: string): Promise<{ jobs: number }>;
  info(): Promise<SandboxFacts>;
  /** Its models that only v1 has, which the list of v2 does not name. No route of the service lists them. */
  taskModels(): Promise<readonly ModelEntry[]>;
  /** Every model that it serves, those of v1 alone too. */
  models(): Promise<readonly ModelEntry[]>;
  /** Its invented prices. */
  prices(): Promise<readonly ListPrice[]>;
  /** Every id that it serves, with its medium. It loads very little, because a shell waits for it. */
  modelNames(): Promise<readonly { id: string; medium: string }[]>;
}

/** A price of a list, and the jobs that it is for. A condition that is null is none. */
export interface ListPrice {
  model: string;
  tier: string | null;
  per: 'second' | 'output';
  /** True for jobs with sound alone, false for those without. */
  sound: boolean | null;
  /** True for jobs with a video among their inputs alone, false for those without. */
  video: boolean | null;
  /** Unit: millionths of a USD. */
  microUsd: number;
  /** The least that an output costs; 0 for none. Unit: millionths of a USD. */
  leastMicroUsd: number;
}

/** The folder of the service's state. */
interface SandboxState {
  folder: string;
  /** Receives a warning for a file of the state that made no sense and was set aside. */
  warn(message: string): void;
}

/** The address, the names and the keys that the service is served with. */
export interface ServedAt {
  /** The address that it listens on, as a URL has it: an IPv6 address is in brackets. */
  host: string;
  /** The names that requests may call it by, beside that address. Links begin with the first. */
  names: readonly string[];
  /** The keys that it takes; undefined for every key that begins with `sbx_`. */
  keys: readonly string[] | undefined;
}

/** A slow or failing service, as the embedded one takes it: a delay in ms, a status with the share of requests that get it. */
export interface ServedFault {
  latency?: [least: number, most: number];
  status?: number;
  rate?: number;
  seed?: string;
}

interface SandboxListenOptions extends SandboxState, ServedAt {
  /** 0 picks a free one. */
  port: number;
  /** Outputs are served under the base URL, with the key, as on a deployment without a CDN. */
  cdn: boolean;
  /** The only port of this machine that callbacks go to; undefined for any port. */
  callbackPort: number | undefined;
  limits: SandboxLimits;
  /** The balances that accounts begin with, by the name in their key. Unit: USD. */
  balances: Readonly<Record<string, number>>;
  faults: readonly ServedFault[];
  /** Receives each request with its answer; keys are hidden. */
  onRequest: ((request: object) => void) | undefined;
}

/** A limit for every account, and those of accounts that have one of their own, by the name in their key: `studio` of `sbx_studio`. */
export interface AccountLimit<Value> {
  every: Value | undefined;
  own: Readonly<Record<string, Value>>;
}

/** The limits of a served sandbox, as long as it runs. A limit that is undefined is as usual. */
export interface SandboxLimits {
  /** Unfinished jobs of an account. */
  inFlight: AccountLimit<number>;
  submitRate: AccountLimit<RequestRate>;
  lookRate: AccountLimit<RequestRate>;
  /** True if a 429 says how long to wait. */
  retryAfter: boolean;
  /** From how long after its submit on an Idempotency-Key is another job's. Unit: ms. */
  forgetKeysAfterMs: number | undefined;
}

interface ServedSandbox {
  baseUrl: string;
  /** Undefined without a CDN. */
  cdnUrl: string | undefined;
  apiKey: string;
  close(): Promise<void>;
}

/** The facts that `sandbox info` shows. */
interface SandboxFacts {
  prices: readonly { what: string; price: string }[];
  limits: readonly { what: string; limit: string }[];
  scenarios: readonly { name: string; says: string }[];
  keys: readonly { key: string; means: string }[];
  models: readonly { id: string; media: string; native_id: string | null; api: readonly string[] }[];
  routes: readonly { method: string; path: string; section: string }[];
}

/** How much faster than life the sandbox is: a factor above 0, or `instant`; unset or empty is 1. Throws UsageError. */
export function readSpeed(text: string | undefined): number | 'instant' {
  if (text === undefined || text === '') return 1;
  if (text === 'instant') return text;
  const factor = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (factor > 0 && factor <= 1_000_000) return factor;
  throw new UsageError({
    code: 'invalid_environment',
    message: `GENCTL_SANDBOX_SPEED can't be ${JSON.stringify(text)}`,
    why: 'It is a factor above 0 and up to 1000000, or instant.',
    hint: 'GENCTL_SANDBOX_SPEED=10',
  });
}
