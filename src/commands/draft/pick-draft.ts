import { requestRoutes } from '../../contract/request-route.ts';
import { UsageError } from '../../errors/endings.ts';
import { InterruptedError, type InterruptSignal } from '../../errors/interrupted-error.ts';
import { requestOf, seedOf } from '../../flows/asked.ts';
import { formatAge } from '../../rules/duration.ts';
import { isOver } from '../../rules/lifecycle.ts';
import { promptText } from '../../rules/request/asked-fields.ts';
import { safeLine } from '../../rules/safe-text.ts';
import { counted } from '../../rules/shown-value.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import { type PickRow, pickPrompt } from '../../ui/compose/pick-prompt.ts';
import { createAsk } from '../../ui/prompts.ts';
import type { CommandContext } from '../context/context.ts';
import { draftFactOf, isDraft } from '../request/known-drafts.ts';

/** How many drafts are offered; older ones can be named by their id. */
const offeredMost = 20;

/** Enter pays, so no line is chosen until a key moves the arrow. */
const hint = 'Arrows choose; Enter pays for that final; Esc leaves';

/**
 * Lets a person pick one of this machine's drafts that can be finalized. Throws InterruptedError where the person picks none.
 */
export async function pickDraft(context: CommandContext): Promise<JobRecord> {
  const ledger = await context.ledger();
  const nowMs = context.clock.nowMs();
  const drafts = await ledger.list({
    limit: offeredMost,
    matches: (record) => isDraft(record) && (!isOver(record.job) || draftFactOf(record, nowMs) === 'usable'),
  });
  if (drafts.length === 0) {
    throw new UsageError({
      code: 'no_drafts',
      message: 'No draft of this machine can be made into a final',
      why: 'There is none that succeeded within the last 7 days, or that is under way.',
      hint: 'genctl draft "…"',
    });
  }
  const rows = drafts.map((record) => rowOf(record, nowMs));
  const ask = createAsk(context.terminal, context.interruption());
  const question = { message: 'Which draft shall be a final, and paid for?', instead: 'genctl finalize ID' };
  try {
    const given = await ask(question, (message, prompt) =>
      pickPrompt({ message, look: context.terminal.err, rows, preset: undefined, hint }, prompt),
    );
    const chosen = given === undefined ? undefined : drafts[given];
    if (chosen === undefined) throw noneChosen('SIGINT');
    return chosen;
  } catch (error) {
    throw error instanceof InterruptedError ? noneChosen(error.signal) : error;
  }
}

/** Esc ends the command as Ctrl-C does: a final was asked for, and none is made. */
function noneChosen(signal: InterruptSignal): InterruptedError {
  return new InterruptedError(signal, {
    code: 'interrupted',
    message: 'Left before a draft was chosen',
    why: 'No final was made or paid for; the drafts stay.',
    hint: 'genctl finalize ID',
  });
}

function rowOf(record: JobRecord, nowMs: number): PickRow {
  const { finals, job } = record;
  const request = requestOf(record);
  const age = formatAge(nowMs - Date.parse(job.created_at ?? record.recorded_at));
  const seed = seedOf(request);
  const made = finals.length === 0 ? '' : `, ${counted(finals.length, 'final')}`;
  return {
    name: safeLine(`${record.id}  ${promptText(request) ?? ''}`.slice(0, 120)),
    says: `${seed === undefined ? '' : `seed ${seed}, `}${job.status}, ${age}${made}, ${requestRoutes[record.route].api}`,
  };
}
