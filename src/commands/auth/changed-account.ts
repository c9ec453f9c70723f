import type { Profile } from '../../account/profiles.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { unlessCliError } from '../../errors/cli-error.ts';
import { madeAt } from '../../submit/account/key-sight.ts';
import { sightOfProfile } from '../../submit/account/proven-claimant.ts';
import { seesJob } from '../../submit/sees-job.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { accountOf } from './try-account.ts';

/**
 * Warns of a login that changed the account of a profile: its new key does not see a job that an earlier key made. A person typed the key, so
 * it is saved all the same. A look that fails tells nothing.
 */
export async function warnOfChangedAccount(context: CommandContext, profile: Profile): Promise<void> {
  const account = accountOf(profile);
  const { baseUrl: base_url } = account;
  const { name } = profile;
  const looked = await unlessCliError(async () => {
    const api = await context.api(account);
    const claimant = await context.claimantOf(account, profile.api_key);
    return sightOfProfile(claimant, {
      ledger: await context.ledger(),
      nowMs: () => api.clock.nowMs(),
      sees: (record) => seesJob(api, record, { signal: context.interruption() }),
    });
  });
  if (looked?.sight.kind !== 'unseen') return;
  const { job } = looked.sight;
  const ownProfile = shellLine(['genctl', 'auth', 'login', '--profile', 'NAME', '--base-url', base_url]);
  const message = `the key of ${name} is of another account now: it does not see ${job.id}, made ${madeAt(job)} as ${name}. That account pays for what ${name} submits from now on. For a profile of its own: ${ownProfile}`;
  context.listen({ kind: 'warning', message });
}
