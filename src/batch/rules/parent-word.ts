/** A word of a line that stands for what another line makes: `@s03`, or `@s03.last_frame`. */
export interface ParentWord {
  /** The id of a line of the manifest, or of a job. */
  id: string;
  takes: 'output' | 'last_frame';
}

const sign = '@';
const frameSuffix = '.last_frame';

/** The output of another line that a word for media means; undefined for a link or a path. A path that begins so is written `./@x`. */
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

/** Tells whether the value of a column may name another line. In a table a list of values is JSON, which is not read for that. */
export function mayNameLine(value: unknown): boolean {
  return Array.isArray(value) ? value.some(mayNameLine) : typeof value === 'string' && /^\s*[@[]/.test(value);
}
