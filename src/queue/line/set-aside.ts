import type { ShotEnd } from '../../batch/run/shots.ts';
import { CliError } from '../../errors/cli-error.ts';
import { OutcomeUnknownError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import type { JobRecord } from '../../ledger/record.ts';

/** A line that ended so many workers is given to no further one. */
export const endedMost = 3;

const code = 'line_set_aside';

/** The end of a line that no worker is given any more; `ended`: what of it ended workers; `record`: its job, where that is known. */
export function asideEnd(
  ended: readonly string[],
  { attempt, record }: { attempt: number; record: JobRecord | undefined },
): ShotEnd {
  const parts = {
    code,
    message: `it ended ${ended.length} workers, and is set aside`,
    why: `The last time: ${ended.at(-1)}.`,
    hint: say`fix that, then: ${genctl`queue retry ID`}`,
    ofOne: true,
  };
  if (record === undefined)
    return { kind: 'refused', error: new OutcomeUnknownError(parts), attempt, failed: undefined };
  const { id, job } = record;
  const end = { kind: 'failed', id, job, error: new CliError('machine', parts) } as const;
  return { kind: 'followed', job: { end, record, failure: undefined, isMissing: true } };
}

/** Why a line was set aside; undefined of one that was not. It stays in the queue, whoever has read its end. */
export function whyAside(end: ShotEnd | undefined): string | undefined {
  const error =
    end?.kind === 'refused'
      ? end.error
      : end?.kind === 'followed' && end.job.end.kind === 'failed'
        ? end.job.end.error
        : undefined;
  return error?.code === code ? (error.why ?? error.message) : undefined;
}
