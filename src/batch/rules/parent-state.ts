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
