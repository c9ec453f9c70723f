/**
 * Works on the items of a stream, `most` at a time, and yields the results in the order of the items. Where the caller stops early
 * or an item fails, it ends once nothing is under way any more.
 */
export async function* inOrder<One, Result>(
  items: AsyncIterable<One>,
  most: number,
  work: (item: One) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // It is awaited in its turn; until then its failure must not count as unnoticed.
      result.catch(() => {});
      underWay.push(result);
      if (underWay.length >= most) yield await next(underWay);
    }
    while (underWay.length > 0) yield await next(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
}

async function next<Result>(underWay: Promise<Result>[]): Promise<Result> {
  const [first] = underWay;
  if (first === undefined) throw new Error('Nothing is under way');
  const result = await first;
  underWay.shift();
  return result;
}
