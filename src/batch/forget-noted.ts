import { resolve } from 'node:path';
import { originOf, profileOfClaim } from '../account/rules/claim-account.ts';
import { forgetLine } from '../api/trouble/call-words.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl, say } from '../errors/hint.ts';
import { openLogReader } from '../files/append-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { sandboxOrigins } from '../text/base-url.ts';
import { isoTime } from '../text/iso-time.ts';
import { openJournal } from './journal/journal.ts';
import { journalRelation } from './journal/journal-account.ts';
import { journalFailure } from './journal/journal-failure.ts';
import { type JournalOwner, journalAccount } from './journal/journal-header.ts';
import { lookForKey } from './journal/read-journal.ts';
import { requestOf, type ShotMemory } from './journal/shot-memory.ts';
import { isWholeLine } from './journal/torn-end.ts';

/**
 * Closes a submit in the journal of a batch. Throws UsageError where this machine knows its job, and as {@link forgetSend} does; CliError
 * where the account at hand has no key.
 */
export async function forgetNoted(
  context: RequestMeans,
  ledger: Pick<Ledger, 'records'>,
  { journal, key }: { journal: string; key: string },
): Promise<ForgottenSend> {
  for await (const { id } of ledger.records({ limit: 1, where: (job) => job.key === key }))
    throw hasJob(key, id);
  const account = await context.account();
  const { baseUrl } = account;
  return forgetSend(resolve(context.around.workingFolder, journal), key, {
    ...profileOfClaim(await context.claimantOf(account)),
    origin: originOf(baseUrl),
    account: journalAccount({ baseUrl, apiKey: await context.keyOf(account) }),
    sameAccount: context.globals.yes,
    nowMs: context.clock.nowMs,
  });
}

function hasJob(key: string, id: string): UsageError {
  return new UsageError({
    code: 'send_answered',
    message: `the submit with the key ${JSON.stringify(key.slice(0, 80))} made a job`,
    why: `This machine knows it as ${id}.`,
    hint: genctl`status ${id}`,
    jobId: id,
    idempotencyKey: key,
  });
}

/** The account that closes a send in a journal, and the time. */
interface SendForgetting extends Pick<JournalOwner, 'account' | 'home' | 'origin' | 'profile'> {
  /** True if a person vouches that a journal of another key is of this account. */
  sameAccount: boolean;
  nowMs(): number;
}

/** A send that was closed. */
interface ForgottenSend {
  batch: string;
  shot: string;
  /** ISO 8601. */
  sentAt: string;
}

/**
 * Notes in the journal of a batch that a request which may have been sent made no job. A person looked for the job with the service
 * and found none. The line of that request is new again wherever the journal is read; nothing else in it changes.
 *
 * @param path Of the journal, absolute.
 * @throws UsageError where there is no such journal, it is of another service or account, or knows of no open request with that key; else
 *   as {@link openJournal} does.
 */
async function forgetSend(
  path: string,
  key: string,
  { nowMs, sameAccount, ...closer }: SendForgetting,
): Promise<ForgottenSend> {
  const { header, owners, shot } = await lookedThrough(path, key);
  if (header === undefined || shot === undefined) throw unknownSend(path, key);
  if (header.origin !== closer.origin) throw otherService(path, key, header.origin);
  if (journalRelation(owners, closer) === 'other' && !sameAccount) throw otherKey(path, key);
  const { batch, shard, genctl, manifest_sha256, defaults } = header;
  const place = { path, owner: { batch, shard, ...closer }, sameAccount: true };
  const opened = await openJournal(place, { nowMs });
  try {
    const memory = requestOf(opened.find(shot), key);
    if (memory === undefined) throw unknownSend(path, key);
    if (memory.job !== undefined || memory.over !== undefined) throw answeredSend(path, shot, memory);
    // Nothing is rendered here, so that what the last run began with still holds.
    await opened.begin({ genctl, manifest_sha256, defaults });
    const over = { status: 'refused', cost_usd: null, code: 'forgotten', at: isoTime(nowMs()) };
    await opened.own.append({ event: 'over', shot, key, ...over });
    return { batch, shot, sentAt: memory.sent_at };
  } finally {
    await opened.close();
  }
}

async function lookedThrough(path: string, key: string) {
  try {
    const log = await openLogReader(path, isWholeLine);
    if (log === undefined) throw noJournal(path);
    try {
      return await lookForKey(log, path, key);
    } finally {
      await log.close();
    }
  } catch (error) {
    throw journalFailure(path, error);
  }
}

function noJournal(path: string): UsageError {
  return new UsageError({
    code: 'journal_missing',
    message: `there is no journal ${path}`,
    why: 'A batch keeps it beside its manifest, as FILE.NAME.genctl.ndjson.',
    hint: 'give --journal the path that the batch names',
  });
}

function unknownSend(path: string, key: string): UsageError {
  return new UsageError({
    code: 'send_unknown',
    message: `no line of the journal ${path} was sent with the key ${JSON.stringify(key.slice(0, 80))}`,
    why: 'The journal of another batch, or of another shard, may know it.',
    hint: 'run the batch again: it names the key of each line that is uncertain',
    idempotencyKey: key,
  });
}

function answeredSend(path: string, shot: string, { job, over }: ShotMemory): UsageError {
  return new UsageError({
    code: 'send_answered',
    message: `the journal ${path} knows what became of ${JSON.stringify(shot)}`,
    why: job === undefined ? `It made no job: ${over?.code ?? over?.status}.` : `It made ${job}.`,
    hint: job === undefined ? 'run the batch again: it sends the line' : genctl`status ${job}`,
    jobId: job,
  });
}

function otherService(path: string, key: string, origin: string): UsageError {
  return new UsageError({
    code: 'journal_of_other_service',
    message: `the journal ${path} is of another service`,
    why: `Its submits went to ${JSON.stringify(origin.slice(0, 200))}.`,
    hint: say`${forgetLine(key, path)} ${origin === sandboxOrigins.api ? '--sandbox' : '--profile NAME'}`,
    idempotencyKey: key,
  });
}

function otherKey(path: string, key: string): UsageError {
  return new UsageError({
    code: 'journal_of_other_account',
    message: `the journal ${path} was written with another API key`,
    why: 'Only the account that sent a request can show its job.',
    hint: 'use the key of that account; if only its key was changed, add --yes',
    idempotencyKey: key,
  });
}
