import { UsageError } from '../../errors/endings.ts';

/** How much faster than life the sandbox is: a factor above 0, or `instant`; unset or empty is 1. Throws UsageError. */
export function readSpeed(text: string | undefined): number | 'instant' {
  if (text === undefined || text === '') return 1;
  if (text === 'instant') return text;
  const factor = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (factor > 0 && factor <= 1_000_000) return factor;
  throw new UsageError({
    code: 'invalid_environment',
    message: `GENCTL_SANDBOX_SPEED can't be ${JSON.stringify(text)}`,
    why: 'It is a factor above 0 and up to 1000000, or instant.',
    hint: 'GENCTL_SANDBOX_SPEED=10',
  });
}
