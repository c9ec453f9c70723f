const polynomial = 0xedb88320;

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? polynomial ^ (remainder >>> 1) : remainder >>> 1;
  }
  return remainder;
});

/** CRC-32 as PNG chunks carry it (Node 21 and 22.1 have none of their own). @see PNG specification, annex D */
export function crc32(bytes: Uint8Array): number {
  let remainder = -1;
  for (const byte of bytes) remainder = (table[(remainder ^ byte) & 0xff] ?? 0) ^ (remainder >>> 8);
  return ~remainder >>> 0;
}
