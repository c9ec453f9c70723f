/** One HTTP request. */
export interface ExchangeRequest {
  method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
  /** Longest time until the response headers are complete; undefined for no limit. Unit: ms. */
  headersTimeoutMs?: number | undefined;
  /**
   * True for a connection that carries this request alone. A server may close an idle connection at the moment in which a request leaves on
   * it, and whether that arrived is then unknown.
   */
  ownConnection?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** An answer whose body has not been read yet. The caller must read it to its end or call `discard`, which never rejects. */
export interface ExchangeResponse {
  status: number;
  /** Names in lower case; a repeated header is joined with a comma. */
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

/** Carries a request to a service, over the network or inside the process. Throws `ExchangeError`. */
export interface Exchange {
  send(request: ExchangeRequest): Promise<ExchangeResponse>;
  close(): Promise<void>;
}

/** How far a request without an answer got: it `never` left this machine, or that is `unknown`. */
export type Reached = 'never' | 'unknown';

/** The proxy that a connection was to be made through. */
export interface ProxyInUse {
  /** The variable of the environment that names it. */
  variable: string;
  /** Its host and port; empty if the variable holds no URL. */
  host: string;
  /** True if the variable holds a user's name for it. */
  hasUser: boolean;
  /** The status of its answer, if it answered. */
  status?: number | undefined;
}

/** A request without an answer. `code` is the system's or undici's, such as `ECONNREFUSED`, or `PROXY_…` for what a proxy did. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly reached: Reached;
  readonly code: string;
  /** The proxy on the way, if the connection failed there. */
  readonly proxy: ProxyInUse | undefined;

  constructor(
    reached: Reached,
    code: string,
    message: string,
    { cause, proxy }: { cause?: unknown; proxy?: ProxyInUse | undefined } = {},
  ) {
    super(message, { cause });
    this.reached = reached;
    this.code = code;
    this.proxy = proxy;
  }
}
