import { type ClaimAccount, originOf } from '../../account/rules/claim-account.ts';
import { forgetLine } from '../../api/trouble/call-words.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { MachineError, UsageError } from '../../errors/endings.ts';
import { type Hint, hintLines, say } from '../../errors/hint.ts';
import type { UnreadableSubmit } from '../../ledger/intents/unreadable-submits.ts';
import type { JobsBesides } from '../../ledger/job-document.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { Recovered } from '../recover.ts';

type UnreadableLedger = Pick<Ledger, 'closeUnreadable' | 'unreadable'>;

/** The unreadable submits of a ledger: those whose jobs are recorded, settled now, and those that may be lost. */
interface UnreadableSubmits {
  settled: Recovered[];
  open: UnreadableSubmit[];
}

/** Settles the submits whose intents can't be read where a record has their job. Nothing is sent. */
export async function settleUnreadable(ledger: UnreadableLedger, key?: string): Promise<UnreadableSubmits> {
  const settled: Recovered[] = [];
  const open: UnreadableSubmit[] = [];
  for (const submit of await ledger.unreadable(key, { readsNotes: key === undefined })) {
    const { record } = submit;
    if (record?.intent == null) open.push(submit);
    else {
      await ledger.closeUnreadable(submit);
      settled.push({ kind: 'settled', intent: record.intent, record: { ...record, replayed: true } });
    }
  }
  return { settled, open };
}

/** The account that closes submits by hand. */
interface ClosingAccount {
  /** Undefined where there is none with a key. */
  claimant: ClaimAccount | undefined;
  /** True closes those of other accounts as well. */
  ofAnyAccount: boolean;
}

/**
 * Closes the submits of a key that can't be read, without asking the service: a person has looked for their jobs. Throws UsageError for
 * one that still shows another account.
 */
export async function forgetUnreadable(
  ledger: UnreadableLedger,
  open: readonly UnreadableSubmit[],
  { claimant, ofAnyAccount }: ClosingAccount,
): Promise<void> {
  for (const { intent, isElsewhere, mend } of open)
    if (isElsewhere) throw underAnotherName(intent, mend);
    else if (claimant !== undefined && !ofAnyAccount && isOfAnother(intent, claimant))
      throw ofAnother(intent);
  for (const submit of open) await ledger.closeUnreadable(submit);
}

type Unreadable = UnreadableSubmit['intent'];

/** The file may be all that tells of the other submit, which may have been sent as well. */
function underAnotherName(intent: Unreadable, mend: Hint): UsageError {
  const keys = intent.misnamed.map(({ key }) => key);
  return new UsageError({
    code: 'intent_misnamed',
    message: `The file of the submit with the key ${JSON.stringify(intent.key.slice(0, 80))} holds another submit`,
    why: `${intent.paths.join('\n')}\nThe key in it is ${keys.join(', ')}. Nothing was closed.`,
    hint: mend,
    idempotencyKey: intent.key,
  });
}

function isOfAnother({ remains }: Unreadable, claimant: ClaimAccount): boolean {
  const { account, base_url, profile } = remains;
  if (base_url !== undefined && originOf(base_url) !== originOf(claimant.base_url)) return true;
  if (account !== undefined) return account !== claimant.account && profile !== claimant.profile;
  return profile !== undefined && profile !== claimant.profile;
}

function ofAnother({ key, remains }: Unreadable): UsageError {
  const { base_url = 'a service that it does not show', profile = 'a profile that it does not show' } =
    remains;
  return new UsageError({
    code: 'intent_of_another_account',
    message: `The damaged submit with the key ${JSON.stringify(key.slice(0, 80))} belongs to another account`,
    why: `It was for ${base_url}, by the account ${profile}.`,
    hint: say`${forgetLine(key)} --profile ${profile}; or --yes, if that key is gone`,
    idempotencyKey: key,
  });
}

/** A damaged submit in words: `the submit under the key g1-… (vendor-a/image-1 of 2026-11-27T00:56:13.128Z)`. */
export function unreadableWords({ key, remains: { created_at, model, once } }: Unreadable): string {
  const shown = [
    [model, created_at].filter((word) => word !== undefined).join(' of '),
    ...(once === undefined ? [] : [`once ${once}`]),
  ].filter((words) => words !== '');
  return safeLine(`the submit under the key ${key}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`);
}

export function unreadableSubmitOf({
  intent: { key, paths, remains },
}: UnreadableSubmit): NonNullable<JobsBesides['unreadable_submits']>[number] {
  const { created_at = null, first_sent_at = null, model = null, once = null, profile = null } = remains;
  return { idempotency_key: key, profile, model, created_at, first_sent_at, once, files: [...paths] };
}

/** The error for submits that can't be read. They may have been sent, and only a person can look for their jobs. */
export function unreadableError(open: readonly UnreadableSubmit[]): CliError | undefined {
  const [first] = open;
  if (first === undefined) return undefined;
  return new MachineError({
    code: 'intent_torn',
    message: `${counted(open.length, 'submit')} of this ledger can’t be read, and may have been sent`,
    why: open.flatMap(({ intent }) => intent.paths).join('\n'),
    hint: hintLines(open.map(({ mend }) => mend)),
    retryable: false,
    idempotencyKey: first.intent.key,
  });
}
