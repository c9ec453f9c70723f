import { namedByFlags } from '../../account/account.ts';
import { hasInventedPrices, profileNames } from '../../account/profiles.ts';
import { environmentProfileName } from '../../account/rules/claim-account.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { renderedRequests } from '../../ledger/rendered-requests.ts';
import { hasTags } from '../../ledger/rules/tags.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { promptText } from '../../service/body/asked-fields.ts';
import { ciRunId } from '../../submit/rules/once-key.ts';
import type { AccountJobs } from './account-in-use.ts';
import { type JobFilters, mayHaveWords, onceFilter, searchable } from './job-filters.ts';

/** A part of the jobs that a line asks for. */
interface JobRange {
  /** The largest number of jobs; all unless given. */
  limit?: number | undefined;
  /** Recorded at that time or later. Unit: ms since 1970. */
  sinceMs?: number | undefined;
  /** The states that they are in, as last seen: those that were asked for, unless given. */
  states?: 'unfinished' | 'any';
  /** The order of their facts; the newest first unless given. */
  order?: ReturnType<typeof jobOrder> | undefined;
}

/** The jobs that a line asks for. */
export interface JobSelection {
  /** The jobs, newest first or in the order of the range; each is read when its turn comes. */
  jobs(range: JobRange): AsyncGenerator<JobRecord>;
  /** Tells whether a job is in a state that was asked for. */
  isInState(record: JobRecord): boolean;
  /** True if jobs of the sandbox were left out by now. */
  readonly hasLeftOut: boolean;
}

type FactsTest = (job: JobFacts) => boolean;

/** The values that jobs are sorted by, the largest first; those of unknown value come last. */
const sortValues = {
  cost: ({ costUsd }) => costUsd,
  took: ({ tookMs }) => tookMs,
  created: ({ createdAtMs, recordedAtMs }) => createdAtMs ?? recordedAtMs,
} as const satisfies Record<string, (job: JobFacts) => number | null>;

export const sortNames = Object.keys(sortValues) as (keyof typeof sortValues)[];

/** The order of jobs by a value; of two alike the newer is first. */
export function jobOrder(by: keyof typeof sortValues): (one: JobFacts, other: JobFacts) => number {
  const value = (job: JobFacts): number => sortValues[by](job) ?? -Infinity;
  const above = (one: number, other: number): number => (one === other ? 0 : one > other ? -1 : 1);
  return (one, other) => above(value(one), value(other)) || above(one.recordedAtMs, other.recordedAtMs);
}

/**
 * Selects jobs by their facts. A record is read for the words of its prompt, and for whether it is a draft.
 *
 * @param ofAccount the account whose jobs are meant; undefined for all that the line does not leave out.
 */
export async function selectJobs(
  context: OutputMeans,
  filters: JobFilters,
  ofAccount?: AccountJobs,
): Promise<JobSelection> {
  const { draft, grep, status } = filters;
  const tests = factTests(context, filters, ofAccount);
  const sinceMs = filters.since?.(context.clock.nowMs()) ?? Number.NEGATIVE_INFINITY;
  const beforeMs = filters.until?.(context.clock.nowMs());
  const isDraft = draft ? (await import('../../request/draft-validity.ts')).isDraft : undefined;
  const stateTests = {
    asked: status === undefined ? [] : [(job: JobFacts) => job.status === status],
    unfinished: [(job: JobFacts) => !job.isOver],
    any: [],
  };

  let hasLeftOut = false;
  const accountTest = (job: JobFacts): boolean => {
    const isOwn = ofAccount?.isOwn(job) !== false;
    if (!isOwn && hasInventedPrices(job)) hasLeftOut = true;
    return isOwn;
  };
  const matches = (record: JobRecord): boolean =>
    ofAccount?.isOwnRecord(record) !== false && isDraft?.(record) !== false;

  async function* jobs(range: JobRange): AsyncGenerator<JobRecord> {
    const { limit, order, states = 'asked' } = range;
    const records = (await context.ledger()).records({
      limit: grep === undefined ? limit : undefined,
      sinceMs: Math.max(sinceMs, range.sinceMs ?? sinceMs),
      beforeMs,
      order,
      where: allOf([...tests, ...stateTests[states], ...(ofAccount === undefined ? [] : [accountTest])]),
      mayBe: grep === undefined ? undefined : mayHaveWords(grep),
      matches,
    });
    if (grep === undefined) yield* records;
    else yield* firstOf(wording(context, records, grep), limit);
  }
  return {
    jobs,
    isInState: ({ job }) => status === undefined || job.status === status,
    get hasLeftOut() {
      return hasLeftOut;
    },
  };
}

