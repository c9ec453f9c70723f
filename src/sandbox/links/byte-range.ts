/** Part of a file, both ends included. Unit: bytes. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The range that a request asks for. It is `whole` without a range, and also for a header that is not understood or asks for
 * several ranges, since a server may ignore those. `unsatisfiable`: the file ends before the range begins.
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
