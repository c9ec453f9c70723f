import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import type { EventOutput } from '../../ledger/events.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { CheckInput } from '../../request/guard-flags.ts';

/**
 * Has a command that follows jobs print events from now on, where `--events` asks for it. It is called before any work, and a
 * second call does nothing. `open` begins the events of a command with lines of its own. Throws UsageError where another flag says what stdout has.
 */
export async function beginEvents(
  context: OutputMeans,
  flags: { events: boolean },
  { dryRun }: Pick<CheckInput, 'dryRun'> = { dryRun: 'no' },
  open?: (context: OutputMeans) => EventOutput,
): Promise<void> {
  if (!flags.events || context.events() !== undefined) return;
  const other = otherAnswer(context, dryRun);
  if (other !== undefined)
    throw flagConflict(`--events and ${other}`, 'Both write to stdout.', '--events alone');
  const opened = open ?? (await import('./event-stream.ts')).openJourneyEvents;
  context.tellEvents(opened(context));
}

/** The flag that says otherwise what stdout has; undefined where none does. */
function otherAnswer({ globals }: OutputMeans, dryRun: CheckInput['dryRun']): string | undefined {
  if (globals.json) return '--json';
  if (globals.quiet) return '--quiet';
  return dryRun === 'no' ? undefined : '--dry-run';
}
