import { accountRelation } from '../../account/rules/claim-account.ts';
import { MachineError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import { createHashSet, type HashSet, idHash } from '../../text/id-hash.ts';
import { once } from '../../text/once.ts';
import type { JobFacts } from '../facts/job-facts.ts';
import type { Intent, JobRecord } from '../record.ts';
import type { LedgerJobs } from '../records/jobs.ts';
import { byCertainty, isKeyReusable, type StandingClaim } from './claims.ts';

export type RecordedClaims = ReturnType<typeof openRecordedClaims>;

interface RecordedClaimsParts {
  jobs: Pick<LedgerJobs, 'survey'>;
  findJob: (id: string) => JobRecord | undefined;
}

/**
 * The keys that records of jobs tell of. A key that may be used again has a note with its job; where that was lost, the record stands
 * for it. The index of the records is read once.
 */
export function openRecordedClaims({ findJob, jobs }: RecordedClaimsParts) {
  const keys = once(async (): Promise<Pick<HashSet, 'has' | 'size'>> => {
    const hashes = createHashSet();
    await jobs.survey(undefined, ({ key }) => {
      if (key !== null) hashes.add(idHash(key));
    });
    return hashes;
  });
  /** Read where a note is missing, which hardly ever is so: it takes far more memory than the hashes. */
  const factsOfKeys = once(async () => {
    const ofKeys = new Map<string, JobFacts[]>();
    await jobs.survey(undefined, (facts) => {
      if (facts.key !== null) ofKeys.set(facts.key, [...(ofKeys.get(facts.key) ?? []), facts]);
    });
    return ofKeys;
  });
  return {
    keys,
    /** The claim of an intent's key by its account; always undefined for a random key, which no other request has. */
    async find(wanted: Intent): Promise<StandingClaim | undefined> {
      if (!isKeyReusable(wanted)) return undefined;
      const { idempotency_key: key } = wanted;
      if (!(await keys()).has(idHash(key))) return undefined;
      const facts = (await factsOfKeys()).get(key) ?? [];
      const claims = facts.flatMap(({ id }) => claimBy(findJob(id), wanted) ?? []);
      const claim = byCertainty
        .map((relation) => claims.find((one) => one.relation === relation))
        .find(Boolean);
      if (claim !== undefined) return claim;
      const unread = facts.find((of) => mayBeOf(of, wanted) && findJob(of.id) === undefined);
      if (unread !== undefined) throw recordUnreadable(unread, key);
      return undefined;
    },
  };
}

function claimBy(record: JobRecord | undefined, wanted: Intent): StandingClaim | undefined {
  const { intent } = record ?? {};
  if (record === undefined || intent == null || intent.idempotency_key !== wanted.idempotency_key)
    return undefined;
  const relation = accountRelation(intent, wanted);
  return relation === 'other' ? undefined : { claimed: false, intent, record, relation };
}

/** Tells whether a job whose record can't be read may be of the account of an intent. */
function mayBeOf({ account, profile }: JobFacts, wanted: Intent): boolean {
  return account === null || account === wanted.account || profile === wanted.profile;
}

function recordUnreadable({ id }: JobFacts, idempotencyKey: string): MachineError {
  return new MachineError({
    code: 'intent_torn',
    message: `genctl can't read the job ${id}, which the key ${idempotencyKey} led to`,
    why: 'Its record is damaged, and the note of its key is gone. It may be paid for; nothing was sent now.',
    hint: say`put its record back from a backup; to look at the job: ${genctl`status ${id}`}`,
    retryable: false,
    idempotencyKey,
    jobId: id,
  });
}
