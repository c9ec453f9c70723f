import { Hono } from 'hono';
import { MachineError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';
import { say, thenAgain } from '../errors/hint.ts';
import { systemFailure, systemTrouble } from '../errors/system-trouble.ts';
import { createTaskGroup } from '../files/task-group.ts';
import { routes } from '../service/routes.ts';
import { sandboxOrigins } from '../text/base-url.ts';
import { serviceRoutes } from './answers/routes.ts';
import { keyHolderOf } from './api-key.ts';
import { controlRoutes, watched } from './control/controlled.ts';
import {
  createDeployment,
  type Deployment,
  type SandboxEnvironment,
  type SandboxOptions,
} from './deployment.ts';
import { serveLink } from './links/media.ts';
import { rawPathPrefix } from './links/output-link.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { Refusal, refusalResponse } from './refusal.ts';

export type { SandboxOptions } from './deployment.ts';

/** The whole service: API and CDN, told apart by the host of a request. */
export interface Sandbox {
  fetch(request: Request): Promise<Response>;
  /** Waits for the requests that are under way. Each is in the log of requests after that. */
  idle(): Promise<void>;
}

/** The origins of a sandbox that runs inside the calling process, without a socket. */
export const inProcessUrls = {
  baseUrl: sandboxOrigins.api,
  cdnUrl: sandboxOrigins.cdn,
} as const;

/** The service over the state in a folder. Nothing is read or written until a request needs it. */
export function createSandbox(options: SandboxOptions): Sandbox {
  return sandboxOf(createDeployment(options));
}

export function sandboxOf(deployment: Deployment): Sandbox {
  const hosts = { api: apiApp(deployment), cdn: cdnApp(deployment) };
  const serve = (request: Request) => answer(request, deployment, hosts);
  const { control, logger } = deployment;
  const underWay = createTaskGroup();
  return {
    async fetch(request) {
      const answered = control === undefined ? serve(request) : watched(request, deployment, serve);
      // The caller hears of a failure.
      underWay.start(() => answered.then(nothing, nothing));
      const response = await answered;
      logger?.(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
      return response;
    },
    idle: () => underWay.settle(),
  };
}

function nothing(): void {}

async function answer(
  request: Request,
  deployment: Deployment,
  hosts: { api: Hono<SandboxEnvironment>; cdn: Hono<SandboxEnvironment> },
): Promise<Response> {
  try {
    return await hosts[hostOf(request, deployment)].fetch(request);
  } catch (error) {
    return errorResponse(error, deployment);
  }
}

const rawPath = `${rawPathPrefix}:id/:name`;

function apiApp(deployment: Deployment): Hono<SandboxEnvironment> {
  const app = emptyApp(deployment);
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/openapi.json', (context) => context.json(openApiDocument(deployment.baseUrl)));
  app.get(routes.media.path, serveLink);
  if (deployment.cdnUrl === undefined) app.get(rawPath, serveLink);
  app.use('*', async (context, next) => {
    context.set('account', keyHolderOf(context.req.raw, deployment));
    await next();
  });
  if (deployment.control !== undefined) app.route('/', controlRoutes(deployment.control));
  return app.route('/', serviceRoutes());
}

function cdnApp(deployment: Deployment): Hono<SandboxEnvironment> {
  return emptyApp(deployment).get('/v2/:id/:name', serveLink).get(rawPath, serveLink);
}

function emptyApp(deployment: Deployment): Hono<SandboxEnvironment> {
  const app = new Hono<SandboxEnvironment>();
  app.onError((error) => errorResponse(error, deployment));
  app.notFound((context) =>
    refusalResponse(
      new Refusal('not_found', `There is no ${context.req.method} route here.`),
      deployment.limits,
    ),
  );
  app.use('*', async (context, next) => {
    context.set('deployment', deployment);
    await next();
  });
  return app;
}

/**
 * Turns an error into an answer. A defect of the sandbox itself is named as such, so that nobody takes it for a fault that a
 * scenario asked for.
 *
 * @throws MachineError where the sandbox is embedded and this machine can't keep its state, or has lost a part of the program.
 */
function errorResponse(error: unknown, deployment: Deployment): Response {
  if (error instanceof Refusal) return refusalResponse(error, deployment.limits);
  const failure = deployment.embedded === true ? machineFailure(error, deployment.folder) : undefined;
  if (failure !== undefined) throw failure;
  const reason = error instanceof Error ? error.message : String(error);
  deployment.logger?.(error instanceof Error ? (error.stack ?? reason) : reason);
  return refusalResponse(new Refusal('internal', `The sandbox itself failed: ${reason}`), deployment.limits);
}

/** The failure of this machine behind an error of the sandbox; undefined for a defect of the sandbox. */
function machineFailure(error: unknown, folder: string): MachineError | undefined {
  if (error instanceof MachineError) return error;
  const trouble = systemTrouble(errorCode(error) ?? '');
  if (trouble === undefined) return systemFailure(error);
  return new MachineError({
    code: 'sandbox_failed',
    message: `the sandbox can't use its folder: ${folder}`,
    why: error instanceof Error ? error.message : undefined,
    hint: say`${trouble.mend}${thenAgain}`,
    cause: error,
  });
}

/** The two hosts of a sandbox. */
type SandboxHost = 'api' | 'cdn';

/**
 * The host that a request is for. Web pages in a browser on this machine must not reach the sandbox across origins. Nor may they
 * reach it by a name of their own that resolves to this machine.
 *
 * @throws Refusal (403) for a foreign Host and for any Origin.
 */
function hostOf(request: Request, { baseUrl, cdnUrl, names }: Deployment): SandboxHost {
  if (request.headers.has('Origin')) throw foreign('Requests with an Origin header are refused.');
  const { host } = new URL(request.url);
  if (hostsOf(baseUrl, names).includes(host)) return 'api';
  if (cdnUrl !== undefined && hostsOf(cdnUrl, names).includes(host)) return 'cdn';
  throw foreign(`This sandbox answers to ${new URL(baseUrl).host} only.`);
}

/** The hosts of an origin, under each of its names. */
function hostsOf(origin: string, names: readonly string[] = []): string[] {
  const { host, hostname } = new URL(origin);
  return [host, ...names.map((name) => host.replace(hostname, name))];
}

function foreign(message: string): Refusal {
  return new Refusal('forbidden', message);
}
