import { createReadStream, statSync } from 'node:fs';
import type { Context } from 'hono';
import { assertNotEnded, knownAccount } from '../api-key.ts';
import type { SandboxEnvironment } from '../deployment.ts';
import { Refusal } from '../refusal.ts';
import { contentTypeOf, renderedFile } from './output-file.ts';
import { linkedFile } from './output-link.ts';

/**
 * Serves the file of a link as a CDN does: whole or one range of it, resumable by its strong ETag. On the CDN host, and by the vendor's
 * raw links, anyone who holds the link gets it. The media route serves the masked links of tasks, whose id is the credential and expires
 * within the hour. In a deployment without a CDN it also serves the outputs of v2, for any key of the account that owns them.
 *
 * @see service document §2.2, §2.8, §4.9, §4.10; RFC 9110 §13, §14
 */
export async function serveLink({
  req,
  var: { deployment },
}: Context<SandboxEnvironment>): Promise<Response> {
  const { file, opens } = linkedFile(deployment, req.path) ?? {};
  if (opens === 'for its owner') assertNotEnded(req.raw, deployment);
  const isBarred =
    opens === 'for its owner' && knownAccount(req.raw, deployment)?.id !== file?.record.accountId;
  if (file === undefined || isBarred) throw new Refusal('not_found', 'There is no such file.');
  const path = await renderedFile(deployment, file);
  // The bytes of a job's output never change, so job and position identify them.
  const etag = `"${deployment.secret.derive(['etag', file.record.id, String(file.position)])}"`;
  const { size } = statSync(path);
  const headers = new Headers({
    'Content-Type': contentTypeOf(file),
    // A file behind a link that expires must not live on in a cache.
    'Cache-Control': opens === 'until it ends' ? 'private, no-store' : 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (req.header('If-None-Match') === etag) return new Response(null, { status: 304, headers });
  const range = req.method === 'GET' ? byteRange(rangeHeader(req.raw, etag), size) : 'whole';
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    headers.set('Content-Length', '0');
    return new Response(null, { status: 416, headers });
  }
  const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range;
  headers.set('Content-Length', String(last - first + 1));
  if (range !== 'whole') headers.set('Content-Range', `bytes ${first}-${last}/${size}`);
  const body = req.method === 'HEAD' ? null : fileStream(path, first, last);
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
