/** The words for a line in a run of a batch. A line is kept as one byte, by the place of its word in this list. */
export const shotStateWords = [
  /** It was not read yet, or can't be read or sent. */
  'invalid',
  /** It is of another shard. */
  'elsewhere',
  /** It is left out by `--only` or `--limit`. */
  'unchosen',
  'new',
  /** It is new, and takes what another line is still to make. */
  'waiting',
  /** It is new, and takes what another line will not make in this run. */
  'held',
  /** It has another attempt after a job that failed. */
  'retry',
  /** It was sent, and its answer never arrived: it is sent again, with the same key and bytes. */
  'open',
  'running',
  /** Its job succeeded, and its files are not all here. */
  'fetch',
  'done',
  'failed',
  'uncertain',
  'changed',
] as const;

export type ShotStateWord = (typeof shotStateWords)[number];

/** Lines that this run follows, before it sends anything new. */
export const followedFirst: ReadonlySet<ShotStateWord> = new Set(['open', 'running', 'fetch']);

/** Lines that this run sends as new jobs. */
export const sentNew: ReadonlySet<ShotStateWord> = new Set(['new', 'retry', 'waiting']);

/** Lines whose job was over before, and with which this run has nothing to do. */
export const leftAsTheyAre: ReadonlySet<ShotStateWord> = new Set(['done', 'failed']);

export type LineBook = ReturnType<typeof createLineBook>;

/** How many lines would be sent as new jobs. */
export function newJobs(book: Pick<LineBook, 'count'>): number {
  return [...sentNew].reduce((sum, word) => sum + book.count(word), 0);
}

/** How many lines a run has to do with: those of its shard that were chosen. */
export function ownLines(book: Pick<LineBook, 'count' | 'size'>): number {
  return book.size - book.count('elsewhere') - book.count('unchosen');
}

/**
 * The word for each line of a manifest, in a byte a line, by the place of the line among all.
 *
 * @param lines how many lines the manifest has.
 */
export function createLineBook(lines: number) {
  const words = new Uint8Array(lines);
  const counts = shotStateWords.map(() => 0);
  let size = 0;
  return {
    get size(): number {
      return size;
    },
    /** Takes in what the next line is. */
    add(word: ShotStateWord): void {
      const code = shotStateWords.indexOf(word);
      words[size] = code;
      counts[code] = (counts[code] ?? 0) + 1;
      size += 1;
    },
    wordOf: (place: number): ShotStateWord => shotStateWords[words[place] ?? 0] ?? 'invalid',
    count: (word: ShotStateWord): number => counts[shotStateWords.indexOf(word)] ?? 0,
  };
}
