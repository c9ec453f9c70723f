import { nearestName, plainName } from '../../text/nearest-name.ts';

/** Why a line will have no output in this run. */
type ParentLoss = 'failed' | 'uncertain' | 'left out' | 'not picked' | 'not chosen';

/** How far a line is that others wait for. */
export type ParentState =
  /** This run is to bring its output, or another one does; its job may be known already. */
  | { kind: 'to come'; jobId: string | undefined }
  /** Its job succeeded. */
  | { kind: 'there'; jobId: string }
  /** `of` is the line that was lost: itself, or one that it waits for. */
  | { kind: 'lost'; how: ParentLoss; of: string; jobId?: string | undefined }
  /** Nothing more was sent when its turn came. */
  | { kind: 'unsent' };

/** Why a line is not sent, as a word and in words. */
export interface HeldReason {
  code: 'not_picked' | (typeof losses)[ParentLoss][0];
  message: string;
  /** The state that lines have which wait for this one. */
  state: Extract<ParentState, { kind: 'lost' }>;
}

/** The code of a line that waits for one that was lost so, and the words for that one. */
const losses = {
  failed: ['parent_failed', 'which failed'],
  uncertain: ['parent_uncertain', 'which may or may not have started a job'],
  'left out': ['parent_left_out', 'which is left out'],
  'not picked': ['parent_not_picked', 'which is not picked yet'],
  'not chosen': ['parent_not_chosen', 'which is not chosen, and not rendered yet'],
} as const satisfies Record<ParentLoss, readonly [code: string, says: string]>;

/** The code of a line that can't be sent for the fault of another one. */
export const leftOutCode = losses['left out'][0];

type StateOf = (id: string) => ParentState | undefined;

/** Why a line is not sent that waits for these; undefined where none of them was lost. */
export function heldReason(parents: readonly string[], stateOf: StateOf): HeldReason | undefined {
  const [lost] = lostAmong(parents, stateOf);
  if (lost === undefined) return undefined;
  const { how, of, parent } = lost;
  const [code, says] = losses[how];
  const through = of === parent ? '' : `${parent}, and that on `;
  return {
    code,
    message: `depends on ${through}${of}, ${says}`,
    state: { kind: 'lost', how, of },
  };
}

/** The line at fault for which a line can't be sent that waits for these; undefined where none of them is left out. */
export function faultBehind(parents: readonly string[], stateOf: StateOf): string | undefined {
  return lostAmong(parents, stateOf).find(({ how }) => how === 'left out')?.of;
}

/** Those that were lost, in their order. */
function lostAmong(
  parents: readonly string[],
  stateOf: StateOf,
): { parent: string; how: ParentLoss; of: string }[] {
  return parents.flatMap((parent) => {
    const state = stateOf(parent);
    return state?.kind === 'lost' ? [{ parent, how: state.how, of: state.of }] : [];
  });
}

/** Why a final is not sent that a person has not picked. */
export function unpickedReason(final: string, draft: string): HeldReason {
  return {
    code: 'not_picked',
    message: `waits for a person to pick its draft ${draft}`,
    state: { kind: 'lost', how: 'not picked', of: final },
  };
}

/** Tells whether a line only waits to be picked, or for one that does: nothing is lost of it. */
export function isUnpicked({ state: { how } }: HeldReason): boolean {
  return how === 'not picked';
}

/** Tells whether a line waits for one that `--only` leaves out. */
export function isUnchosen({ state: { how } }: HeldReason): boolean {
  return how === 'not chosen';
}

/** The parents whose outputs are still to come. */
export function stillToCome(parents: readonly string[], stateOf: StateOf): string[] {
  return parents.filter((parent) => {
    const kind = stateOf(parent)?.kind;
    return kind === undefined || kind === 'to come' || kind === 'unsent';
  });
}

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
