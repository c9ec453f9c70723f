import type { UsageError } from '../../errors/endings.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { OwnJournal } from '../journal/journal.ts';
import type { ShotPair } from '../rules/pair-shots.ts';
import type { PaidShot } from './paid-shots.ts';

/** A gone shot, and the line with a new id that seems to be the same. */
export interface RenamedShot extends ShotPair<PaidShot> {
  /** True if the line asks for something else than the shot was sent with. */
  isChanged: boolean;
}

/** The answer of a person about lines with new ids: they are the shots that were sent under other ids, or new ones. */
export type RenameAnswer = 'same' | 'new';

/** Lines with new ids that seem to be shots whose lines are gone. */
export interface RenamedLines {
  pairs: readonly RenamedShot[];
  /** The answer of a person; undefined where nobody has given one. */
  answer: RenameAnswer | undefined;
  /** The error that refuses them; undefined where an answer is there, or a warning is enough. */
  refusal: UsageError | undefined;
  warnings: readonly string[];
}

/** How many gone shots became what, and what they were charged. */
export function renameCounts(pairs: readonly RenamedShot[]) {
  const count = (how: PaidShot['how']): number => pairs.filter(({ gone }) => gone.how === how).length;
  return {
    charged: count('charged'),
    running: count('running'),
    unanswered: count('unanswered'),
    chargedMicroUsd: pairs.reduce((sum, { gone }) => sum + gone.chargedMicroUsd, 0),
  };
}

/** The id that the line of a gone shot had last. */
export function lastIdOf({ ids, shot }: PaidShot): string {
  return ids.at(-1) ?? shot;
}

/**
 * Notes in the journal what lines with new ids are, so that it holds for later runs, wherever the journal is read. Rejects with
 * MachineError.
 */
export async function noteRenames(
  journal: Pick<OwnJournal, 'append'>,
  { answer, pairs }: RenamedLines,
  { nowMs }: { nowMs(): number },
): Promise<void> {
  const at = isoTime(nowMs());
  await Promise.all(
    pairs.map(({ gone: { shot }, to }) =>
      journal.append(
        answer === 'same' ? { event: 'renamed', shot: to, from: shot, at } : { event: 'retired', shot, at },
      ),
    ),
  );
}
