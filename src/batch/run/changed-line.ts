import { UsageError } from '../../errors/endings.ts';
import type { ShotState } from './shot-state.ts';

/** The error of a line that asks for something else than was sent for it. */
export function changedLine({
  fields,
  jobId,
}: Pick<Extract<ShotState, { kind: 'changed' }>, 'fields' | 'jobId'>): UsageError {
  return new UsageError({
    code: 'line_changed',
    message: `${jobId === undefined ? 'it was sent' : `${jobId} was made`} with another ${fields.join(', ')}`,
    why: 'A shot is rendered once.',
    hint: '--revise renders the changed lines as new jobs',
    jobId,
  });
}
