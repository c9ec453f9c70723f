import { sha256 } from '../files/lazy-node.ts';
import type { Digest } from './rules/left-out.ts';

/** Length and SHA-256 of a text as UTF-8, or of the bytes that it is in base64. */
export const digestText: Digest = (text, { base64 }) => {
  const bytes = Buffer.from(text, base64 ? 'base64' : 'utf8');
  return { bytes: bytes.length, sha256: sha256(bytes) };
};
