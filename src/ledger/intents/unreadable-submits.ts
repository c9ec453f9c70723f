import { basename, dirname } from 'node:path';
import { accountRelation } from '../../account/rules/claim-account.ts';
import { lookThenForget } from '../../api/trouble/call-words.ts';
import { MachineError } from '../../errors/endings.ts';
import { genctl, type Hint, hintLines, say } from '../../errors/hint.ts';
import { shellQuote } from '../../text/shell-quote.ts';
import type { Intent, JobRecord } from '../record.ts';
import type { LedgerJobs } from '../records/jobs.ts';
import { keyFileName } from '../records/read.ts';
import { isKeyReusable, type StandingClaim } from './claims.ts';
import { type DamagedClaim, damagedClaim } from './damaged-claims.ts';
import type { IntentPlace, IntentPlaces } from './intent-places.ts';
import {
  closeFiles,
  type DamagedQuery,
  damagedFilesIn,
  isSettledIn,
  mayBe,
  readRemains,
  type UnreadableIntent,
} from './unreadable-intents.ts';

/** A submit whose intent can't be read. */
export interface UnreadableSubmit {
  intent: UnreadableIntent;
  /** Its job, where a record has its key: then nothing is lost. */
  record: JobRecord | undefined;
  /** True if one of its files is open under the name of another key: closed, it would take the other submit with it. */
  isElsewhere: boolean;
  /** The steps of a person. */
  mend: Hint;
}

export interface SubmitsPlace {
  /** The ledger's folder. */
  folder: string;
  places: IntentPlaces;
  jobs: Pick<LedgerJobs, 'records'>;
  /** Notes the job of its intent under its key. */
  recordJob(record: JobRecord): Promise<unknown>;
}

/** The submits of a ledger whose intents can't be read. */
export function openUnreadableSubmits({ folder, jobs, places, recordJob }: SubmitsPlace) {
  /** The job of an intent. One that is noted under its key elsewhere is of another account, which used the same key. */
  async function ownJob(intent: UnreadableIntent): Promise<JobRecord | undefined> {
    // Its file may be all that tells of the submit whose key it holds.
    if (isOpenElsewhere(intent)) return undefined;
    const record = await recordedJobOf(intent, jobs);
    const noted = record?.intent == null ? undefined : places.whereSettled(record.intent);
    const isOwn =
      noted === undefined || intent.paths.some((path) => dirname(dirname(path)) === dirname(noted.keys.path));
    return isOwn ? record : undefined;
  }
  return {
    async list(query: DamagedQuery): Promise<UnreadableSubmit[]> {
      const submits: UnreadableSubmit[] = [];
      for (const place of places.all())
        for (const intent of damagedFilesIn(place, query)) {
          const record = await ownJob(intent);
          if (record !== undefined || !isSettledIn(place, intent)) submits.push(submitOf(intent, record));
        }
      return submits;
    },
    async close({ intent, record }: UnreadableSubmit): Promise<void> {
      if (record?.intent != null) {
        await recordJob(record);
        // Without its note the key would be free, and what it led to is paid for.
        if (isKeyReusable(record.intent) && places.whereSettled(record.intent) === undefined) return;
      }
      // The note that was written by now has the name of the damaged one.
      const place = places.all().find((one) => isIn(one, intent));
      const left = place && damagedClaim(place, intent.name, { isReusable: true });
      if (left !== undefined) closeFiles(left, folder);
    },
  };
}

/** Tells whether the files of a damaged claim are in a place. */
function isIn({ keys, open }: IntentPlace, { paths }: DamagedClaim): boolean {
  return paths.some((path) => [keys.path, open.path].includes(dirname(path)));
}

function submitOf(intent: UnreadableIntent, record: JobRecord | undefined): UnreadableSubmit {
  return { intent, record, isElsewhere: isOpenElsewhere(intent), mend: mendOfUnreadable(intent) };
}

/** Tells whether an open file of a submit holds the key of another one that may have been sent. */
function isOpenElsewhere({ misnamed }: Pick<UnreadableIntent, 'misnamed'>): boolean {
  return misnamed.some(({ path }) => basename(dirname(path)) === 'open');
}

/** The job of an intent that can't be read, as far as the records of jobs tell. All jobs are searched by their facts. */
async function recordedJobOf(
  intent: UnreadableIntent,
  { records }: Pick<LedgerJobs, 'records'>,
): Promise<JobRecord | undefined> {
  const jobs = records({
    limit: 1,
    where: ({ key }) => key !== null && keyFileName(key) === intent.name,
    matches: ({ intent: made }) => made !== null && mayBe(intent, made),
  });
  for await (const record of jobs) return record;
  return undefined;
}

/** The claim that a damaged one stands for, where its job is known. Otherwise throws MachineError: it may have been sent. */
export async function standingOfDamaged(
  claim: DamagedClaim,
  wanted: Pick<Intent, 'account' | 'base_url' | 'key_source' | 'profile'>,
  jobs: Pick<LedgerJobs, 'records'>,
): Promise<StandingClaim> {
  const unreadable = readRemains(claim);
  const record = await recordedJobOf(unreadable, jobs);
  const { intent } = record ?? {};
  const relation = intent == null ? 'other' : accountRelation(intent, wanted);
  if (intent == null || relation === 'other') throw unreadableError(unreadable);
  return { claimed: false, intent, record, relation };
}

/** The steps of a person for a submit whose claim can't be read. A file under the name of another key is moved back to its own. */
function mendOfUnreadable({ key, misnamed }: UnreadableIntent): Hint {
  if (misnamed.length === 0) return say`to look for its job: ${genctl`jobs`}; ${lookThenForget(key)}`;
  return hintLines(
    misnamed.map(
      (file) =>
        `a file was renamed; it holds the key ${file.key}: mv ${shellQuote(file.path)} ${shellQuote(file.ownPath)}`,
    ),
  );
}

/** The error for a submit whose claim can't be read. */
function unreadableError(intent: UnreadableIntent): MachineError {
  const { key, paths } = intent;
  return new MachineError({
    code: 'intent_torn',
    message: `genctl can't read what the key ${key} was used for`,
    why: `${paths.join('\n')}\nIt may have been sent, and then its job may be paid for; nothing was sent now.`,
    hint: mendOfUnreadable(intent),
    retryable: false,
    idempotencyKey: key,
  });
}
