import { sha256 } from '../../files/lazy-node.ts';
import { readChains } from '../chains/read-chains.ts';
import { withClaimsAtHand } from '../check/check-batch.ts';
import { type CheckedLine, checkLines } from '../check/check-pass.ts';
import type { OpenBatch, OpenedBatch } from '../open-batch.ts';
import { chosenLines } from '../plan/chosen-lines.ts';
import { pairRequests, pairRewrittenIds, type UnknownLine } from '../rules/pair-shots.ts';
import { wantedKeys } from '../rules/request-fields.ts';
import type { GoneShots } from './gone-shots.ts';
import { mayBePaid } from './paid-shots.ts';
import type { RenamedShot } from './renamed-lines.ts';

/** The most gone shots whose ids are compared with those of lines that ask for something else: that needs a kilobyte each. */
const comparedMost = 50_000;

/**
 * Finds the lines that ask for the very same as gone shots, or have an id that a spreadsheet may have made of theirs. The lines are then
 * taken as these shots, so that lines which take their outputs are found, too: until no more are. Nothing is sent or written.
 */
export async function findRenames(opened: OpenedBatch, gone: GoneShots): Promise<RenamedShot[]> {
  const { originalIds } = opened;
  const renames = new Map<string, RenamedShot>();
  const left = new Map(gone.shots);
  for (;;) {
    const byRequest = pairRequests(left.values());
    const byId = left.size > comparedMost ? undefined : pairRewrittenIds(left.values());
    let isChecked = true;
    for await (const checked of newLines(opened, gone)) {
      const { shot = '' } = checked;
      const pair = renames.get(shot);
      if (pair === undefined) {
        const line = unknownLine(checked);
        if (line !== undefined) for (const pairing of [byRequest, byId]) pairing?.take(line);
      } else if (isTakenOver(checked)) pair.isChanged = checked.state?.kind === 'changed';
      else {
        // Its job is no line's of this account, or was free.
        isChecked = false;
        originalIds.unrename(shot);
        renames.delete(shot);
      }
    }
    // A line that waits for others may turn out to ask for the same once those are known.
    const same = byRequest.pairs();
    const pairs = same.length > 0 ? same : (byId?.pairs() ?? []);
    if (pairs.length === 0 && isChecked)
      return [...renames.values()].sort((one, other) => one.line - other.line);
    for (const pair of pairs) {
      left.delete(pair.gone.shot);
      renames.set(pair.to, { ...pair, isChanged: false });
      originalIds.rename(pair.to, pair.gone.shot);
    }
  }
}

/** A line that would be sent as a new job; undefined for any other. */
function unknownLine({ line, shot, state, wanted }: CheckedLine): UnknownLine | undefined {
  const isNew = state?.kind === 'new' && state.before === undefined;
  if (shot === undefined || wanted === undefined || !isNew) return undefined;
  return { line, shot, requests: wantedKeys(wanted, sha256) };
}

/** Checks the lines of which nothing is known; all lines, where some wait for others. */
async function* newLines(opened: OpenedBatch, { isUnknown }: GoneShots): AsyncGenerator<CheckedLine> {
  const chains = await readChains(opened);
  // The checks say whether a request may be sent now, which is no matter here.
  const input = { ...opened.input, preflight: false };
  const stateChoices = { ...opened.stateChoices, revise: false };
  const isChosen = await chosenLines({ ...opened, chains });
  const { manifest } = opened;
  const isWanted = manifest.mayNameLines ? undefined : isUnknown;
  const batch: OpenBatch = {
    ...opened,
    ...{ input, stateChoices, chains, isChosen, gate: undefined, renamed: undefined },
    manifest: { ...manifest, each: (work) => manifest.each(work, isWanted) },
  };
  yield* checkLines(await withClaimsAtHand(batch));
}

/** Tells whether a line goes on with the job of the shot that it is taken as. */
function isTakenOver({ state }: CheckedLine): boolean {
  if (state === undefined) return true;
  if (state.kind === 'new') return false;
  return state.kind !== 'failed' || mayBePaid(state.record.job);
}
