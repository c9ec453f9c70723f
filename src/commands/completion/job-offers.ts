import { tryReadJson } from '../../rules/json/read-json.ts';
import { askedFields, promptText } from '../../rules/request/asked-fields.ts';
import { inheritedRequest } from '../../rules/request/inherited-request.ts';
import { newestRecords } from '../../store/ledger/newest-records.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { Offer } from './offer.ts';

/** How many jobs are offered, and how many are read where only some of them fit. */
const offered = 40;
const lookedAt = 200;

/** `@last` and the newest jobs of a ledger, newest first, with their state and prompt beside them. */
export function jobOffers(ledger: string, typed: string): Offer[] {
  const idPrefix = typed.startsWith('@') ? '' : typed;
  const records = newestRecords(ledger, { idPrefix, limit: typed.startsWith('@') ? 1 : offered });
  const [newest] = records;
  // Only without a typed beginning is the first record the newest of all.
  const last =
    newest === undefined || idPrefix !== '' ? [] : [{ word: '@last', says: sayJob(newest, records) }];
  return [...last, ...records.map((record) => ({ word: record.id, says: sayJob(record, records) }))];
}

/** The newest drafts that a final can be made from. */
export function draftOffers(ledger: string, typed: string): Offer[] {
  return newestRecords(ledger, { idPrefix: typed, limit: lookedAt })
    .filter((record) => isDraft(record) && !['failed', 'canceled', 'expired'].includes(record.job.status))
    .slice(0, offered)
    .map((record) => ({ word: record.id, says: sayJob(record, []) }));
}

/** Describes a job. A final is described by its draft's prompt, where the draft is among the others. */
function sayJob({ intent, job }: JobRecord, others: readonly JobRecord[]): string {
  const draft = intent?.draft_of == null ? undefined : others.find(({ id }) => id === intent.draft_of);
  const request = bodyOf(intent);
  const words = promptText(draft === undefined ? request : inheritedRequest(request, bodyOf(draft.intent)));
  return `${job.status}: ${words ?? intent?.model ?? job.model ?? ''}`.replace(/: $/, '');
}

/** A quick test whether a job is a draft; the real rule would read the whole body. */
function isDraft({ intent }: JobRecord): boolean {
  return askedFields(bodyOf(intent)).draft === true;
}

function bodyOf(intent: JobRecord['intent']): unknown {
  return intent === null ? undefined : tryReadJson(intent.body);
}
