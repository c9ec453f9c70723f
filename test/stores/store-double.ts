import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawRequest, signatureFault } from './check-signature.ts';
import { type Answer, type DoubleOptions, refused, type SeenCall, type StoreDouble } from './double-state.ts';
import { objectActs } from './object-acts.ts';
import { uploadActs } from './upload-acts.ts';

export const doubleKey = { id: 'AKIADOUBLE', secret: 'double/secret+key' } as const;
const acts = { ...objectActs, ...uploadActs };

/** A store of one bucket on loopback that checks all that S3 checks, and some that it does not. */
export async function startStoreDouble(options: DoubleOptions = {}): Promise<StoreDouble> {
  const state: StoreDouble = {
    endpoint: '',
    bucket: options.bucket ?? 'shots',
    objects: new Map(),
    uploads: new Map(),
    seen: [],
    violations: [],
    keys: options.keys ?? new Map([[doubleKey.id, { secret: doubleKey.secret }]]),
    options,
    close: async () => {},
    open: () => listen(state),
  };
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error: unknown) => {
      state.violations.push(String(error));
      response.destroy();
    });
  });
  const address = options.address ?? '127.0.0.1';
  const listen = ({ endpoint }: StoreDouble): Promise<void> =>
    new Promise((resolve) => server.listen(Number(new URL(endpoint).port), address, resolve));
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  state.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return state;
}

/** The variables by which a run finds a double. */
export function storeEnvironment({ endpoint }: Pick<StoreDouble, 'endpoint'>): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: doubleKey.id,
    AWS_SECRET_ACCESS_KEY: doubleKey.secret,
  };
}

async function answer(state: StoreDouble, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { headers, method = '', url: target = '' } = request;
  const raw: RawRequest = { method, target, headers, body: Buffer.concat(chunks) };
  const url = new URL(target, state.endpoint);
  const [, bucket = '', ...path] = url.pathname.split('/').map(decodeURIComponent);
  const call = callOf(raw, path.join('/'), url.searchParams);
  const before = state.seen.filter(({ what }) => what === call.what).length;
  state.seen.push(call);
  const fault = state.options.fault?.(call, before);
  await state.options.hold?.(call);
  if (fault === 'cut before') {
    request.socket.destroy();
    return;
  }
  const made = answerOf(fault, () => done(state, call, raw, bucket));
  const { status, body = '' } = made;
  const told = { date: new Date((state.options.nowMs ?? Date.now)()).toUTCString(), ...made.headers };
  await state.options.hold?.(call);
  if (fault === 'cut after') {
    request.socket.destroy();
    return;
  }
  response.writeHead(
    status,
    method === 'HEAD' ? told : { 'content-length': Buffer.byteLength(body), ...told },
  );
  response.end(method === 'HEAD' ? undefined : body);
}

function answerOf(fault: ReturnType<NonNullable<DoubleOptions['fault']>>, act: () => Answer): Answer {
  if (typeof fault !== 'object') return act();
  if ('code' in fault) return refused(fault.status, fault.code, 'as told', fault.headers);
  if (fault.isDone) act();
  return fault;
}

function done(state: StoreDouble, call: SeenCall, raw: RawRequest, bucket: string): Answer {
  const { nowMs = Date.now, region = 'us-east-1' } = state.options;
  const fault = signatureFault(raw, { keys: state.keys, nowMs: nowMs(), region });
  if (fault?.code === 'XAmzContentSHA256Mismatch') state.violations.push(fault.says);
  if (fault !== undefined)
    return refused(
      of400.includes(fault.code) ? 400 : 403,
      fault.code,
      fault.says,
      fault.code === 'AuthorizationHeaderMalformed' ? { 'x-amz-bucket-region': region } : {},
    );
  if (bucket !== state.bucket) return refused(404, 'NoSuchBucket', 'The specified bucket does not exist');
  const act = acts[call.what];
  if (act !== undefined) return act(state, call, raw);
  state.violations.push(`${call.what} is nothing that is done`);
  return refused(501, 'NotImplemented', call.what);
}

const of400 = ['ExpiredToken', 'XAmzContentSHA256Mismatch', 'AuthorizationHeaderMalformed'];

function callOf(raw: RawRequest, key: string, query: URLSearchParams): SeenCall {
  const { headers, method } = raw;
  const kind = query.has('uploads')
    ? method === 'POST'
      ? 'begin'
      : 'uploads'
    : query.has('partNumber')
      ? 'part'
      : query.has('uploadId')
        ? method === 'POST'
          ? 'complete'
          : 'upload'
        : query.has('list-type')
          ? 'list'
          : 'object';
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { method, key, query, headers: flat, bytes: raw.body.length, what: `${method} ${kind}` };
}
