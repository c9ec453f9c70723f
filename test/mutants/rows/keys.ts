import type { Mutant } from '../mutant.ts';

/** What keeps a key that a program printed from paying for another account, or twice. */
export const keyMutants: readonly Mutant[] = [
  {
    guards: 'an open submit is not sent with a key that does not see a job of its account',
    text: 'if (await seesWith(apiKey, known)) return;',
    instead: 'if ((await seesWith(apiKey, known)) || isOpen) return;',
    nearest: ['submit/account/approve-key'],
  },
  {
    guards: 'a refused submit is not sent under another account',
    text: 'if (await seesWith(apiKey, known)) return;',
    instead: 'if ((await seesWith(apiKey, known)) || !isOpen) return;',
    nearest: ['submit/account/approve-key'],
  },
  {
    guards: 'an open submit is not claimed anew for the account of another key',
    text: 'if (!isOpen) throw new UnprovenKeyError(account, next);',
    instead: 'throw new UnprovenKeyError(account, next);',
    nearest: ['submit/account/approve-key'],
  },
  {
    guards: 'a key claims for the account of a job only if it sees that job',
    text: 'claimant: isSeen ? {',
    instead: 'claimant: known !== undefined ? {',
    nearest: ['submit/account/proven-claimant'],
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
