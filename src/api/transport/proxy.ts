import type { Dispatcher, Pool as UndiciPool } from 'undici';
import { isContainerHost, isLoopbackHost } from '../../text/base-url.ts';
import { ExchangeError, type ProxyInUse } from './exchange.ts';
import { type Connector, withInterimAnswers } from './interim-answers.ts';

/** The proxy variables of the environment. An empty variable counts as unset. The caller reads them, since this room may not. */
export interface ProxyVariables {
  http_proxy?: string | undefined;
  HTTP_PROXY?: string | undefined;
  https_proxy?: string | undefined;
  HTTPS_PROXY?: string | undefined;
  no_proxy?: string | undefined;
  NO_PROXY?: string | undefined;
}

/** The proxy that a variable names. */
export interface Proxy extends ProxyInUse {
  /** The value of the variable, with `http://` before it if it has no scheme. It may hold a password. */
  uri: string;
}

/**
 * The proxy for a URL, or undefined for a direct connection. Loopback, and the hosts that give a container its credentials, are
 * never reached through a proxy.
 */
export function proxyFor(url: URL, variables: ProxyVariables): Proxy | undefined {
  const names =
    url.protocol === 'https:'
      ? (['https_proxy', 'HTTPS_PROXY'] as const)
      : (['http_proxy', 'HTTP_PROXY'] as const);
  const variable = names.find((name) => setValue(variables[name]) !== undefined);
  if (variable === undefined || isLoopbackHost(url.hostname) || isContainerHost(url.hostname))
    return undefined;
  if (isExcluded(url, setValue(variables.no_proxy) ?? setValue(variables.NO_PROXY) ?? '')) return undefined;
  const value = setValue(variables[variable]) ?? '';
  const uri = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const { host, username } = URL.canParse(uri) ? new URL(uri) : { host: '', username: '' };
  return { uri, variable, host, hasUser: username !== '' };
}

function setValue(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}

/**
 * Tells whether `no_proxy` lists the URL's host. An entry is `*`, or a name that also means all names below it, with a port if only that
 * port is meant.
 */
function isExcluded(url: URL, list: string): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const hostname = url.hostname.toLowerCase();
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const bare = name.replace(/^\*?\./, '');
      return (
        (entryPort === undefined || entryPort === port) &&
        (hostname === bare || hostname.endsWith(`.${bare}`))
      );
    });
}

/** The options of a pool of sockets, and of each connection in it. */
interface PoolOptions extends UndiciPool.Options {
  connect: { timeout: number; signal: AbortSignal };
}

/**
 * Opens connections through a proxy to an origin: by a tunnel (CONNECT) for https, and by whole URLs for http. Throws ExchangeError if the
 * variable names no proxy that genctl speaks to; a connection that fails on the way to the proxy, or that the proxy refuses, ends its
 * requests with one too.
 */
export async function openProxy(proxy: Proxy, options: PoolOptions, origin: string): Promise<Dispatcher> {
  const url = proxyUrl(proxy);
  return origin.startsWith('http:') ? openPlainProxy(proxy, url, options) : openTunnels(proxy, url, options);
}

/**
 * Opens connections to a proxy that is asked for whole URLs. Most proxies refuse a tunnel to a port of http.
 * @see RFC 9112 §3.2.2
 */
async function openPlainProxy(
  proxy: Proxy,
  url: URL,
  { connect, ...poolOptions }: PoolOptions,
): Promise<Dispatcher> {
  const { buildConnector, Pool } = await import('undici');
  const authorization = proxyAuthorization(url);

  /** The sockets to the proxy. */
  class PlainProxyPool extends Pool {
    override dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      const { host, origin } = new URL(String(request.origin));
      const headers = {
        ...(request.headers as Record<string, string>),
        host,
        ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
      };
      return super.dispatch(
        { ...request, origin: url.origin, path: origin + request.path, headers },
        handler,
      );
    }
  }

  const connector = throughProxy(buildConnector({ ...connect, allowH2: false }), proxy);
  return new PlainProxyPool(url.origin, { ...poolOptions, connect: withInterimAnswers(connector) });
}

