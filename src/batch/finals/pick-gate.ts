import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { BatchInput } from '../batch-input.ts';
import type { Chains } from '../chains/parent-book.ts';
import type { BatchJournal, OwnJournal } from '../journal/journal.ts';
import { type HeldReason, unpickedReason } from '../rules/parents.ts';

/** A line that waits to be picked, or for one that does. */
interface UnpickedLine {
  line: number;
  shot: string;
  reason: HeldReason;
}

/** A draft that is over and was not picked, with the finals that wait for that. */
export interface DraftToPick {
  draft: string;
  jobId: string;
  finals: readonly string[];
}

/** A final whose draft is over, and was picked. */
export interface PickedFinal {
  final: string;
  /** The job of its draft. */
  draft: string;
}

export type PickGate = ReturnType<typeof createPickGate>;

/**
 * Keeps the finals of a manifest back, with all that waits for them, until a person has picked the drafts that they are made of.
 *
 * @param names the ids of drafts or finals that this run was told to be picked.
 * @param journal knows what was picked before. A draft that was rendered anew since is another one, which nobody has picked.
 */
export function createPickGate(
  { book, finals }: Pick<Chains, 'book' | 'finals'>,
  names: ReadonlySet<string>,
  journal: Pick<BatchJournal, 'pickedDraft'>,
) {
  const kept = new Map<string, UnpickedLine>();
  const jobOf = (draft: string): string | undefined => {
    const state = book.stateOf(draft);
    return state?.kind === 'there' ? state.jobId : undefined;
  };
  const isNamed = (final: string, draft: string): boolean => names.has(final) || names.has(draft);
  const wasPicked = (final: string, job: string | undefined): boolean =>
    job !== undefined && journal.pickedDraft(final) === job;
  return {
    /** Why a final that was never sent is kept back; undefined for one that is picked, and for any other line. */
    reasonOf(shot: string): HeldReason | undefined {
      const draft = finals.get(shot);
      if (draft === undefined || isNamed(shot, draft) || wasPicked(shot, jobOf(draft))) return undefined;
      return unpickedReason(shot, draft);
    },
    /** The draft of a final that is picked by this run's own words, and was not before. */
    *newlyPicked(): Generator<PickedFinal> {
      for (const [final, draft] of finals) {
        const job = jobOf(draft);
        if (job !== undefined && isNamed(final, draft) && !wasPicked(final, job)) yield { final, draft: job };
      }
    },
    keep: (line: UnpickedLine) => void kept.set(line.shot, line),
    /** The lines that it keeps back, each behind those that it waits for. */
    get kept(): Iterable<UnpickedLine> {
      return kept.values();
    },
  };
}

/** Notes what was picked, so that no later run asks for it again, wherever it runs. Rejects with MachineError. */
export async function notePicks(
  journal: Pick<OwnJournal, 'append'>,
  picked: Iterable<PickedFinal>,
  { nowMs }: { nowMs(): number },
): Promise<void> {
  const at = isoTime(nowMs());
  await Promise.all(
    [...picked].map(({ draft, final }) => journal.append({ event: 'picked', shot: final, draft, at })),
  );
}

/** Refuses names that no draft of a manifest with finals has. Throws UsageError. */
export function assertGateFits(
  { input }: { input: Pick<BatchInput, 'file' | 'picked'> },
  { finals }: Pick<Chains, 'finals'>,
): void {
  const known = new Set([...finals].flat());
  assertNamesKnown(
    (input.picked ?? []).filter((name) => !known.has(name)),
    input.file,
    [...finals.values()],
  );
}

/** Throws UsageError for names on the line that no draft has. `drafts` are some that there are. */
export function assertNamesKnown(unknown: readonly string[], file: string, drafts: readonly string[]): void {
  if (unknown.length === 0) return;
  const some = [...new Set(drafts)].slice(0, 3).join(',');
  throw new UsageError({
    code: 'picked_unknown',
    message: `--picked names ${unknown.join(' and ')}, but ${file} has no such draft; nothing was sent`,
    why: 'It takes the ids of draft lines, or of the lines of their finals.',
    hint: typedWith('--picked', some === '' ? 's01' : some),
  });
}
