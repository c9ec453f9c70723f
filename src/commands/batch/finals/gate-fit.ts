import { UsageError } from '../../../errors/endings.ts';
import type { Chains } from '../chains/chains.ts';
import type { OpenBatch } from '../open-batch.ts';

/** Refuses what can mean nothing for a manifest that has its finals itself. Throws UsageError. */
export function assertGateFits(
  { input }: Pick<OpenBatch, 'input'>,
  { finals }: Pick<Chains, 'finals'>,
): void {
  if (input.finals !== undefined) {
    throw new UsageError({
      code: 'flag_idle',
      message: '--finals would do nothing',
      why: 'It names the manifest of the finals, and this one has its finals in it: they are sent once they are picked.',
      hint: '--pick alone',
    });
  }
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
    message: `--picked names ${unknown.join(' and ')}, and ${file} has no such draft; nothing was sent`,
    why: 'It takes the ids of lines: of drafts that finals are made of, or of those finals.',
    hint: `--picked ${some === '' ? 's01' : some}`,
  });
}
