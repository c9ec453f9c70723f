import { flagWords } from '../../cli/flags/flag-words.ts';
import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { counted } from '../../text/shown-value.ts';
import { batchFlags } from '../batch-flags.ts';
import { type Chains, stateAside, targetOfLine } from '../chains/parent-book.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { OpenBatch } from '../open-batch.ts';
import { isOfOwnShard } from '../plan/chosen-lines.ts';
import { standingLine } from '../plan/standing-line.ts';
import { reached } from '../rules/line-graph.ts';
import { type HeldReason, isUnchosen, type ParentState } from '../rules/parent-state.ts';
import { ofLine } from './line-findings.ts';

/**
 * Takes in what a line that `--only` or `--limit` leaves out is for others: its output, where that is there for lines that wait for it;
 * and its cost, where a limit counts that and the journal alone knows the line.
 */
export async function noteUnchosen(batch: OpenBatch, request: ShotRequest): Promise<void> {
  const { book, graph } = batch.chains;
  const { id } = request;
  const state = await stateUnchosen(batch, request);
  if (!graph.isParent(id)) return;
  book.note(id, state?.kind === 'there' ? state : { kind: 'lost', how: 'not chosen', of: id });
}

/** How far such a line is; undefined where nobody needs to know, or it can't be sent. */
async function stateUnchosen(batch: OpenBatch, request: ShotRequest): Promise<ParentState | undefined> {
  const { book, faultOf, graph } = batch.chains;
  const { id, parents } = request;
  const noted = batch.money && batch.statePorts.journal.find(id);
  if (noted === undefined && !graph.isParent(id)) return undefined;
  try {
    if (faultOf(request) !== undefined || !isOfOwnShard(id, batch)) return undefined;
    await Promise.all(parents.ids.map(book.noted));
    const { built, state, wanted } = await standingLine(batch, request);
    book.noteTarget(id, targetOfLine(built));
    if (noted !== undefined) batch.money?.before.addGone(noted, wanted.intentFor(1));
    return stateAside(id, state);
  } catch (error) {
    // Its faults keep no other line back.
    ofLine(error);
    return undefined;
  }
}

/** Gathers the lines that wait for one which `--only` leaves out and nobody rendered. */
export function unchosenParents({ chains, input }: OpenBatch): {
  take(line: { shot: string | undefined; held: HeldReason | undefined }): void;
  /** Throws UsageError where there is such a line. */
  assertNone(): void;
} {
  const waiting: string[] = [];
  const reasons: string[] = [];
  return {
    take({ held, shot }) {
      if (shot === undefined || held === undefined || !isUnchosen(held)) return;
      waiting.push(shot);
      reasons.push(`${shot} ${held.message}`);
    },
    assertNone() {
      if (waiting.length === 0) return;
      const [, list] = flagWords(
        { only: batchFlags.only },
        { only: withParents(chains, waiting, input.only) },
      );
      throw new UsageError({
        code: 'parent_not_chosen',
        message: `${counted(waiting.length, 'line')} of --only ${waiting.length === 1 ? 'depends' : 'depend'} on others; nothing was sent`,
        why: reasons.join('\n'),
        hint: typedWith('--only', list),
      });
    },
  };
}

/** The ids of `--only` with all that the waiting ones need, each behind those that it waits for. */
function withParents(
  { book, graph }: Pick<Chains, 'book' | 'graph'>,
  waiting: readonly string[],
  only: Iterable<string> = [],
): string[] {
  const isMissing = (id: string): boolean => {
    const state = book.stateOf(id);
    return state?.kind === 'lost' && state.how === 'not chosen';
  };
  const needed = reached(waiting, (id) => graph.parentsOf(id).filter(isMissing));
  return graph.parentsFirst(new Set([...only, ...needed]));
}
