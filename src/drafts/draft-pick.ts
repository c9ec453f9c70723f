import { BudgetError } from '../errors/endings.ts';
import { genctl, hintLines, hintText, type Line, say } from '../errors/hint.ts';
import { submissionOf } from '../follow/send/prepare-submission.ts';
import type { SubmissionInput } from '../follow/send/submission-input.ts';
import { submitAll } from '../follow/send/submit-and-follow.ts';
import { takeName } from '../follow/send/takes.ts';
import { requestOf, seedOf } from '../ledger/asked.ts';
import type { JobRecord } from '../ledger/record.ts';
import { fileOf } from '../ledger/record-document.ts';
import { finalCosts } from '../money/final-costs.ts';
import { journeyOf } from '../outputs/journey.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { showFrames } from '../outputs/preview.ts';
import { factsReader } from '../request/account-facts.ts';
import type { MoneyPlan } from '../request/money-flags.ts';
import { chargeOf, isChargeUnknown } from '../service/charge.ts';
import { type IntentPlan, withTagsOf } from '../submit/intent-flags.ts';
import { textLines } from '../text/aligned.ts';
import { microUsdOf } from '../text/money.ts';
import { counted } from '../text/shown-value.ts';
import { askTakes, assertSomebodyPicks, leftAt } from './ask-takes.ts';
import { confirmFinals, enterToPay } from './confirm-finals.ts';
import { finalRequest } from './finals.ts';
import { takesPage } from './takes-page.ts';

/** A take that was downloaded, and its file. */
interface Take {
  /** Its number among all takes. */
  place: number;
  record: JobRecord;
  path: string;
  seed: number | undefined;
  /** What a final of it is called under the name of `--once`, and what stands below its picture. */
  name: string;
}

/** Refuses `--pick` where nobody can be asked, before anything is paid for. Throws UsageError. */
export function assertTakesPickable(context: OutputMeans, { dryRun }: Pick<SubmissionInput, 'dryRun'>): void {
  if (dryRun === 'no')
    assertSomebodyPicks(context, say`${genctl`draft … -D drafts`}, then ${genctl`finalize ID`}`);
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
  const { later, wanted } = await askWhich(context, takes, input);
  if (wanted.length === 0) {
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
  for (const take of wanted) {
    const own = { ...input.plan, once: nameOfFinal(input.plan, take), money };
    const plan = withTagsOf(own, { tags: take.record.intent?.tags });
    const request = await finalRequest(context, take.record, factsOf, {
      ...input,
      words: noWords,
      isConfirmed: true,
    });
    submissions.push({ ...submissionOf(context, request, plan), label: `final of ${take.name}` });
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

/** What is left of `--max-cost` for finals, after what their drafts were charged. */
function moneyAfter(money: MoneyPlan, drafts: readonly JobRecord[]): MoneyPlan {
  if (money.maxCost === undefined) return money;
  const spent = drafts.reduce(
    (sum, { intent, job }) =>
      sum + (isChargeUnknown(job) ? (intent?.reserved_usd ?? 0) : (chargeOf(job) ?? 0)),
    0,
  );
  return { ...money, maxCost: Math.max(0, money.maxCost - microUsdOf(spent)) };
}

/** A final takes all its words from its draft. */
const noWords = { options: {}, media: [], set: [] };

function takesAtHome(records: readonly JobRecord[]): Take[] {
  return records.flatMap((record, place) => {
    const path = fileOf(record, 0)?.path;
    if (record.job.status !== 'succeeded' || path === undefined) return [];
    const seed = seedOf(requestOf(record));
    const name = takeName(place + 1, seed);
    return [{ place: place + 1, record, path, seed, name }];
  });
}

const noneMade = 'No final was made or paid for; the drafts stay.';

/** How many takes get a command line each; where there are more, `genctl finalize` alone offers them. */
const linesMost = 5;

/** The commands that finalize the takes later, into the same folder and under the same names as here. */
function finalizeLines(
  { onward }: OutputMeans,
  takes: readonly Take[],
  { plan }: Pick<SubmissionInput, 'plan'>,
): Line[] {
  const named = takes.slice(0, linesMost).map((take) => {
    const once = nameOfFinal(plan, take);
    return onward.step([take.record.id], 'finalize', { more: once === undefined ? [] : ['--once', once] });
  });
  return takes.length > linesMost ? [...named, onward.step([], 'finalize')] : named;
}

function nameOfFinal({ once }: IntentPlan, { name }: Take): string | undefined {
  return once === undefined ? undefined : `${once}/final/${name}`;
}

/** The commands that finalize takes later, and what they finalize. */
interface Later {
  what: string;
  lines: readonly Line[];
}

/** The commands for the takes that were ticked: one for all, unless each final has a name of its own by `--once`. */
function laterOfTicked(context: OutputMeans, ticked: readonly Take[], input: SubmissionInput): Later {
  const what = ticked.length === 1 ? 'what was ticked' : `the ${ticked.length} that were ticked`;
  if (input.plan.once !== undefined) return { what, lines: finalizeLines(context, ticked, input) };
  const ids = ticked.map(({ record }) => record.id);
  return { what, lines: [context.onward.step(ids, 'finalize')] };
}

/** The takes that a person ticks and confirms to pay for, and how they are finalized later where there are none. */
async function askWhich(
  context: OutputMeans,
  takes: readonly Take[],
  input: SubmissionInput,
): Promise<{ wanted: readonly Take[]; later: Later }> {
  const later = { what: 'one', lines: finalizeLines(context, takes, input) };
  const shown = takes.map(({ name, place, record, seed }) => {
    return { name: `take ${place}`, caption: name, id: record.id, says: '', seed };
  });
  const costsOf = await finalCosts(
    context,
    takes.map(({ record }) => record),
  );
  const page = takesPage(context, takes, journeyOf(input.journey, await context.defaults()).dir);
  await showFrames(
    context,
    takes.map(({ name, path }) => ({ path, caption: name })),
  );
  page.tell();
  const { chosen } = await askTakes(context, shown, {
    message: 'Which takes to finalize?',
    instead: later.lines[0] ?? genctl`finalize ID`,
    enter: enterToPay(context),
    cost: (places) => `${counted(places.length, 'final')}, ${costsOf(places).whole}`,
    page,
    ifInterrupted: interruptedAt(later),
  });
  if (chosen.length === 0) return { wanted: [], later };
  const ticked = chosen.flatMap((place) => takes[place] ?? []);
  const laterTicked = laterOfTicked(context, ticked, input);
  try {
    const isMeant = await confirmFinals(context, {
      drafts: ticked.map(({ record }) => record),
      cost: costsOf(chosen),
    });
    return { wanted: isMeant ? ticked : [], later: laterTicked };
  } catch (error) {
    throw leftAt(error, interruptedAt(laterTicked));
  }
}

function interruptedAt({ lines }: Later) {
  return { message: 'Stopped before any take was finalized', why: noneMade, hint: hintLines(lines) };
}
