import type { AddressInfo } from 'node:net';
import {
  createAdaptorServer,
  type Http2Bindings,
  type HttpBindings,
  type ServerType,
} from '@hono/node-server';
import { sandboxKey } from '../text/base-url.ts';
import { type Sandbox, sandboxOf } from './app.ts';
import { createCallbacks } from './callbacks.ts';
import { type ControlOptions, createControl } from './control/control.ts';
import { ConnectionCut } from './control/watched.ts';
import { createDeployment, type SandboxOptions } from './deployment.ts';

export interface ListenOptions extends Omit<SandboxOptions, 'baseUrl' | 'cdnUrl'>, ControlOptions {
  /** Port of the API; 0 picks a free one. The CDN gets the next port where that is free. */
  port: number;
  /** Serves outputs under the API instead of on a CDN. */
  noCdn: boolean;
  /** The only port of this machine that callbacks may go to; undefined allows every port. */
  callbackPort?: number | undefined;
}

export interface ListeningSandbox {
  baseUrl: string;
  /** Undefined without a CDN. */
  cdnUrl: string | undefined;
  /** The key of the default account. */
  apiKey: string;
  /** Cuts every connection and frees the ports. */
  close(): Promise<void>;
}

const loopback = '127.0.0.1';
const callbackIntervalMs = 250;
const portMost = 65_535;

/**
 * Serves the sandbox by HTTP on loopback, API and CDN on a port each, and makes its callbacks.
 *
 * @throws the native error, with its `code`: EADDRINUSE, EACCES.
 */
export async function listenSandbox(options: ListenOptions): Promise<ListeningSandbox> {
  let sandbox: Sandbox | undefined;
  const answer: Answerer = (request) => sandbox?.fetch(request) ?? new Response(null, { status: 503 });
  const api = await listen(answer, options.port);
  const cdn = options.noCdn ? undefined : await listenBeside(api, answer, options.port);
  const urls = { baseUrl: originOf(api), cdnUrl: cdn === undefined ? undefined : originOf(cdn) };
  const { control = createControl(options) } = options;
  const deployment = createDeployment({ ...options, ...urls, control });
  sandbox = sandboxOf(deployment);
  const closing = new AbortController();
  const callbacks = createCallbacks(deployment, { port: options.callbackPort, signal: closing.signal });
  const stopCalling = repeat(callbackIntervalMs, () => callbacks.sweep(), deployment.logger);
  return {
    ...urls,
    apiKey: sandboxKey,
    async close() {
      stopCalling();
      closing.abort();
      await Promise.all([api, ...(cdn === undefined ? [] : [cdn])].map(close));
      await sandbox?.idle();
    },
  };
}

/**
 * Listens for the CDN beside the API. Links should outlive a restart, so it takes the port after a chosen one if that is free.
 * If no second port can be had, the first is closed again.
 */
async function listenBeside(first: ServerType, answer: Answerer, port: number): Promise<ServerType> {
  const next = port > 0 && port < portMost ? port + 1 : 0;
  try {
    return await listen(answer, next).catch(() => listen(answer, 0));
  } catch (error) {
    await close(first);
    throw error;
  }
}

type Answerer = (request: Request) => Response | Promise<Response>;

function listen(answer: Answerer, port: number): Promise<ServerType> {
  const server = createAdaptorServer({ fetch: cutting(answer), overrideGlobalObjects: false });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => resolve(server));
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

function originOf(server: ServerType): string {
  return `http://${loopback}:${(server.address() as AddressInfo).port}`;
}

/** Runs work again and again, never twice at once, until the returned function is called. */
function repeat(intervalMs: number, work: () => Promise<void>, log: ((line: string) => void) | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      work()
        .catch((error) => log?.(`callbacks: ${error instanceof Error ? error.message : String(error)}`))
        .finally(next);
    }, intervalMs);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
