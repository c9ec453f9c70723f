import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { parseDurationMs } from '../../text/duration.ts';
import { hideOutputHashes, redact, shownHeaders } from '../../text/redaction.ts';
import { knownAccount } from '../api-key.ts';
import type { Deployment, SandboxEnvironment } from '../deployment.ts';
import type { SandboxFault, SandboxRequest } from '../public.d.ts';
import { Refusal, refusalResponse } from '../refusal.ts';
import { bodyBytes, bytesOf, jsonObject } from '../request-body.ts';
import { resetAccount } from '../reset.ts';
import type { Control } from './control.ts';
import { ConnectionCut, readFault } from './faults.ts';

type Serve = (request: Request) => Promise<Response>;

/**
 * Serves a request as the account's faults allow, and keeps it with its answer. A request to the sandbox's own paths is neither
 * struck nor kept.
 *
 * @throws ConnectionCut where a fault cuts the connection; the signal's reason where the client leaves while a fault holds it up.
 */
export async function watched(request: Request, deployment: Deployment, serve: Serve): Promise<Response> {
  const { control } = deployment;
  const url = new URL(request.url);
  // The path as routes read it: %5f is an underscore to them.
  const path = getPath(request);
  if (control === undefined || path.startsWith(controlPrefix) || path === '/healthz') return serve(request);
  const accountId = knownAccount(request, deployment)?.id;
  const entry: SandboxRequest = {
    at: new Date(deployment.nowMs(accountId ?? '')).toISOString(),
    method: request.method,
    path: loggedPath(url),
    headers: loggedHeaders(request.headers),
    // A stranger's body is not even read.
    body: accountId === undefined ? null : await loggedBody(request),
    answer: null,
  };
  try {
    const answered = await struck(request, deployment, { accountId, serve });
    const { status } = answered;
    const headers = loggedHeaders(answered.headers);
    const { body, response } = await loggedAnswer(answered);
    entry.answer = { status, headers, body };
    return response;
  } finally {
    control.requests.keep(accountId, entry);
  }
}

async function struck(
  request: Request,
  { control, limits }: Deployment,
  { accountId, serve }: { accountId: string | undefined; serve: Serve },
): Promise<Response> {
  const strike = control?.faults.strike(accountId, request);
  if (strike === undefined) return serve(request);
  const { delayMs, fault } = strike;
  if (delayMs > 0) await wait(delayMs, request, control?.closing);
  if (fault.stall === true) await wait(longestMs, request, control?.closing);
  if (fault.cut === 'before') throw new ConnectionCut('A fault cut the connection before the request.');
  if (fault.status !== undefined) return refusalResponse(refusalOf(fault, fault.status), limits);
  const response = await serve(request);
  if (fault.cut === 'after') throw new ConnectionCut('A fault cut the connection before the answer.');
  return fault.links === 'missing' ? withoutLinks(response) : response;
}

/** Matches the names of the members that have the link of a file: `url`, `media_url`, `video_url` and their like. */
const linkName = /(^|_)url$/;

/** An answer with null for each link of a file. An answer that is no JSON has none. */
async function withoutLinks(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson || !response.ok) return response;
  const text = JSON.stringify(await response.json(), (name, value: unknown) =>
    linkName.test(name) && typeof value === 'string' ? null : value,
  );
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(text, { status: response.status, headers });
}

/** The longest time that a timer takes, 24 days. Unit: ms. */
const longestMs = 2 ** 31 - 1;

/** Waits, and holds the request meanwhile: the signal of one that was collected hears nothing. @throws the reason of who ends it. */
async function wait(ms: number, request: Request, closing: AbortSignal | undefined): Promise<void> {
  const signal = closing === undefined ? request.signal : AbortSignal.any([request.signal, closing]);
  try {
    await pause(ms, undefined, { signal });
  } catch {
    throw request.signal.aborted ? request.signal.reason : signal.reason;
  }
}

const usualCodes: Partial<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

function refusalOf({ code, retry_after }: SandboxFault, status: number): Refusal {
  return new Refusal(
    code ?? usualCodes[status] ?? (status < 500 ? 'invalid_input' : 'internal'),
    'A fault that was asked for answers this request.',
    { status, retryAfterSeconds: retry_after },
  );
}

/** A longer body is not kept. Unit: bytes. */
const textBytesMost = 64 * 1024;

function loggedHeaders(headers: Headers): Record<string, string> {
  return shownHeaders(Object.fromEntries(headers));
}

/** The path of a request with its query, in which values that give access are hidden. */
function loggedPath({ pathname, search }: URL): string {
  const shown = search.replace(/([?&][^=&]*(?:key|token|secret|sig)[^=&]*=)[^&]*/gi, '$1***');
  return hideOutputHashes(redact(pathname + shown));
}

/** The body of a request as it is logged. */
async function loggedBody(request: Request): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method) || !isKept(request)) return null;
  const bytes = await bytesOf(request).catch(() => undefined);
  return bytes === undefined ? null : loggedText(Buffer.from(bytes).toString());
}

/** The body of an answer as it is logged, and the answer anew, since a body is read once. */
async function loggedAnswer(response: Response): Promise<{ body: unknown; response: Response }> {
  if (response.body === null || !isKept(response)) return { body: null, response };
  const text = await response.text();
  return { body: loggedText(text), response: new Response(text, response) };
}

/** A text, and a body of known length that is short. */
function isKept({ headers }: Request | Response): boolean {
  const type = headers.get('Content-Type') ?? '';
  return Number(headers.get('Content-Length')) <= textBytesMost && /json|^text\//i.test(type);
}

function loggedText(text: string): unknown {
  return text === '' || Buffer.byteLength(text) > textBytesMost ? null : (tryReadJson(text) ?? text);
}

/** The paths that are the sandbox's own; no route of the service begins alike. */
const controlPrefix = '/_sandbox/';

/**
 * Routes for tests in any language: to forget, to show requests, to put the clock on, to fail. Each takes a key, and is for its
 * account alone, so that tests run side by side.
 */
export function controlRoutes(control: Control): Hono<SandboxEnvironment> {
  const app = new Hono<SandboxEnvironment>().basePath(controlPrefix);

  app.post('reset', async (context) => {
    const { account, deployment } = context.var;
    const jobs = await resetAccount(deployment, account.id);
    control.forget(account.id);
    return context.json({ jobs });
  });

  app.get('requests', (context) => context.json({ data: control.requests.of(context.var.account.id) }));

  app.post('clock', async (context) => {
    const { account, deployment } = context.var;
    const { advance } = jsonObject(await bodyBytes(context.req.raw));
    control.advance(account.id, Number(typeof advance === 'string' ? parseDurationMs(advance) : advance));
    return context.json({ now: new Date(deployment.nowMs(account.id)).toISOString() });
  });

  app.get('faults', (context) => context.json({ data: control.faults.of(context.var.account.id) }));

  app.post('faults', async (context) => {
    const body = jsonObject(await bodyBytes(context.req.raw));
    const list = Array.isArray(body.faults) ? body.faults : [body];
    for (const fault of list.map(readFault)) control.faults.add(context.var.account.id, fault);
    return context.json({ data: control.faults.of(context.var.account.id) }, 201);
  });

  app.delete('faults', (context) => {
    control.faults.forget(context.var.account.id);
    return context.json({ data: [] });
  });

  return app;
}
