import { chargedAtMs, chargeOf, isChargeUnknown } from '../../service/charge.ts';
import { isOver, isTerminal } from '../../service/lifecycle.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { serviceOrigin } from '../../text/base-url.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { JobRecord } from '../record.ts';
import type { Tags } from '../rules/tags.ts';

/** The facts that a search or a sum asks of a job. They are a few words, where its record may have 100,000. */
export interface JobFacts {
  id: string;
  /** Unit: ms since 1970. */
  recordedAtMs: number;
  profile: string;
  /** The origin of its service: one profile may be of several. */
  origin: string;
  route: RequestRoute;
  /** Null where neither the service nor the request says. */
  model: string | null;
  status: string;
  isOver: boolean;
  /** When the service made it; null where it does not say. Unit: ms since 1970. */
  createdAtMs: number | null;
  /** The time from then to its end; null where one of them is not known. Unit: ms. */
  tookMs: number | null;
  /** When this machine sent it first; null for a job that was looked up by its id alone. Unit: ms since 1970. */
  sentAtMs: number | null;
  /** When it was charged, as far as that is known. Unit: ms since 1970. */
  chargedAtMs: number;
  /** Null where it is not known, and for a job that is free. Unit: USD. */
  costUsd: number | null;
  /** True if a look at the job may still tell what it cost. */
  isChargeUnknown: boolean;
  /** The idempotency key of its intent; null for a job that was looked up by its id alone. */
  key: string | null;
  /** The fingerprint of the account that submitted it. */
  account: string | null;
  /** The name of the batch that it is of. */
  batch: string | null;
  /** The name that it was submitted under one time. */
  once: string | null;
  /** False where it is no draft. Of the others the request tells, by the rules of its model. */
  mayBeDraft: boolean;
  /** The words of `--tag`; null for nothing. */
  tags: Tags | null;
}

export function factsOf(record: JobRecord): JobFacts {
  const { base_url, id, intent, job, profile, recorded_at, route } = record;
  const createdAtMs = Date.parse(job.created_at ?? '');
  return {
    id,
    recordedAtMs: Date.parse(recorded_at),
    profile,
    origin: serviceOrigin(base_url),
    route,
    model: job.model ?? intent?.model ?? null,
    status: job.status,
    isOver: isOver(job),
    createdAtMs: knownMs(createdAtMs),
    tookMs: knownMs(Date.parse(job.completed_at ?? '') - createdAtMs),
    sentAtMs: intent === null ? null : Date.parse(intent.first_sent_at ?? intent.created_at),
    chargedAtMs: chargedAtMs(job, recorded_at),
    costUsd: chargeOf(job) ?? null,
    isChargeUnknown: isChargeUnknown(job),
    key: intent?.idempotency_key ?? null,
    account: intent?.account ?? null,
    batch: intent?.batch?.name ?? null,
    once: intent?.once ?? null,
    mayBeDraft: mayBeDraft(record),
    tags: intent?.tags ?? null,
  };
}

/** Tells whether nothing of it changes any more: its state is final, and its charge is known, or never told. */
export function isSettled({ isChargeUnknown, route, status }: JobFacts): boolean {
  return isTerminal(status) && !(isChargeUnknown && requestRoutes[route].tellsCharge);
}

/** JSON has no number for a time that is not known. */
function knownMs(ms: number): number | null {
  return Number.isNaN(ms) ? null : ms;
}

/**
 * A body is one line of JSON, so a draft of this machine has these very words in it; within a prompt their quotes would be escaped.
 * On v1 the vendor may say it, too. @see service document §2.8, §3
 */
function mayBeDraft({ intent, raw }: JobRecord): boolean {
  return intent?.body.includes('"draft":true') === true || ownValue(objectOf(raw), 'draft') === true;
}
