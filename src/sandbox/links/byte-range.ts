/** Part of a file, both ends included. Unit: bytes. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The one range that a request asks for. `whole` where there is none, where the header is not understood and where
 * several are asked for, which a server may answer so; `unsatisfiable` where the file ends before it.
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
