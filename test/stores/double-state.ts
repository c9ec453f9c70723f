import { createHash } from 'node:crypto';
import type { KnownKey } from './check-signature.ts';

/** How a store takes `If-None-Match: *`. */
type Conditions = 'kept' | 'ignored' | 'ignored in parts' | 'refused';

export interface StoredObject {
  bytes: number;
  sha256: string;
  /** Undefined where the double keeps no bytes. */
  body: Buffer | undefined;
  headers: Record<string, string>;
}

interface Upload {
  key: string;
  headers: Record<string, string>;
  begunMs: number;
  parts: Map<number, { etag: string; body: Buffer | undefined; bytes: number; sha256: string }>;
}

/** A request that was seen. */
export interface SeenCall {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  bytes: number;
  /** `PUT object`, `PUT part`, `POST begin`, `POST complete`, `DELETE upload`, `GET uploads`, … */
  what: string;
}

/**
 * What is done in the place of an answer: the connection is cut, before or after the store has done what it was asked; an error; or an
 * answer that somebody else gives, with the store having done it or not.
 */
type Fault =
  | 'cut before'
  | 'cut after'
  | { status: number; code: string; headers?: Record<string, string> }
  | (Answer & { isDone: boolean });

export interface DoubleOptions {
  bucket?: string;
  region?: string;
  conditions?: Conditions;
  keys?: Map<string, KnownKey>;
  /** Asked for each request, with how many of its kind came before. */
  fault?: ((call: SeenCall, before: number) => Fault | undefined) | undefined;
  /** Awaited before the store does what it was asked, and again before it says so. */
  hold?: ((call: SeenCall) => Promise<void>) | undefined;
  /** False where only hashes are kept, for large objects. */
  keepsBytes?: boolean;
  nowMs?: () => number;
  /** Where it listens: 127.0.0.1 unless given, at a free port. Its clients know it by 127.0.0.1. */
  address?: string;
  /** Least size of a part that is not the last. Unit: bytes. */
  partBytesLeast?: number;
}

export interface StoreDouble {
  endpoint: string;
  bucket: string;
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  seen: SeenCall[];
  /** What no client may do: parts of unequal size, a hash that is not that of the body, an end without its parts. */
  violations: string[];
  keys: Map<string, KnownKey>;
  options: DoubleOptions;
  close(): Promise<void>;
  /** Listens again at the same port, with all that it has. */
  open(): Promise<void>;
}

/** What a call is answered with. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export function sent(
  status: number,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Answer {
  return { status, headers, body };
}

export function refused(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return sent(status, { 'content-type': 'application/xml', ...headers }, xml);
}

export function objectOf(
  { options }: StoreDouble,
  body: Buffer,
  headers: Record<string, string>,
): StoredObject {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return {
    bytes: body.length,
    sha256,
    body: options.keepsBytes === false && body.length > mib ? undefined : body,
    headers: wordsOf(headers),
  };
}

export function wordsOf(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-amz-meta-')),
  );
}

export function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

export function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

export const mib = 1024 * 1024;
