import { dirname } from 'node:path';
import { accountRelation } from '../../account/rules/claim-account.ts';
import { lookThenForget } from '../../api/trouble/call-words.ts';
import { MachineError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import type { Intent, JobRecord } from '../record.ts';
import type { LedgerJobs } from '../records/jobs.ts';
import { keyFileName } from '../records/read.ts';
import type { StandingClaim } from './claims.ts';
import { isKeyReusable } from './claims.ts';
import type { DamagedClaim } from './damaged-claims.ts';
import type { IntentPlaces } from './intent-places.ts';
import {
  closeFiles,
  mayBe,
  readRemains,
  type UnreadableIntent,
  unreadableIn,
  unreadableUnder,
} from './unreadable-intents.ts';

/** A submit whose intent can't be read. */
export interface UnreadableSubmit {
  intent: UnreadableIntent;
  /** Its job, where a record has its key: then nothing is lost. */
  record: JobRecord | undefined;
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
    const record = await recordedJobOf(intent, jobs);
    const noted = record?.intent == null ? undefined : places.whereSettled(record.intent);
    const isOwn =
      noted === undefined || intent.paths.some((path) => dirname(dirname(path)) === dirname(noted.keys.path));
    return isOwn ? record : undefined;
  }
  return {
    async list(key: string | undefined): Promise<UnreadableSubmit[]> {
      const intents = places
        .all()
        .flatMap((place) => (key === undefined ? unreadableIn(place) : unreadableUnder(place, key)));
      const submits: UnreadableSubmit[] = [];
      for (const intent of intents) submits.push({ intent, record: await ownJob(intent) });
      return submits;
    },
    async close({ intent, record }: UnreadableSubmit): Promise<void> {
      if (record?.intent != null) {
        await recordJob(record);
        // Without its note the key would be free, and what it led to is paid for.
        if (isKeyReusable(record.intent) && places.whereSettled(record.intent) === undefined) return;
      }
      closeFiles(intent, folder);
    },
  };
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

/** The error for a submit whose claim can't be read. */
function unreadableError({ key, paths }: UnreadableIntent): MachineError {
  return new MachineError({
    code: 'intent_torn',
    message: `genctl can't read what the key ${key} was used for`,
    why: `${paths.join('\n')}\nIt may have been sent, and then its job may be paid for; nothing was sent now.`,
    hint: say`to look for its job: ${genctl`jobs`}; ${lookThenForget(key)}`,
    retryable: false,
    idempotencyKey: key,
  });
}
