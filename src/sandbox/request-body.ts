import { jsonDepthMost, nestsTooDeep } from '../schema/json/read-json.ts';
import { objectOf } from '../text/json-object.ts';
import { invalidInput, Refusal } from './refusal.ts';

/** The largest body that is taken. Unit: bytes. */
export const bodyBytesMost = 64 * 1024 * 1024;

/** The bytes of a JSON request. @throws Refusal: 413 over the limit, 415 for another Content-Type. */
export async function bodyBytes(request: Request): Promise<Uint8Array> {
  assertLength(Number(request.headers.get('Content-Length')));
  if (!/^application\/json *(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new Refusal('unsupported_media_type', 'The body must be sent with Content-Type: application/json.');
  return bytesOf(request);
}

const known = new WeakMap<Request, Promise<Uint8Array>>();

/** The bytes of a request, whoever reads them first. @throws Refusal (413) over the limit. */
export function bytesOf(request: Request): Promise<Uint8Array> {
  const bytes = known.get(request) ?? readBytes(request);
  known.set(request, bytes);
  return bytes;
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const isCounted = request.headers.has('Content-Length');
  // A server reads a body of known length at once, without a stream.
  if (isCounted) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    assertLength(length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The JSON object in a body. @throws Refusal (400) for anything else, for other encodings than UTF-8, and for nesting too deep. */
export function jsonObject(bytes: Uint8Array): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidInput('The body is not JSON in UTF-8.');
  }
  if (nestsTooDeep(parsed)) throw invalidInput(`The body nests deeper than ${jsonDepthMost} levels.`);
  const body = objectOf(parsed);
  if (body === undefined) throw invalidInput('The body is not a JSON object.');
  return body;
}

function assertLength(length: number): void {
  if (length > bodyBytesMost)
    throw new Refusal('body_too_large', `The body is larger than ${bodyBytesMost} bytes.`);
}
