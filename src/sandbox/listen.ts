import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import {
  createAdaptorServer,
  type Http2Bindings,
  type HttpBindings,
  type ServerType,
} from '@hono/node-server';
import { isLoopbackHost, loopbackAddress, sandboxKey } from '../text/base-url.ts';
import { type Sandbox, sandboxOf } from './app.ts';
import { createCallbacks } from './callbacks.ts';
import { type ControlOptions, createControl } from './control/control.ts';
import { ConnectionCut } from './control/faults.ts';
import { createDeployment, type SandboxOptions } from './deployment.ts';
import { createRenderer } from './links/render-beside.ts';
import type { SandboxAddress } from './public.d.ts';

export interface ListenOptions extends Omit<SandboxOptions, 'baseUrl' | 'cdnUrl'>, ControlOptions {
  /** The address to listen on, as a URL has it; 127.0.0.1 unless given. */
  host?: string | undefined;
  /** Port of the API; 0 picks a free one. The CDN gets the next port where that is free. */
  port: number;
  /** Serves outputs under the API instead of on a CDN. */
  noCdn: boolean;
  /** The only port of this machine that callbacks may go to. Undefined allows every port, and none where other machines may submit. */
  callbackPort?: number | undefined;
}

export interface ListeningSandbox extends SandboxAddress {
  /** The key of the default account, or the first of those that were given. */
  apiKey: string;
}

const loopbackNames = [loopbackAddress, 'localhost'];
/** A poll may be told to wait for ten seconds, and its connection should outlive that. */
const keepAliveMs = 60_000;
/** No request goes to it. */
const noPort = 0;
const callbackIntervalMs = 250;
const portMost = 65_535;

/**
 * Serves the sandbox by HTTP, on loopback unless another address is given, API and CDN on a port each, and makes its callbacks.
 *
 * @throws the native error, with its `code`: EADDRINUSE, EACCES.
 */
export async function listenSandbox(options: ListenOptions): Promise<ListeningSandbox> {
  let sandbox: Sandbox | undefined;
  const answer: Answerer = (request) => sandbox?.fetch(request) ?? new Response(null, { status: 503 });
  const { control = createControl(options), host = loopbackAddress, keys, names = [], port } = options;
  const at = { host, port };
  const api = await listen(answer, at);
  const cdn = options.noCdn ? undefined : await listenBeside(api, answer, at);
  const name = names[0] ?? host;
  const urls = { baseUrl: originOf(api, name), cdnUrl: cdn === undefined ? undefined : originOf(cdn, name) };
  const renderer = createRenderer();
  const all = [...names, host, ...loopbackNames];
  const deployment = createDeployment({ ...options, ...urls, names: all, control, render: renderer.render });
  sandbox = sandboxOf(deployment);
  const closing = new AbortController();
  // A submit of another machine, by a tunnel too, must not reach every program of this one.
  const isForOthers = !isLoopbackHost(host) || names.length > 0;
  const { callbackPort = isForOthers ? noPort : undefined } = options;
  const callbacks = createCallbacks(deployment, { port: callbackPort, signal: closing.signal });
  const called = callAlways(callbacks, closing.signal, deployment.logger);
  return {
    ...urls,
    apiKey: keys?.[0] ?? sandboxKey,
    async close() {
      closing.abort();
      await called;
      await Promise.all([api, ...(cdn === undefined ? [] : [cdn])].map(close));
      await renderer.close();
      await sandbox?.idle();
    },
  };
}

/**
 * Listens for the CDN beside the API. Links should outlive a restart, so it takes the port after a chosen one if that is free.
 * If no second port can be had, the first is closed again.
 */
async function listenBeside(
  first: ServerType,
  answer: Answerer,
  { host, port }: Address,
): Promise<ServerType> {
  const next = port > 0 && port < portMost ? port + 1 : 0;
  try {
    return await listen(answer, { host, port: next }).catch(() => listen(answer, { host, port: 0 }));
  } catch (error) {
    await close(first);
    throw error;
  }
}

type Address = Readonly<{ host: string; port: number }>;
type Log = ((line: string) => void) | undefined;
type Answerer = (request: Request) => Response | Promise<Response>;

function listen(answer: Answerer, { host, port }: Address): Promise<ServerType> {
  const server = createAdaptorServer({
    fetch: cutting(answer),
    overrideGlobalObjects: false,
    serverOptions: { keepAliveTimeout: keepAliveMs },
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), () => resolve(server));
  });
}

/** Cuts the connection of a request whose answer a fault cut. */
function cutting(answer: Answerer) {
  return async (request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> => {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof ConnectionCut) && !request.signal.aborted) throw error;
      incoming.socket.destroy();
      return new Response();
    }
  };
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

function originOf(server: ServerType, name: string): string {
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}

/**
 * Makes callbacks again and again, never twice at once, until the signal ends it. It pauses after each sweep: one of many jobs may
 * take longer than that.
 */
async function callAlways({ sweep }: ReturnType<typeof createCallbacks>, signal: AbortSignal, log: Log) {
  while (!signal.aborted) {
    await setTimeout(callbackIntervalMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    await sweep().catch((error) => log?.(`callbacks: ${error instanceof Error ? error.message : error}`));
  }
}
