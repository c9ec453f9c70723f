import { createPrompts } from '../../terminal/prompts.ts';
import type { OpenedBatch } from '../open-batch.ts';
import { needsAnswer } from '../rules/pair-shots.ts';
import { idsRewritten, renameWords } from '../words/rename-words.ts';
import { findRenames } from './find-renames.ts';
import { findGoneShots } from './gone-shots.ts';
import type { RenameAnswer, RenamedLines, RenamedShot } from './renamed-lines.ts';

/**
 * Looks for lines with new ids that ask for the very same as shots whose lines are gone. Gets the answer whether they are the same shots
 * by `--renamed`, or from a person. Undefined where there are none. Nothing is written. Rejects with InterruptedError
 * where a signal comes instead of an answer.
 */
export async function resolveRenames(batch: OpenedBatch): Promise<RenamedLines | undefined> {
  const gone = await findGoneShots(batch);
  const pairs = gone === undefined ? [] : await findRenames(batch, gone);
  if (gone === undefined || pairs.length === 0) return undefined;
  const isDoubted = needsAnswer(pairs, gone);
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
