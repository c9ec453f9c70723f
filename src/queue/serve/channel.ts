export type Channel<Item> = ReturnType<typeof createChannel<Item>>;

/** Hands items from whoever has them to the one reader of a stream, in their order. */
export function createChannel<Item>() {
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
    /** Puts an item in. Returns false where the channel is closed, and nobody will read it. */
    put(item: Item): boolean {
      if (isClosed) return false;
      items.push(item);
      wake();
      return true;
    },
    /** Ends the stream. Returns the items that nobody has read. */
    close(): Item[] {
      isClosed = true;
      wake();
      return items.splice(0);
    },
    [Symbol.asyncIterator]: read,
  };
}
