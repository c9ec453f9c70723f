import { UsageError } from '../errors/endings.ts';
import { either, genctl } from '../errors/hint.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import { jobsOfAccountInUse } from '../follow/list/account-in-use.ts';
import type { JobRecord } from '../ledger/record.ts';
import { requestOf, seedOf } from '../ledger/rendered-requests.ts';
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
import { pickTakes, type Take } from './pick-takes.ts';

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
  const left = (ticked: readonly { id: string }[]) => ({
    message: 'Stopped before a draft was chosen',
    why: 'No final was made or paid for; the drafts stay.',
    hint: context.onward.step(
      ticked.map(({ id }) => id),
      'finalize',
      { more },
    ),
  });
  const takes = drafts.map((record) => shownDraft(context, record));
  const { isMeant, ticked } = await pickTakes(context, takes, {
    message: 'Which drafts to finalize? Each is charged.',
    instead: genctl`finalize ID`,
    dir: undefined,
    unpaid: isSent ? undefined : enterToShow,
    left,
  });
  if (isMeant) return ticked.map(({ record }) => record);
  // Leaving ends the command as Ctrl-C does: a final was asked for, and none is made.
  const declined = ticked.length === 0 ? {} : { message: 'No draft was chosen' };
  throw new InterruptedError('SIGINT', { ...left(ticked), ...declined, code: 'interrupted' });
}

/** The drafts of the account in use that can be finalized. */
async function offeredDrafts(context: OutputMeans): Promise<JobRecord[]> {
  const nowMs = context.clock.nowMs();
  const ofAccount = await jobsOfAccountInUse(context);
  const drafts = await (await context.ledger()).list({
    limit: offeredMost,
    where: ofAccount && ((job) => job.mayBeDraft && ofAccount.isOwn(job)),
    matches: (record) =>
      ofAccount?.isOwnRecord(record) !== false &&
      isDraft(record) &&
      (!isOver(record.job) || draftFactOf(record, nowMs) === 'usable'),
  });
  if (drafts.length > 0) return drafts;
  const whose = ofAccount === undefined ? 'this machine' : `the account ${safeLine(ofAccount.profile)}`;
  throw new UsageError({
    code: 'no_drafts',
    message: `No draft of ${whose} can be finalized`,
    why: 'No draft succeeded within the last 7 days, and none is running.',
    hint:
      ofAccount === undefined
        ? genctl`draft ${gaps.prompt}`
        : either(genctl`draft ${gaps.prompt}`, '; to list the drafts of all accounts: ', draftsOfAll),
  });
}

const draftsOfAll = genctl`jobs --draft --all-accounts`;

function enterToShow(chosen: number): readonly [string, string] {
  const words = chosen === 0 ? 'Enter shows none' : `Enter shows ${chosen}`;
  return [words, words];
}

/** So much of a prompt tells one draft from others; a narrow terminal has less of it, so that the facts fit. Unit: columns. */
const captionMost = 40;
const captionShare = 0.3;
const nameMost = 24;

function shownDraft({ clock, terminal }: OutputMeans, record: JobRecord): Take & { record: JobRecord } {
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
    record,
    path: undefined,
  };
}
