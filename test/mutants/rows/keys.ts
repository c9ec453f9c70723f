import type { Mutant } from '../mutant.ts';

/** What keeps a key that a program printed from paying for another account, or twice. */
export const keyMutants: readonly Mutant[] = [
  {
    guards: 'an open submit is not sent with a key that does not see a job of its account',
    text: 'if (isOpen) throw keyNotProven(intent, sight);',
    instead: 'if (isOpen) return;',
    nearest: ['submit/account/approve-key'],
  },
  {
    guards: 'a refused submit is not sent under another account',
    text: "throw otherAccountKey(account, { id: job.id, madeAt: madeAt(job) }, 'next submit');",
    instead: 'void job;',
    nearest: ['submit/account/approve-key'],
  },
  {
    guards: 'a submit whose key ended is claimed anew only if no job shows whose the next one is',
    text: "if (sight.kind === 'untold') throw new UnprovenKeyError(account, next);",
    instead: 'throw new UnprovenKeyError(account, next);',
    nearest: ['submit/account/approve-key'],
  },
  {
    guards: 'a key that does not see a job of its profile claims nothing',
    text: "const claimError = otherAccountKey(account, { id: job.id, madeAt: madeAt(job) }, 'first submit');",
    instead: 'const claimError = job.sync ? undefined : undefined;',
    nearest: ['submit/account/proven-claimant'],
  },
  {
    guards: 'a key claims for the account of a job only if it sees a job of that account',
    text: "if (await sees(job)) return { kind: 'seen' };",
    instead: "if ((await sees(job)) || true) return { kind: 'seen' };",
    nearest: ['submit/account/proven-claimant', 'submit/account/approve-key'],
  },
  {
    guards: 'an older job proves a key only if it is of the same account',
    text: 'await knownJobsOf([known.intent?.account], known.base_url, ledger)',
    instead: 'await jobsToLookAt(ledger, known.base_url, { limit: 3, where: () => true })',
    nearest: ['submit/account/proven-claimant'],
  },
  {
    guards: 'nothing new is claimed for an account that may claim nothing',
    text: 'if (claimError !== undefined && (await ledger.findClaim(wanted)) === undefined) throw claimError;',
    instead: '',
    nearest: ['submit/account/claim-error'],
  },
  {
    guards: 'the key that claims is the one that saw the job',
    text: 'if (claimedKey !== key.current()) continue;',
    instead: '',
    nearest: ['submit/account/proven-claimant'],
  },
  {
    guards: 'a submit asks about the key that it is sent with',
    text: 'await ask.approveKey?.(apiKey, {',
    instead: 'void (apiKey, {',
    nearest: ['api/transport/refused-key'],
  },
  {
    guards: 'a submit of v1 is not sent again after a page of something between',
    text: "return !isSentOnce(retryRoute) || trouble.body === 'service';",
    instead: 'return true;',
    nearest: ['api/transport/refused-key'],
  },
  {
    guards: 'a submit stays open whose key could not be replaced',
    text: 'if (replacement instanceof AuthError && tally.openSinceMs === undefined) throw replacement;',
    instead: 'if (replacement instanceof AuthError) throw replacement;',
    nearest: ['api/transport/refused-key'],
  },
  {
    guards: 'a program that fails after a 401 of a gateway ends the call with its reason',
    text: 'if (isUnverified(trouble.outcome) && !(replacement instanceof AuthError)) return false;',
    instead: 'if (isUnverified(trouble.outcome)) return false;',
    nearest: ['api/transport/refused-key'],
  },
  {
    guards: 'every key that was sent is hidden',
    text: 'redact: (text) => createRedactor(key.all())(text),',
    instead: 'redact: (text) => createRedactor([key.current()])(text),',
    nearest: ['api/transport/refused-key'],
  },
  {
    guards: 'a journal of another account is not taken for one whose key was rotated',
    text: 'if (await sees(newestJob)) return;',
    instead: 'return;',
    nearest: ['batch/journal/journal-account'],
  },
  {
    guards: 'a journal of another home that names no job is not taken for a rotated key',
    text: 'if (!isOfHome) throw otherAccount(path);',
    instead: '',
    nearest: ['batch/journal/journal-account'],
  },
  {
    guards: 'a journal of two homes that names no job is not taken for a rotated key',
    text: 'owners.every(({ home }) => home === owner.home)',
    instead: 'owners.some(({ home }) => home === owner.home)',
    nearest: ['batch/journal/journal-account'],
  },
  {
    guards: 'a program is not run for ever for a request that the service refuses with every key',
    text: "if (refusals > refusedReplacementsMost) return 'never accepted';",
    instead: '',
    nearest: ['account/keys/account-key', 'api/transport/refused-key'],
  },
];