/** The error for a proxy's refusal of a connection, or of a whole URL. */
export function refusedByProxy(status: number, proxy: Proxy): ExchangeError {
  return new ExchangeError('never', statusCode(status), `The proxy answered ${status}`, {
    proxy: { ...proxy, status },
  });
}

/** Opens tunnels. Loads undici whole: only its index gives a dispatcher the `connect` that its ProxyAgent calls. */
async function openTunnels(proxy: Proxy, url: URL, options: PoolOptions): Promise<Dispatcher> {
  const { Pool, ProxyAgent } = await import('undici');
  const { connect, ...poolOptions } = options;

  /** The sockets to the proxy itself. A tunnel that it refuses is an error; undici would hand out the socket. */
  class ProxyPool extends Pool {
    override async connect(params: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
    override async connect(params: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      const tunnel = await super.connect(params).catch((error: unknown) => {
        throw tunnelError(error, proxy);
      });
      if (tunnel.statusCode >= 200 && tunnel.statusCode < 300) return { ...tunnel, statusCode: 200 };
      tunnel.socket.on('error', () => {}).destroy();
      throw refusedByProxy(tunnel.statusCode, proxy);
    }
  }

  const authorization = proxyAuthorization(url);
  return new ProxyAgent({
    ...poolOptions,
    uri: `${url.protocol}//${url.host}`,
    ...(authorization === undefined ? {} : { token: authorization }),
    proxyTls: connect,
    requestTls: connect,
    // A proxy that accepts the connection and then says nothing gets the same time as one that does not accept it.
    clientFactory: (origin, tunnel) => new ProxyPool(origin, { ...tunnel, headersTimeout: connect.timeout }),
    factory: (origin, tunnel) => {
      const pool = tunnel as UndiciPool.Options;
      const connector = throughProxy(pool.connect as Connector, proxy);
      return new Pool(origin, { ...pool, connect: withInterimAnswers(connector) });
    },
  });
}

function proxyUrl(proxy: Proxy): URL {
  const url = URL.canParse(proxy.uri) ? new URL(proxy.uri) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== '') return url;
  const code = url === undefined || url.hostname === '' ? 'PROXY_INVALID' : 'PROXY_SCHEME';
  throw new ExchangeError('never', code, 'The proxy of the environment is not usable', { proxy });
}

/** The header for the proxy, or undefined if its URL names no user. A `%` that encodes nothing stands for itself. */
function proxyAuthorization({ password, username }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function statusCode(status: number): string {
  // 401 is no answer to CONNECT, and yet what tinyproxy sends for a wrong password.
  if (status === 407 || status === 401) return 'PROXY_PASSWORD';
  return status < 500 ? 'PROXY_REFUSED' : 'PROXY_FAILED';
}

/** The codes of a certificate that is not trusted: the service's, or that of a proxy which signs certificates of its own. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/;

/** Names the proxy in each error of a connection that was to be made through it, but for an untrusted certificate. */
function throughProxy(connect: Connector, proxy: Proxy): Connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) return callback(null, socket);
      const isNamed =
        error instanceof ExchangeError || ('code' in error && untrusted.test(String(error.code)));
      callback(isNamed ? error : tunnelError(error, proxy), null);
    });
}

/**
 * The error for a tunnel that was never made. undici dials again without end after its own code for a closed socket, so that code
 * must not reach it.
 */
function tunnelError(error: unknown, proxy: Proxy): ExchangeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'PROXY_CLOSED';
  return new ExchangeError(
    'never',
    code === 'UND_ERR_SOCKET' ? 'PROXY_CLOSED' : code,
    'The proxy gave no tunnel',
    {
      cause: error,
      proxy,
    },
  );
}
