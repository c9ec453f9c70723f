import { isKnownStatus } from '../../service/lifecycle.ts';
import type { JobStatus } from '../../service/wire-values.ts';
import type { Colors, Look, Symbols } from '../../text/look.ts';

const appearances = {
  queued: { symbol: 'queued', color: 'dim' },
  running: { symbol: 'running', color: 'accent' },
  succeeded: { symbol: 'good', color: 'good' },
  failed: { symbol: 'bad', color: 'bad' },
  canceled: { symbol: 'stopped', color: 'dim' },
  expired: { symbol: 'bad', color: 'warn' },
} as const satisfies Record<JobStatus, { symbol: keyof Symbols; color: keyof Colors }>;

/** The symbol of a job's state; a question mark for an unknown state. */
export function statusSymbol(status: string, look: Pick<Look, 'symbols'>): string {
  return isKnownStatus(status) ? look.symbols[appearances[status].symbol] : '?';
}

/** Colours a text by a job's state. */
export function paintStatus(status: string, text: string, look: Pick<Look, 'colors'>): string {
  return isKnownStatus(status) ? look.colors[appearances[status].color](text) : text;
}
