import type { UsageError } from '../../errors/endings.ts';
import { createPrompts } from '../../terminal/prompts.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { OwnJournal } from '../journal/journal.ts';
import type { OpenedBatch } from '../open-batch.ts';
import { idsRewritten, renameWords } from '../words/rename-words.ts';
import { findRenames, type RenamedShot } from './find-renames.ts';
import { findGoneShots } from './gone-shots.ts';

/** What lines with new ids are: the shots that were sent under other ids, or shots of their own. */
export type RenameAnswer = 'same' | 'new';

/** Lines with new ids that seem to be shots whose lines are gone. */
export interface RenamedLines {
  pairs: readonly RenamedShot[];
  /** The answer of a person; undefined where nobody has given one. */
  answer: RenameAnswer | undefined;
  /** The error that refuses them; undefined where an answer is there, or the lines are only told. */
  refusal: UsageError | undefined;
  warnings: readonly string[];
}

/**
 * Looks for lines with new ids that ask for the very same as shots whose lines are gone, and for the answer whether they are the same
 * shots: by `--renamed`, or by a person who is asked. Undefined where there are none. Nothing is written. Rejects with InterruptedError
 * where a signal comes instead of an answer.
 */
export async function resolveRenames(batch: OpenedBatch): Promise<RenamedLines | undefined> {
  const gone = await findGoneShots(batch);
  const pairs = gone === undefined ? [] : await findRenames(batch, gone);
  if (gone === undefined || pairs.length === 0) return undefined;
  // Once a person has said that new ids are new shots, only a spreadsheet's are doubted.
  const mayBeAny = gone.isEachGone && !gone.hasRetired;
  const isDoubted = pairs.some(({ isChanged, isRewritten }) => !isChanged && (isRewritten || mayBeAny));
  const answer = batch.input.renamed ?? (isDoubted ? await askedAnswer(batch, pairs) : undefined);
  if (answer !== 'same') for (const { to } of pairs) batch.originalIds.unrename(to);
  const isRefused = answer === undefined && isDoubted;
  return {
    pairs,
    answer,
    refusal: isRefused ? idsRewritten(batch, pairs) : undefined,
    warnings: isRefused ? [] : renameWords(batch, pairs, answer),
  };
}

/** Asks a person where one is at the terminal, and something would be sent. */
async function askedAnswer(
  batch: OpenedBatch,
  pairs: readonly RenamedShot[],
): Promise<RenameAnswer | undefined> {
  const { globals, interruption, terminal } = batch.context;
  if (!terminal.interactive || globals.yes || batch.input.dryRun) return undefined;
  const { message, why } = idsRewritten(batch, pairs);
  terminal.err.lines([`${message}:`, ...(why ?? '').split('\n').map((line) => `  ${line}`)]);
  const answer = await createPrompts(terminal, interruption()).input({
    message: 'Are they the same shots? (same: take over their jobs; new: pay for new ones)',
    instead: '--renamed same, or --renamed new',
    undone: 'nothing was sent',
    check: (typed) => (answerOf(typed) === undefined ? 'same or new; Esc to stop' : undefined),
  });
  return answer === undefined ? undefined : answerOf(answer);
}

function answerOf(typed: string): RenameAnswer | undefined {
  const word = typed.trim().toLowerCase();
  return word === 'same' || word === 'new' ? word : undefined;
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