/** The filters that facts alone tell, without that of the state. */
function factTests(
  { around: { environment }, globals }: OutputMeans,
  { batch, draft, model, once, tag }: JobFilters,
  ofAccount: AccountJobs | undefined,
): FactsTest[] {
  const profile = ofAccount === undefined ? namedByFlags(globals) : undefined;
  const isNamed = onceFilter(once, ciRunId(environment));
  const tags = tag.map(({ value }) => value);
  const tests: (FactsTest | false)[] = [
    profile !== undefined && ((job) => job.profile === profile),
    model !== undefined && ((job) => job.model === model),
    batch !== undefined && ((job) => job.batch === batch),
    draft && ((job) => job.mayBeDraft),
    once !== undefined && ((job) => isNamed(job.once)),
    tags.length > 0 && ((job) => hasTags(job.tags ?? undefined, tags)),
  ];
  return tests.filter((test) => test !== false);
}

/** Undefined for no tests: then nothing is looked up in the index. */
function allOf(tests: readonly FactsTest[]): FactsTest | undefined {
  return tests.length === 0 ? undefined : (job) => tests.every((test) => test(job));
}

/** The jobs whose prompt, as `jobs` shows it, has each of the words. */
async function* wording(
  context: OutputMeans,
  records: AsyncIterable<JobRecord>,
  words: readonly string[],
): AsyncGenerator<JobRecord> {
  for await (const record of records) {
    const rendered = await renderedRequests(context, [record]);
    const prompt = searchable(promptText(rendered(record)) ?? '');
    if (words.every((word) => prompt.includes(word))) yield record;
  }
}

async function* firstOf(
  records: AsyncIterable<JobRecord>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<JobRecord> {
  let count = 0;
  for await (const record of records) {
    yield record;
    count += 1;
    if (count === limit) return;
  }
}

type NamingContext = Pick<OutputMeans, 'globals' | 'ledger' | 'settings'>;

/** Lines to print where no job matches the filters of a line: the account or the model that nothing has, where that is the cause. */
export async function noneLikeThat(
  context: NamingContext,
  { model }: Pick<JobFilters, 'model'>,
): Promise<string[]> {
  const named = namedByFlags(context.globals);
  const unknown =
    (named === undefined ? undefined : await unknownAccount(context, named)) ??
    (model === undefined ? undefined : await unknownModel(context, model));
  return [unknown ?? 'No jobs match.', '  to list the newest of all: genctl jobs'];
}

/** Says that an account has no job here, and is no profile either; undefined where one of them is. */
export async function unknownAccount(
  context: Omit<NamingContext, 'globals'>,
  name: string,
): Promise<string | undefined> {
  if (name === environmentProfileName) return undefined;
  const names = profileNames(await context.settings());
  if (names.includes(name) || (await hasJob(context, ({ profile }) => profile === name))) return undefined;
  return `There is no profile ${JSON.stringify(name)}, and no job of it. Stored: ${names.join(', ')}.`;
}

async function unknownModel(
  context: Pick<NamingContext, 'ledger'>,
  model: string,
): Promise<string | undefined> {
  if (await hasJob(context, (job) => job.model === model)) return undefined;
  return `No job of this machine has the model ${JSON.stringify(model)}.`;
}

async function hasJob(
  { ledger }: Pick<NamingContext, 'ledger'>,
  where: (job: JobFacts) => boolean,
): Promise<boolean> {
  for await (const _ of (await ledger()).records({ where, limit: 1 })) return true;
  return false;
}
