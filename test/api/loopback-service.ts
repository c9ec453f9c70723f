import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';

/** A request as the service saw it. */
interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the service does with one request. */
export type Step = (response: ServerResponse, request: SeenRequest, raw: IncomingMessage) => unknown;

export interface LoopbackService {
  baseUrl: string;
  /** In the order of arrival. */
  seen: SeenRequest[];
  server: ReturnType<typeof createServer>;
}

/**
 * A service on a free port of loopback that takes its steps one request each, in order. A test fails on a request too
 * many, and on a step that nobody asked for.
 */
export async function startService(...steps: Step[]): Promise<LoopbackService> {
  const seen: SeenRequest[] = [];
  const left = [...steps];
  const surplus: string[] = [];
  const server = createServer(async (raw, response) => {
    // Tests have clocks of their own.
    response.sendDate = false;
    const chunks: Buffer[] = [];
    for await (const chunk of raw) chunks.push(chunk as Buffer);
    const request: SeenRequest = {
      method: raw.method ?? '',
      path: raw.url ?? '',
      headers: raw.headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(request);
    const step = left.shift();
    if (step === undefined) {
      surplus.push(`${request.method} ${request.path}`);
      response.writeHead(418).end();
    } else await step(response, request, raw);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    expect(surplus).toEqual([]);
    expect(left).toHaveLength(0);
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server };
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** Answers with any text. */
export function text(status: number, contentType: string, body: string): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType }).end(body);
  };
}

/** Takes the request and closes the connection without an answer. */
export const reset: Step = (response) => response.socket?.resetAndDestroy();

/** Promises more than it sends, then closes. */
export function cutShort(status: number, body: string): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length + 100 });
    response.write(body, () => response.socket?.destroy());
  };
}
