/**
 * The embedded service as a library: `import { createSandbox } from 'genctl/sandbox'`. These are the types that the package
 * publishes, so this file imports nothing.
 */

/** The options of a sandbox; all have a default. */
export interface SandboxSettings {
  /** Keeps all state. Without it a temporary folder does, which goes with `close()`. */
  folder?: string;
  /** Milliseconds since 1970; the machine's clock unless given. */
  now?: () => number;
  /** Makes ids and links the same in every run. Without it they are random. */
  seed?: number | string;
  /** How fast jobs run: a factor, or `instant`, the default: a job is over when it is first looked at. */
  speed?: number | 'instant';
  /** Serves outputs under the API, which asks for the key, instead of on a CDN. */
  noCdn?: boolean;
  /** The jobs of each account that may be unfinished at once; 50 unless given. */
  inFlight?: number;
}

/** An address of a sandbox that listens. */
export interface SandboxAddress {
  /** The API's origin, without a slash at its end. */
  baseUrl: string;
  /** The CDN's origin; undefined without one. */
  cdnUrl: string | undefined;
  /** Cuts every connection and frees the ports. */
  close(): Promise<void>;
}

/**
 * A fault of the service, for the requests of one account, or of all. Exactly one of `status`, `cut`, `stall`, `links`, or `latency` alone,
 * which adds to the fault that comes after it. Of the others, the first strikes.
 */
export interface SandboxFault {
  /** The requests that it is for, as `POST /v2/jobs` or `GET /v2/jobs/:id`; all of them unless given. */
  route?: string;
  /** Answers with this status, 400 to 599, and does nothing else. */
  status?: number;
  /** The `error.code` of that answer. */
  code?: string;
  /** The `Retry-After` of that answer. Unit: whole seconds. */
  retry_after?: number;
  /** Cuts the connection: before the request is heard, or after it was done, so that its answer is lost. */
  cut?: 'before' | 'after';
  /** Never answers; the request is not done. */
  stall?: true;
  /** Answers without the links of files: each of them is null, as a defect of the service would leave them. */
  links?: 'missing';
  /** How long it waits before anything else: a time, or the least and the most of a random one. Unit: ms. */
  latency?: number | [least: number, most: number];
  /** The share of the requests that it strikes, above 0 up to 1, which is the default. */
  rate?: number;
  /** How many requests it strikes; any number unless given. */
  times?: number;
  /** Makes `rate` and `latency` draw the same in every run. */
  seed?: number | string;
}

/** A request that the sandbox received, with its answer. */
export interface SandboxRequest {
  /** When it came, in RFC 3339, by the clock of its account. */
  at: string;
  method: string;
  /** With its query. */
  path: string;
  /** Lower-case names; keys and signatures are hidden. */
  headers: Record<string, string>;
  /** JSON as a value, other text as it is; null for none, and for more than 64 KiB. */
  body: unknown;
  /** Null where none was sent: the connection was cut, or the client left. */
  answer: { status: number; headers: Record<string, string>; body: unknown } | null;
}

/** Narrows a call to the account of a key; without it the call is for all accounts. */
export interface OfKey {
  /** A key of the sandbox, such as `sbx_studio`. */
  key?: string;
}

/** A call that a sandbox refuses, and does nothing. */
export class SandboxError extends TypeError {
  /** `closed`: it answers no more. `invalid_key`: the key names no account of a sandbox. `invalid_input`: a fault, or a time. */
  readonly code: 'closed' | 'invalid_key' | 'invalid_input';
  constructor(code: SandboxError['code'], message: string);
}

/**
 * The whole service, in this process. Each key that begins with `sbx_` is an account, so that tests can run side by side. What it
 * refuses is a `SandboxError`.
 */
export interface Sandbox {
  /** The API's origin in this process. No request to it leaves the process. */
  readonly baseUrl: string;
  /** The key of the default account, `sbx_local`. */
  readonly apiKey: string;
  /**
   * Answers a request without a socket.
   *
   * @throws TypeError as `fetch` does, where a fault cuts the connection.
   */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Serves the sandbox by HTTP on loopback; port 0, the default, picks a free one. */
  listen(options?: { port?: number }): Promise<SandboxAddress>;
  /** Forgets jobs, balances, files, requests, faults and the time that was added. */
  reset(of?: OfKey): Promise<void>;
  /** The requests that came, the oldest first; of each account the newest 1,000. */
  requests(of?: OfKey): SandboxRequest[];
  /** Adds faults behind those that are there. */
  faults(faults: SandboxFault | readonly SandboxFault[], of?: OfKey): void;
  /** Moves the clock on, by up to a hundred years in all. Unit: whole ms. */
  advance(ms: number, of?: OfKey): void;
  /** Stops listening, cuts what a fault holds up, and removes a temporary folder. It answers nothing after that. */
  close(): Promise<void>;
}

/** Makes a sandbox. Nothing is read or written until a request needs it. */
export function createSandbox(settings?: SandboxSettings): Sandbox;
