import type { Clock } from '../../api/transport/clock.ts';
import type { GlobalFlags } from '../../cli/global-flags.ts';
import { unwatchedLine } from '../../follow/words/event-lines.ts';
import type { EventOutput, Narrator, Progress } from '../../ledger/events.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hideInLinks } from '../../text/redaction.ts';

/** Nobody reads more, and a batch may warn of each of a million lines. */
const warningsMost = 100;

export function createNarrator(terminal: Terminal, clock: Clock, { json, quiet }: GlobalFlags): Narrator {
  const submitted: string[] = [];
  const warned = new Set<string>();
  let progress: Progress | undefined;
  let output: EventOutput | undefined;
  const keepWarning = (message: string): boolean => {
    const text = hideInLinks(message);
    if (warned.has(text)) return false;
    if (warned.size < warningsMost) warned.add(text);
    return true;
  };
  return {
    keepWarning,
    warnings: () => [...warned],
    listen(event) {
      if (event.kind === 'warning') keepWarning(event.message);
      if (event.kind === 'submitted') submitted.push(event.jobId);
      output?.listen(event);
      // Told with the job itself, once it is known how short its id is.
      if (event.kind === 'submitted' && terminal.shortIds !== undefined) return;
      if (progress !== undefined) return progress.on(event);
      const line = unwatchedLine(event, clock.nowMs(), terminal.err);
      if (line !== undefined) terminal.err.lines([line]);
    },
    async watch(own) {
      // Nobody would see what is drawn.
      if (json || quiet) return;
      progress ??= own;
      if (progress !== undefined) return;
      const { createProgress } = await import('../../follow/words/progress.ts');
      // A terminal that shows both streams has the answer for each job, which says as much.
      progress = createProgress(terminal, clock, {
        tellsEnds: !terminal.showsBoth || output !== undefined,
      });
    },
    quieten() {
      progress?.stop();
      progress = undefined;
    },
    submitted: () => submitted,
    tellEvents(given) {
      output = given;
    },
    events: () => output,
  };
}
