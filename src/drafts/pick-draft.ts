import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import { requestOf, seedOf } from '../ledger/asked.ts';
import type { JobRecord } from '../ledger/record.ts';
import { finalCosts } from '../money/final-costs.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { draftFactOf, isDraft } from '../request/draft-validity.ts';
import { promptText } from '../service/body/asked-fields.ts';
import { isOver } from '../service/lifecycle.ts';
import { requestRoutes } from '../service/request-route.ts';
import { formatAge } from '../text/duration.ts';
import { gaps } from '../text/gaps.ts';
import { safeLine } from '../text/safe-text.ts';
import { counted } from '../text/shown-value.ts';
import { cutToWidth } from '../text/text-width.ts';
import { askTakes, leftAt, type ShownTake } from './ask-takes.ts';
import { confirmFinals, enterToPay } from './confirm-finals.ts';
import { takesPage } from './takes-page.ts';

/** How many drafts are offered; older ones can be named by their id. */
const offeredMost = 20;

/**
 * Lets a person tick those of this machine's drafts that shall be finals. Throws InterruptedError where the person ticks none, or
 * does not want to pay for them.
 *
 * @param how `isSent`: whether the finals are sent and paid for, which is confirmed. `more`: the words of the line's other flags.
 */
export async function pickDrafts(
  context: OutputMeans,
  { isSent, more }: { isSent: boolean; more: readonly string[] },
): Promise<JobRecord[]> {
  const drafts = await offeredDrafts(context);
  const shown = drafts.map((record) => shownDraft(context, record));
  const costsOf = await finalCosts(context, drafts);
  const page = takesPage(
    context,
    drafts.map((record) => ({ record })),
    undefined,
  );
  const { chosen } = await askTakes(context, shown, {
    message: 'Which drafts to finalize? Each is charged.',
    instead: genctl`finalize ID`,
    enter: isSent ? enterToPay(context) : enterToShow,
    cost: (places) => `${counted(places.length, 'final')}, ${costsOf(places).whole}`,
    page,
    ifInterrupted: noneChosen,
  });
  if (chosen.length === 0) throw left(noneChosen);
  const ticked = chosen.flatMap((place) => drafts[place] ?? []);
  if (!isSent) return ticked;
  const ids = ticked.map(({ id }) => id);
  const unpaid = { ...noneChosen, hint: context.onward.step(ids, 'finalize', { more }) };
  try {
    if (await confirmFinals(context, { drafts: ticked, cost: costsOf(chosen) })) return ticked;
  } catch (error) {
    throw leftAt(error, unpaid);
  }
  throw left({ ...unpaid, message: 'No draft was chosen' });
}

async function offeredDrafts({ clock, ledger }: OutputMeans): Promise<JobRecord[]> {
  const nowMs = clock.nowMs();
  const drafts = await (await ledger()).list({
    limit: offeredMost,
    matches: (record) => isDraft(record) && (!isOver(record.job) || draftFactOf(record, nowMs) === 'usable'),
  });
  if (drafts.length > 0) return drafts;
  throw new UsageError({
    code: 'no_drafts',
    message: 'No draft of this machine can be finalized',
    why: 'No draft succeeded within the last 7 days, and none is running.',
    hint: genctl`draft ${gaps.prompt}`,
  });
}

function enterToShow(chosen: number): readonly [string, string] {
  const words = chosen === 0 ? 'Enter shows none' : `Enter shows ${chosen}`;
  return [words, words];
}

const noneChosen = {
  message: 'Stopped before a draft was chosen',
  why: 'No final was made or paid for; the drafts stay.',
  hint: genctl`finalize ID`,
};

/** Leaving ends the command as Ctrl-C does: a final was asked for, and none is made. */
function left(parts: typeof noneChosen): InterruptedError {
  return new InterruptedError('SIGINT', { ...parts, code: 'interrupted' });
}

/** So much of a prompt tells one draft from others; a narrow terminal has less of it, so that the facts fit. Unit: columns. */
const captionMost = 40;
const captionShare = 0.3;
const nameMost = 24;

function shownDraft({ clock, terminal }: OutputMeans, record: JobRecord): ShownTake {
  const { finals, id, job } = record;
  const request = requestOf(record);
  const seed = seedOf(request);
  const prompt = safeLine(promptText(request) ?? id);
  const { columns, symbols } = terminal.err;
  const { ellipsis } = symbols;
  const captionColumns = Math.min(captionMost, Math.floor(columns * captionShare));
  const age = formatAge(clock.nowMs() - Date.parse(job.created_at ?? record.recorded_at));
  // A narrow terminal cuts the last of them: that a final was paid for before comes first.
  const facts = [
    ...(finals.length === 0 ? [] : [counted(finals.length, 'final')]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    age,
    ...(job.status === 'succeeded' ? [] : [job.status]),
    requestRoutes[record.route].api,
  ];
  return {
    name: cutToWidth(prompt, nameMost, ellipsis),
    caption: cutToWidth(prompt, captionColumns, ellipsis),
    id,
    says: safeLine(facts.join(', ')),
    seed,
  };
}
