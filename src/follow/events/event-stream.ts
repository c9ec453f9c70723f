import type { DocumentName } from '../../cli/documents/names.ts';
import type { OutputStream } from '../../terminal/output-stream.ts';
import { isoTime } from '../../text/iso-time.ts';
import { escapeJsonControls } from '../../text/safe-text.ts';

/** What the first line of `--events` names. Lines and fields are only ever added to it. */
const eventsSchema = 'genctl.events/v1' satisfies DocumentName;

/** Prints the lines of `--events`: one JSON object a line, whole, as it happens. `Lines` has the fields of each by its name. */
export interface EventStream<Lines> {
  tell<Name extends keyof Lines & string>(event: Name, fields: Lines[Name]): void;
}

interface EventStreamParts {
  out: Pick<OutputStream, 'write'>;
  clock: { nowMs(): number };
  /** Of genctl. */
  version: string;
}

/**
 * Begins a stream of events with the line that says what it is. Where its reader goes away, the lines are dropped and the work
 * goes on.
 */
export function openEventStream<Lines>({ clock, out, version }: EventStreamParts): EventStream<Lines> {
  const write = (fields: Record<string, unknown>): void =>
    out.write(`${escapeJsonControls(JSON.stringify(fields))}\n`);
  const at = (): string => isoTime(clock.nowMs());
  write({ schema: eventsSchema, event: 'started', at: at(), version });
  return { tell: (event, fields) => write({ event, at: at(), ...fields }) };
}
