import { readChains } from '../chains/read-chains.ts';
import { withClaimsAtHand } from '../check/check-batch.ts';
import { type CheckedLine, checkLines } from '../check/check-pass.ts';
import type { OpenBatch, OpenedBatch } from '../open-batch.ts';
import { chosenLines } from '../plan/chosen-lines.ts';
import { createShotPairing, type ShotPair } from '../rules/pair-shots.ts';
import { type GoneShots, mayBePaid, type PaidShot } from './gone-shots.ts';

export type RenamedShot = ShotPair<PaidShot>;

/**
 * Finds the lines that ask for the very same as gone shots, with the shots. The lines are then taken as these shots, so that lines which
 * take their outputs are found, too: until no more are. Nothing is sent or written.
 */
export async function findRenames(opened: OpenedBatch, gone: GoneShots): Promise<RenamedShot[]> {
  const { originalIds } = opened;
  const renames = new Map<string, RenamedShot>();
  const left = new Map(gone.shots);
  for (;;) {
    const pairing = createShotPairing(left.values());
    const before = renames.size;
    for await (const line of newLines(opened, gone)) {
      const { line: number, shot, wanted } = line;
      if (shot === undefined) continue;
      const pair = renames.get(shot);
      if (pair === undefined) {
        if (line.state?.kind === 'new' && line.state.before === undefined && wanted !== undefined)
          pairing.take({ line: number, shot, fields: wanted.fields });
      } else if (!isTakenOver(line)) {
        // Its job is no line's of this account, or was free.
        originalIds.unrename(shot);
        renames.delete(shot);
      }
    }
    const pairs = pairing.pairs();
    for (const pair of pairs) {
      left.delete(pair.gone.shot);
      renames.set(pair.to, pair);
      originalIds.rename(pair.to, pair.gone.shot);
    }
    if (pairs.length === 0 && renames.size === before)
      return [...renames.values()].sort((one, other) => one.line - other.line);
  }
}

/** Checks the lines of which nothing is known; all lines, where some wait for others. */
async function* newLines(opened: OpenedBatch, { isUnknown }: GoneShots): AsyncGenerator<CheckedLine> {
  const chains = await readChains(opened);
  // Whether a request may be sent now is no matter here.
  const input = { ...opened.input, preflight: false };
  const isChosen = await chosenLines({ ...opened, chains });
  const { manifest } = opened;
  const isWanted = opened.manifest.mayNameLines ? undefined : isUnknown;
  const batch: OpenBatch = {
    ...opened,
    ...{ input, chains, isChosen, gate: undefined, renamed: undefined },
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
