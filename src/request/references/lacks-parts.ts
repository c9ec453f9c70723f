import { UsageError } from '../../errors/endings.ts';
import { genctl, hintAnd, say } from '../../errors/hint.ts';
import type { LackingPart } from '../rules/lacking-parts.ts';

/** The longest rest of a part that is shown; a prompt may be longer. Unit: characters. */
const knownMost = 160;

/** The error for a sidecar that is not enough to make its request again. `job` is the word that named it. */
export function lacksParts(job: string, left: readonly LackingPart[]): UsageError {
  const parts = left.map(({ where, known }) => {
    return known.length > knownMost ? where : `${where} (${known})`;
  });
  const flags = left.flatMap(({ flag, value }) => (flag === undefined ? [] : [flag, value]));
  const noFlag = left.find(({ flag }) => flag === undefined);
  const rest = noFlag && say`for ${noFlag.where}, which no flag sets: ${genctl`submit --body @FILE`}`;
  const again = flags.length === 0 ? undefined : genctl`rerun ${job} ${flags}`;
  return new UsageError({
    code: 'sidecar_lacks',
    message: `${job} lacks ${left.length === 1 ? 'a part' : `${left.length} parts`} of its request`,
    why: `The JSON beside a download leaves out secrets and pictures, and the ledger here does not have these: ${parts.join('; ')}. Nothing was sent.`,
    hint: rest === undefined ? again : hintAnd(again, '; ', rest),
  });
}
