import { UsageError } from '../../errors/endings.ts';
import type { Standing } from './standing.ts';

/** The error of a line that asks for something else than was sent for it. */
export function changedLine({
  fields,
  jobId,
}: Pick<Extract<Standing, { kind: 'changed' }>, 'fields' | 'jobId'>): UsageError {
  const before = jobId === undefined ? 'what was sent' : `what ${jobId} was made from`;
  return new UsageError({
    code: 'line_changed',
    message: `its ${fields.join(', ')} ${fields.length === 1 ? 'is' : 'are'} not ${before}`,
    why: 'One shot is one job.',
    hint: '--revise renders what was changed as new jobs',
    jobId,
  });
}
