import { UsageError } from '../errors/usage-error.ts';
import type { LackingPart } from '../rules/lacking-parts.ts';
import { shellQuote } from '../ui/render/shell-quote.ts';

/** Shown of what is left of a part; a prompt may be long. Unit: characters. */
const knownMost = 160;

/** A sidecar alone is not enough to make its request again. `job`: the word that named it. */
export function lacksParts(job: string, left: readonly LackingPart[]): UsageError {
  const parts = left.map(({ where, known }) => {
    return known.length > knownMost ? where : `${where} (${known})`;
  });
  const flags = left.flatMap(({ flag, value }) => (flag === undefined ? [] : `${flag} ${shellQuote(value)}`));
  const noFlag = left.find(({ flag }) => flag === undefined);
  const rest =
    noFlag === undefined ? [] : [`genctl submit --body @FILE for ${noFlag.where}, which no flag sets`];
  return new UsageError({
    code: 'sidecar_lacks',
    message: `${job} lacks ${left.length === 1 ? 'a part' : `${left.length} parts`} of its request`,
    why: `Secrets and pictures do not travel beside a file, and the ledger here does not have them: ${parts.join('; ')}. Nothing was sent.`,
    hint: [
      ...(flags.length === 0 ? [] : [['genctl rerun', shellQuote(job), ...flags].join(' ')]),
      ...rest,
    ].join('; '),
  });
}
