import { nearestName, plainName } from '../../text/nearest-name.ts';

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

export type MeantIds = ReturnType<typeof createMeantIds>;

/** How near an id is to a name: the same but for zeros, case and separators; or a slip in its letters. */
type Nearness = 'same' | 'slip';

/** Looks among the ids of a manifest, one after another, for those that were probably meant by names that no line has. */
export function createMeantIds(names: Iterable<string>) {
  const wanted = [...names].map((name) => ({
    name,
    spelling: spellingOf(name),
    hasSuffix: name.includes('.'),
  }));
  const found = new Map<string, { word: ParentWord; nearness: Nearness }>();
  const looked = (word: ParentWord, ofNames: typeof wanted): void => {
    const candidate = spellingOf(wordOfParent(word).slice(1));
    for (const { name, spelling } of ofNames) {
      const nearness = nearnessOf(spelling, candidate);
      const before = found.get(name)?.nearness;
      if (nearness !== undefined && (before === undefined || (before === 'slip' && nearness === 'same')))
        found.set(name, { word, nearness });
    }
  };
  const withSuffix = wanted.filter(({ hasSuffix }) => hasSuffix);
  return {
    look(id: string): void {
      looked({ id, takes: 'output' }, wanted);
      if (withSuffix.length > 0) looked({ id, takes: 'last_frame' }, withSuffix);
    },
    /** The word that was probably meant by a name: `@s02` for `s2`, `@s02.last_frame` for `s02.lastFrame`. */
    wordFor(name: string): string | undefined {
      const one = found.get(name);
      return one === undefined ? undefined : wordOfParent(one.word);
    },
  };
}

interface Spelling {
  /** Without zeros at the beginning of numbers. */
  text: string;
  plain: string;
  numbers: string;
}

function spellingOf(name: string): Spelling {
  const text = name.replace(/(?<!\d)0+(?=\d)/g, '');
  return { text, plain: plainName(text), numbers: (text.match(/\d+/g) ?? []).join(' ') };
}

/** How near two spellings are. Of numbered shots another number is another shot, never a slip. */
function nearnessOf(one: Spelling, other: Spelling): Nearness | undefined {
  if (one.numbers !== other.numbers) return undefined;
  if (one.plain === other.plain) return 'same';
  return nearestName(one.text, [other.text]) === undefined ? undefined : 'slip';
}
