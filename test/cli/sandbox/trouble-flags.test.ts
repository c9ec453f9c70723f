import { expect, it } from 'vitest';
import { limitFlags, limitLines, limitsAsked } from '../../../src/cli/sandbox/trouble-flags.ts';

const { forgetKeysAfter, inFlight, rateLimit } = limitFlags;
const placed = <Value>(values: readonly Value[]) => values.map((value, place) => ({ value, place }));

/** What a flag says of a text that it does not take. */
function refusalOf({ read }: { read?: (text: string) => unknown }, text: string): string[] {
  try {
    read?.(text);
  } catch (error) {
    const { message, hint } = error as { message: string; hint: string };
    return [message, hint];
  }
  return [];
}

it('takes a limit for every account, and one for an account by the name in its key', () => {
  const counts = ['25', 'studio=10', 'sbx_other=3', 'studio=12', '30'].map((text) => inFlight.read?.(text));
  const rates = ['5/s', 'studio=1/10s'].map((text) => rateLimit.read?.(text));
  const limits = limitsAsked({
    inFlight: placed(counts.flatMap((count) => count ?? [])),
    rateLimit: placed(rates.flatMap((rate) => rate ?? [])),
    lookLimit: [],
    retryAfter: false,
    forgetKeysAfter: forgetKeysAfter.read?.('90m'),
  });
  expect(limits.inFlight).toEqual({ every: 30, own: { studio: 12, other: 3 } });
  expect(limits.lookRate).toEqual({ every: undefined, own: {} });
  expect(limitLines(limits)).toEqual([
    'in flight 30, 12 for studio, 3 for other',
    'submits   5/s, 1/10s for studio',
    '429s      say nothing of how long to wait',
    'keys      known for 90m',
  ]);
});

it.each([
  [inFlight, '0', '--in-flight VALUE'],
  [inFlight, 'ten', '--in-flight VALUE'],
  [inFlight, '=5', '--in-flight 5'],
  [inFlight, 'a.b=5', '--in-flight 5'],
  [inFlight, 'studio=', '--in-flight studio=VALUE'],
  [rateLimit, '10', '--rate-limit VALUE'],
  [rateLimit, 'studio=10', '--rate-limit studio=VALUE'],
  [forgetKeysAfter, '0', '--forget-keys-after 24h'],
  [forgetKeysAfter, '24', '--forget-keys-after 24h'],
])('refuses what is no limit, and invents none: %# %s', (flag, text, hint) => {
  expect(refusalOf(flag, text)).toEqual([
    expect.stringContaining(`does not take ${JSON.stringify(text)}`),
    hint,
  ]);
});
