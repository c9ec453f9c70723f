import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { sandboxLatencyMostMs } from '../../text/base-url.ts';
import { parseDurationMs } from '../../text/duration.ts';
import { type FlagValues, inGroup, invalidFlag, seldom, textFlag, valueFlag } from '../flag.ts';

/** A slow or failing service, as the embedded one takes it: a delay in ms, a status with the share of requests that get it. */
export interface ServedFault {
  latency?: [least: number, most: number];
  status?: number;
  rate?: number;
  seed?: string;
}

/** Flags of `sandbox serve` for a service that is slow and fails, for all accounts as long as it runs. */
export const faultFlags = inGroup('Faults', {
  latency: valueFlag(
    '--latency <time>',
    'wait so long before each answer: 200ms, or a random time of a span: 80ms..2s',
    (text) => {
      const [least, most = least] = text.split('..').map(parseDurationMs);
      const isSpan =
        least !== undefined &&
        most !== undefined &&
        least <= most &&
        most > 0 &&
        most <= sandboxLatencyMostMs;
      if (isSpan && text.split('..').length <= 2) return [least, most] as [number, number];
      throw invalidFlag(
        '--latency',
        text,
        'It takes a time up to an hour, or the least and the most of one: 200ms, 80ms..2s.',
        typedWith('--latency', '80ms..2s'),
      );
    },
  ),
  failRate: valueFlag('--fail-rate <share>', 'answer this share of the requests with a 503: 5%', (text) => {
    const share = /^\d{1,3}(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : 0;
    if (share > 0 && share <= 1) return share;
    throw invalidFlag(
      '--fail-rate',
      text,
      'It takes a share above 0 % up to 100 %: 5%, 0.5%.',
      typedWith('--fail-rate', '5%'),
    );
  }),
  seed: seldom(textFlag('--seed <text>', 'draw latencies and failures the same in every run', 'text')),
});

/** The faults that a line asks for. A request that fails waits as long as any other. Throws UsageError for a seed of no draw. */
export function faultsAsked({ failRate, latency, seed }: FlagValues<typeof faultFlags>): ServedFault[] {
  if (seed !== undefined && failRate === undefined && latency === undefined)
    throw new UsageError({
      code: 'flag_idle',
      message: '--seed has no effect',
      why: 'It draws latencies and failures, and neither is asked for.',
      hint: typedWith('--latency', '80ms..2s'),
    });
  const drawn = seed === undefined ? {} : { seed };
  return [
    ...(latency === undefined ? [] : [{ ...drawn, latency }]),
    ...(failRate === undefined ? [] : [{ ...drawn, status: 503, rate: failRate }]),
  ];
}
