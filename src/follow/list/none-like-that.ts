import { namedByFlags } from '../../account/account.ts';
import { profileNames } from '../../account/profiles.ts';
import { environmentProfileName } from '../../account/rules/claim-account.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { JobFilters } from './job-filters.ts';

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
