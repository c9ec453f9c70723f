import { createReadStream, statSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { routes } from '../../service/routes.ts';
import { knownAccount } from '../api-key.ts';
import type { SandboxEnvironment } from '../deployment.ts';
import { Refusal } from '../refusal.ts';
import { jobIdFrom } from '../state/jobs.ts';
import { contentTypeOf, type JobFile, renderedFile } from './output-file.ts';
import { findFile, findMedia, rawPathPrefix } from './output-link.ts';

type RouteContext = Context<SandboxEnvironment>;

/**
 * The media route. It serves the masked links of tasks, whose id is the credential and expires within the hour. In a deployment
 * without a CDN it also serves the outputs of v2, for any key of the account that owns them.
 *
 * @see service document §2.2, §4.9
 */
export function mediaRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get(routes.media.path, (context) => {
    const { deployment } = context.var;
    const { file, needsKey } = findMedia(deployment, context.req.param('id')) ?? {};
    if (needsKey !== true) return servedFile(context, file, 'never');
    const isOwner = knownAccount(context.req.raw, deployment)?.id === file?.record.accountId;
    return servedFile(context, isOwner ? file : undefined);
  });
}

/** Serves the vendor's raw links to anyone who holds one. @see service document §2.8 */
export function rawRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get(`${rawPathPrefix}:hex/:name`, (context) => {
    const { hex, name } = context.req.param();
    return servedFile(context, findFile(context.var.deployment, 'raw', jobIdFrom(hex), name));
  });
}

/** Serves outputs on the CDN host to anyone who holds their link. @see service document §4.10 */
export function cdnRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get('/v2/:id/:name', (context) => {
    const { id, name } = context.req.param();
    return servedFile(context, findFile(context.var.deployment, 'output', id, name));
  });
}

async function servedFile(
  context: RouteContext,
  file: JobFile | undefined,
  cached: ServedFile['cached'] = 'for ever',
): Promise<Response> {
  if (file === undefined) throw new Refusal('not_found', 'There is no such file.');
  const { deployment } = context.var;
  const path = await renderedFile(deployment, file);
  // The bytes of a job's output never change, so job and position identify them.
  const etag = `"${deployment.secret.derive(['etag', file.record.id, String(file.position)])}"`;
  return fileResponse(context.req.raw, { path, contentType: contentTypeOf(file), etag, cached });
}

/** A file that never changes under its name. */
interface ServedFile {
  path: string;
  contentType: string;
  /** A strong ETag, with its quotes. */
  etag: string;
  /** The word for caches, whether they may keep it. A file behind a link that expires must not live on in a cache. */
  cached: 'for ever' | 'never';
}

/**
 * A file as a CDN serves it: whole or one range of it, resumable by its strong ETag.
 *
 * @see RFC 9110 §13, §14
 */
function fileResponse(request: Request, file: ServedFile): Response {
  const { size } = statSync(file.path);
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Cache-Control': file.cached === 'never' ? 'private, no-store' : 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  });
  if (request.headers.get('If-None-Match') === file.etag) return new Response(null, { status: 304, headers });
  const range = request.method === 'GET' ? byteRange(rangeHeader(request, file.etag), size) : 'whole';
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    headers.set('Content-Length', '0');
    return new Response(null, { status: 416, headers });
  }
  const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range;
  headers.set('Content-Length', String(last - first + 1));
  if (range !== 'whole') headers.set('Content-Range', `bytes ${first}-${last}/${size}`);
  const body = request.method === 'HEAD' ? null : fileStream(file.path, first, last);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
}

/** Part of a file, both ends included. Unit: bytes. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * The range that a request asks for. It is `whole` without a range. It is also `whole` for a header that is not understood or asks
 * for several ranges, since a server may ignore those. `unsatisfiable`: the file ends before the range begins.
 *
 * @see RFC 9110 §14.2
 */
export function byteRange(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [first = '', last = ''] = match?.slice(1) ?? [];
  if (match === null || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 };
  }
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  return Number(first) >= size ? 'unsatisfiable' : { first: Number(first), last: end };
}

/** The Range header; null where its If-Range condition fails because the file has changed. */
function rangeHeader(request: Request, etag: string): string | null {
  const condition = request.headers.get('If-Range');
  return condition === null || condition === etag ? request.headers.get('Range') : null;
}

/** Streams a part of a file, which is not opened until the body is read. */
function fileStream(path: string, first: number, last: number): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      chunks ??= createReadStream(path, { start: first, end: last })[Symbol.asyncIterator]();
      const chunk = await chunks.next();
      if (chunk.done) controller.close();
      else controller.enqueue(new Uint8Array(chunk.value));
    },
    async cancel() {
      await chunks?.return?.();
    },
  });
}
