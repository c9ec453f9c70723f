import { UsageError } from './endings.ts';

/** The error for a gap that was not filled in. */
export function gapLeft(gap: string): UsageError {
  return new UsageError({
    code: 'gap_left',
    message: `${gap} is a place to fill in`,
    why: 'Suggested commands have it where only you know the value. Nothing was sent or stored.',
    hint: `replace ${gap} with yours`,
  });
}
