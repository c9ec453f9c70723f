import { BudgetError } from '../errors/endings.ts';
import { genctl, hintLines, hintText, type Line } from '../errors/hint.ts';
import { submissionOf } from '../follow/send/prepare-submission.ts';
import { takeName } from '../follow/send/several-requests.ts';
import type { SubmissionInput } from '../follow/send/submission-input.ts';
import { submitAll } from '../follow/send/submit-and-follow.ts';
import type { JobRecord } from '../ledger/record.ts';
import { fileOf } from '../ledger/record-document.ts';
import { requestOf, seedOf } from '../ledger/rendered-requests.ts';
import { journeyOf } from '../outputs/journey.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { factsReader } from '../request/account-facts.ts';
import type { MoneyPlan } from '../request/guard-flags.ts';
import { chargeOf, isChargeUnknown } from '../service/charge.ts';
import { type IntentPlan, withTagsOf } from '../submit/intent-flags.ts';
import { textLines } from '../text/aligned.ts';
import { microUsdOf } from '../text/money.ts';
import { finalizedById } from './draft-flags.ts';
import { finalRequest, warnOfFinals } from './finals.ts';
import { assertSomebodyPicks, pickTakes, type Take } from './pick-takes.ts';

/** A take that was downloaded. Its caption is what a final of it is called under the name of `--once`. */
interface OwnTake extends Take {
  record: JobRecord;
  path: string;
}

/** Refuses `--pick` where nobody can be asked, before anything is paid for. Throws UsageError. */
export function assertTakesPickable(context: OutputMeans, { dryRun }: Pick<SubmissionInput, 'dryRun'>): void {
  if (dryRun === 'no') assertSomebodyPicks(context, finalizedById);
}

/**
 * Shows the takes, asks which to finalize, and makes their finals, followed and downloaded as the drafts were. Where none is
 * chosen nothing is paid for, and the commands that finalize them later are shown.
 */
export async function pickAndFinalize(
  context: OutputMeans,
  records: readonly JobRecord[],
  input: SubmissionInput,
): Promise<void> {
  const takes = takesAtHome(records);
  if (takes.length === 0) return;
  const laterOf = (ticked: readonly OwnTake[]): Later => finalizeLater(context, { takes, ticked }, input);
  const { isMeant, ticked } = await pickTakes(context, takes, {
    message: 'Which takes to finalize?',
    instead: laterOf([]).lines[0] ?? genctl`finalize ID`,
    dir: journeyOf(input.journey, await context.defaults()).dir,
    left: (some) => ({
      message: 'Stopped before any take was finalized',
      why: noneMade,
      hint: hintLines(laterOf(some).lines),
    }),
  });
  const later = laterOf(ticked);
  if (!isMeant) {
    const { err } = context.terminal;
    err.lines([
      ...textLines({ text: `${noneMade} To finalize ${later.what}:` }, err),
      ...later.lines.map((line) => `  ${err.ids.within(hintText(line))}`),
    ]);
    return;
  }
  const submissions = [];
  const money = moneyAfter(input.plan.money, records);
  const factsOf = factsReader(context);
  for (const take of ticked) {
    const own = { ...input.plan, once: nameOfFinal(input.plan, take), money };
    const plan = withTagsOf(own, { tags: take.record.intent?.tags });
    const request = await finalRequest(context, take.record, factsOf, {
      ...input,
      words: noWords,
    });
    await warnOfFinals(context, take.record, { ...input, isConfirmed: true });
    submissions.push({ ...submissionOf(context, request, plan), label: `final of ${take.caption}` });
  }
  try {
    await submitAll(context, submissions, { ...input, isAgreed: true }, 'takes');
  } catch (error) {
    throw error instanceof BudgetError ? afterDrafts(error, later) : error;
  }
}

/** The error for finals that a budget does not allow: the typed line would render and pay for the drafts once more. */
function afterDrafts({ code, message, why }: BudgetError, { lines }: Later): BudgetError {
  return new BudgetError({ code, message, why, hint: hintLines(lines) });
}

/** The money for finals: the charges of their drafts count for `--max-cost`, too. */
function moneyAfter(money: MoneyPlan, drafts: readonly JobRecord[]): MoneyPlan {
  if (money.maxCost === undefined) return money;
  const spent = drafts.reduce(
    (sum, { intent, job }) =>
      sum + (isChargeUnknown(job) ? (intent?.reserved_usd ?? 0) : (chargeOf(job) ?? 0)),
    0,
  );
  return { ...money, spent: microUsdOf(spent) };
}

/** A final takes all its words from its draft. */
const noWords = { options: {}, media: [], set: [] };

function takesAtHome(records: readonly JobRecord[]): OwnTake[] {
  return records.flatMap((record, index) => {
    const path = fileOf(record, 0)?.path;
    if (record.job.status !== 'succeeded' || path === undefined) return [];
    const seed = seedOf(requestOf(record));
    const [name, caption] = [`take ${index + 1}`, takeName(index + 1, seed)];
    return [{ name, caption, id: record.id, says: '', seed, record, path }];
  });
}

const noneMade = 'No final was made or paid for; the drafts stay.';

function nameOfFinal({ once }: IntentPlan, { caption }: OwnTake): string | undefined {
  return once === undefined ? undefined : `${once}/final/${caption}`;
}

/** The commands that finalize takes later, and what they finalize. */
interface Later {
  what: string;
  lines: readonly Line[];
}

/** How many takes get a command line each; `genctl finalize` alone offers the others. */
const linesMost = 5;

/**
 * The commands that finalize the ticked takes later, into the same folder and under the same names as here: one for all that are ticked,
 * unless each final has a name of its own by `--once`. Where none is ticked, there is one for each take, and the one that asks again.
 */
function finalizeLater(
  { onward }: OutputMeans,
  { takes, ticked }: { takes: readonly OwnTake[]; ticked: readonly OwnTake[] },
  { plan }: Pick<SubmissionInput, 'plan'>,
): Later {
  const [first, ...others] = ticked;
  const what =
    first === undefined
      ? 'one'
      : others.length === 0
        ? 'what was ticked'
        : `the ${ticked.length} that were ticked`;
  const ids = ticked.map(({ id }) => id);
  if (first !== undefined && plan.once === undefined) return { what, lines: [onward.step(ids, 'finalize')] };
  const some = first === undefined ? takes : ticked;
  const named = some.slice(0, linesMost).map((take) => {
    const once = nameOfFinal(plan, take);
    return onward.step([take.id], 'finalize', { more: once === undefined ? [] : ['--once', once] });
  });
  const asksAgain = some.length > linesMost || (first === undefined && takes.length > 1);
  return { what, lines: asksAgain ? [...named, onward.step([], 'finalize')] : named };
}
