import type { LineFields, workerLines } from '../../cli/documents/event-lines.ts';
import type { LineEvent } from '../serve/serve-lines.ts';

export type LineState = LineFields<typeof workerLines>['line']['state'];

/** How a line stands with a worker, as a word for programs. */
export function stateOf(event: LineEvent): LineState {
  if (event.kind === 'taken') return 'taken';
  if (event.kind === 'lock lost') return 'lock_lost';
  switch (event.fate.kind) {
    case 'done':
      return 'done';
    case 'lost':
      return 'lost';
    case 'given back':
      return 'given_back';
    case 'put off':
      return 'put_off';
  }
}

/** Why a line did not succeed here; undefined where it did, or nothing is wrong with it. */
export function whyOf(event: LineEvent): { code: string; message: string } | undefined {
  if (event.kind === 'lock lost')
    return { code: 'lock_lost', message: 'its lock ran out: another worker goes on with it' };
  if (event.kind !== 'ended') return undefined;
  const { fate } = event;
  if (fate.kind === 'lost') return { code: fate.end.error?.code ?? fate.message, message: fate.message };
  if (fate.kind === 'put off') return { code: fate.error.code, message: fate.error.message };
  return fate.kind === 'given back' && fate.stops !== undefined
    ? { code: fate.stops.code, message: fate.stops.message }
    : undefined;
}
