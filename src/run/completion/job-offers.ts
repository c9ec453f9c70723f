import { join } from 'node:path';
import { jobColumnNames } from '../../follow/words/job-column-names.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { openMonths } from '../../ledger/records/months.ts';
import { type NameKind, namesNoted } from '../../ledger/records/names-log.ts';
import { newestRecords } from '../../ledger/records/newest-records.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { askedFields, promptText } from '../../service/body/asked-fields.ts';
import { isOver } from '../../service/lifecycle.ts';
import { limits } from '../../service/limits.ts';
import { ownText } from '../../text/json-object.ts';
import type { Offer } from './line-place.ts';

/** How many jobs are offered, and how many are read where only some of them fit. */
const offered = 40;
const lookedAt = 200;

type IsOffered = (record: JobRecord) => boolean;

/** `@last` and the newest jobs of a ledger, newest first, with their state and prompt beside them. */
export function jobOffers(ledger: string, typed: string): Offer[] {
  return offersOf(ledger, typed, undefined);
}

/** As `jobOffers`, of jobs that have not ended, as far as is known here. */
export function unfinishedOffers(ledger: string, typed: string): Offer[] {
  return offersOf(ledger, typed, ({ job }) => !isOver(job));
}

/** The newest drafts that a final can be made from; `@last` is one of them where that is what is typed. */
export function draftOffers(ledger: string, typed: string, nowMs: number): Offer[] {
  const offers = offersOf(ledger, typed, (record) => isDraft(record) && mayHaveFinal(record, nowMs));
  return offers.filter(({ word }) => typed !== '' || word !== '@last');
}

function offersOf(ledger: string, typed: string, isOffered: IsOffered | undefined): Offer[] {
  const isAlias = typed.startsWith('@');
  const limit = isAlias ? 1 : isOffered === undefined ? offered : lookedAt;
  const looked = newestRecords(ledger, { idPrefix: isAlias ? '' : typed, limit });
  const records = isOffered === undefined ? looked : looked.filter(isOffered).slice(0, offered);
  const [newest] = looked;
  // Only without a typed beginning is the first record the newest of all.
  const hasLast = newest !== undefined && newest === records[0] && (isAlias || typed === '');
  const last = hasLast ? [{ word: '@last', says: sayJob(newest, looked) }] : [];
  return [...last, ...records.map((record) => ({ word: record.id, says: sayJob(record, looked) }))];
}

/** Describes a job. A final is described by its draft's prompt, where the draft is among the others. */
function sayJob({ intent, job }: JobRecord, others: readonly JobRecord[]): string {
  const draft = intent?.draft_of == null ? undefined : others.find(({ id }) => id === intent.draft_of);
  const words = promptText(bodyOf(draft?.intent)) ?? promptText(bodyOf(intent));
  return `${job.status}: ${words ?? intent?.model ?? job.model ?? ''}`.replace(/: $/, '');
}

/** A quick test whether a job is a draft; the real rule would read the whole body. */
function isDraft({ intent }: JobRecord): boolean {
  return askedFields(bodyOf(intent)).draft === true;
}

/** Tells whether a draft succeeded, or goes on, and is not too old. @see service document §3 */
function mayHaveFinal({ job }: JobRecord, nowMs: number): boolean {
  if (!isOver(job)) return true;
  const ageMs = nowMs - Date.parse(job.completed_at ?? '');
  return job.status === 'succeeded' && !(ageMs > limits.draftValiditySeconds * 1_000);
}

function bodyOf(intent: JobRecord['intent'] | undefined): unknown {
  return intent == null ? undefined : tryReadJson(intent.body);
}

/** The names of batches or of tags that a ledger has jobs of, those of the newest month first. No record is read for them. */
export function notedOffers(ledger: string, kind: Exclude<NameKind, 'alias'>): Offer[] {
  const months = openMonths(join(ledger, 'done'), () => {});
  const names = months
    .names()
    .map(months.folderOf)
    .flatMap((folder) => [...namesNoted(folder, { kind })].reverse());
  return [...new Set(names.map(({ name }) => name))].map((word) => ({ word, says: '' }));
}

/** The names of tags, and behind a name the values that the newest jobs have of it. */
export function tagOffers(ledger: string, typed: string): Offer[] {
  const [name = '', value] = typed.split('=', 2);
  if (value === undefined) return notedOffers(ledger, 'tag');
  const records = newestRecords(ledger, { idPrefix: '', limit: lookedAt });
  const values = records.flatMap(({ intent }) => ownText(intent?.tags, name) ?? []);
  return [...new Set(values)].map((one) => ({ word: `${name}=${one}`, says: '' }));
}

/** The columns that a list parted by commas does not have yet, each behind what is typed of it. */
export function columnOffers(typed: string): Offer[] {
  const given = typed.split(',').slice(0, -1);
  return jobColumnNames
    .filter((name) => !given.includes(name))
    .map((name) => ({ word: [...given, name].join(','), says: '' }));
}
