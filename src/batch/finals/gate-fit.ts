import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import type { Chains } from '../chains/chains.ts';
import type { OpenBatch } from '../open-batch.ts';

/** Refuses names that no draft of a manifest with finals has. Throws UsageError. */
export function assertGateFits(
  { input }: Pick<OpenBatch, 'input'>,
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
