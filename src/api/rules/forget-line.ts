import { genctl, type Hint, hintAnd, type Line } from '../../errors/hint.ts';

/** The command that closes an open submit by hand. `journal` is the path of the one that knows of it, where no ledger here does. */
export function forgetLine(idempotencyKey: string, journal?: string): Line {
  const of = journal === undefined ? [] : ['--journal', journal];
  return genctl`recover --forget ${idempotencyKey} ${of}`;
}

/** A hint for an open submit: what to do first, and then the command that settles it. */
export function thenRecover(hint: Hint | undefined): Hint {
  return hintAnd(hint, '; then: ', genctl`recover`);
}

/** The command that sends an open submit with the current API key. Whoever types it vouches that the account is the same. */
export function sameAccountLine(idempotencyKey: string): Line {
  return genctl`recover --same-account ${idempotencyKey}`;
}
