/** A word of a line that stands for what another line makes: `@s03`, or `@s03.last_frame`. */
export interface ParentWord {
  /** The id of a line of the manifest, or of a job. */
  id: string;
  takes: 'output' | 'last_frame';
}

const sign = '@';
const frameSuffix = '.last_frame';

/** What a word for media takes from another line; undefined for a link or a path. A path that begins so is written `./@x`. */
export function parentWord(word: string): ParentWord | undefined {
  if (!word.startsWith(sign)) return undefined;
  const id = word.slice(sign.length);
  return id.endsWith(frameSuffix)
    ? { id: id.slice(0, -frameSuffix.length), takes: 'last_frame' }
    : { id, takes: 'output' };
}

/** The line that a final takes its draft from; undefined where it names a job. */
export function draftParent(word: string): ParentWord | undefined {
  return word.startsWith(sign) ? { id: word.slice(sign.length), takes: 'output' } : undefined;
}

/** The word for what is taken, of another line or of a job. */
export function wordOfParent({ id, takes }: ParentWord): string {
  return `${sign}${id}${takes === 'last_frame' ? frameSuffix : ''}`;
}

/** Bytes that stand before a word in JSON or in a table: quotes, separators, and line breaks. */
const beforeWord: ReadonlySet<number | undefined> = new Set([...'",;\t\n\r'].map((one) => one.charCodeAt(0)));
const signByte = sign.charCodeAt(0);

/** Returns a function that says of each piece of a file, in their order, whether a word in it may stand for another line. */
export function parentWordSearch(): (piece: Uint8Array) => boolean {
  let last: number | undefined = '\n'.charCodeAt(0);
  return (piece) => {
    let found = false;
    for (let at = piece.indexOf(signByte); at !== -1 && !found; at = piece.indexOf(signByte, at + 1))
      found = beforeWord.has(at === 0 ? last : piece[at - 1]);
    last = piece.at(-1) ?? last;
    return found;
  };
}
