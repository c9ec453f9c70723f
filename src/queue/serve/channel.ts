/** Hands items from whoever has them to the one reader of a stream, in their order. */
export interface Channel<Item> extends AsyncIterable<Item> {
  /** Puts an item in. Returns false where the channel is closed, and nobody will read it. */
  put(item: Item): boolean;
  /** Ends the stream. Returns the items that nobody has read. */
  close(): Item[];
}

export function createChannel<Item>(): Channel<Item> {
  const items: Item[] = [];
  let isClosed = false;
  let wake = (): void => {};

  async function* read(): AsyncGenerator<Item> {
    for (;;) {
      const item = items.shift();
      if (item !== undefined) yield item;
      else if (isClosed) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    put(item) {
      if (isClosed) return false;
      items.push(item);
      wake();
      return true;
    },
    close() {
      isClosed = true;
      wake();
      return items.splice(0);
    },
    [Symbol.asyncIterator]: read,
  };
}
