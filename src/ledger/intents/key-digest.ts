import { nodeCrypto, sha256 } from '../../files/lazy-node.ts';

/** A fresh key: no other request ever has it. */
export function randomKey(): string {
  return nodeCrypto().randomUUID();
}

/** A key derived from a text: prefix and hex SHA-256. */
export function derivedKey(prefix: string, text: string): string {
  return `${prefix}${sha256(text)}`;
}
