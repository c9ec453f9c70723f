/** Node's crypto, loaded at its first use: loading takes over a millisecond, and a look at a job needs no crypto. */
export function nodeCrypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}

/** Node's os, loaded at its first use, for the same reason. */
export function nodeOs(): typeof import('node:os') {
  return process.getBuiltinModule('node:os');
}

/** SHA-256 of bytes, or of a text as UTF-8, in hex. */
export function sha256(content: string | Uint8Array): string {
  return nodeCrypto().hash('sha256', content, 'hex');
}
