/** Gives what is read in pieces of some length, so that any number of it fits into memory; the last piece may be shorter. */
export async function* piecesOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  length: number,
): AsyncGenerator<Item[]> {
  let piece: Item[] = [];
  for await (const item of items) {
    piece.push(item);
    if (piece.length < length) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
