/** How many jobs an account may have in flight, as far as its answers have told. The service names no number. */
export interface InFlight {
  /** How many jobs may be in flight; while it is in doubt, `inFlightMost` are. */
  limit: number;
  /** `sought`: no cap was met yet. `found`: 429s have told it. `given`: a person has set it, and nothing changes it. */
  how: 'sought' | 'found' | 'given';
  /** When a submit was last refused, on the monotonic clock. Unit: ms. */
  refusedMs: number;
  /** How many were in flight then; undefined where none was refused. */
  refusedAt: number | undefined;
  /** True if clearly more were taken since. */
  isPassed: boolean;
  /** Submits that made a job since then. */
  acceptedSince: number;
  /** When the limit was cut or raised; while it is in doubt, when the doubt arose. Unit: ms. */
  triedMs: number;
  /** Time from there to the next try. Unit: ms. */
  gapMs: number;
  /** By how much the next try raises it. */
  step: number;
  /** Present where 429s came of a rate. */
  spacing: Spacing | undefined;
}

/** The time between two submits. Unit: ms. */
interface Spacing {
  everyMs: number;
  /** When it was last changed, and how long it stands from there. */
  sinceMs: number;
  gapMs: number;
  /** By how much it was made quicker last; 1 where it was not since the last refusal. */
  quickened: number;
}

/** An event of a submit of an account. */
export type SubmitEvent =
  /** It made a job, which counts as in flight. */
  | { kind: 'accepted' }
  /**
   * It began at that time (on the monotonic clock, in ms), and was answered 429, or held back by the 429 of another one. It does not
   * count as in flight.
   */
  | { kind: 'refused'; beganMs: number }
  /** Its job is of an earlier run, turned out to be in flight, and counts. */
  | { kind: 'adopted' }
  /** It waits for room. */
  | { kind: 'waited' };

/** An event, and when it was, on the monotonic clock. Unit of time: ms. */
export type InFlightEvent = SubmitEvent & {
  /** How many jobs are in flight after it. Submits under way count only as one of them is refused. */
  inFlight: number;
  nowMs: number;
  /** For how long the account holds back. */
  closedForMs: number;
};

/** Jobs that are in flight at first, before an answer has told anything. */
const startsWith = 4;
/** Time to the next try of one more, and what it grows to while that fails. Unit: ms. */
const tryGapMs = { least: 60_000, most: 240_000 } as const;
/** The least of it where nothing is in flight, as others have all that the account bears. Unit: ms. */
const emptyGapMs = 15_000;
/** A try also waits for so many submits for each place of the limit, so that failed ones stay a small share of the lines. */
const acceptedForEach = 6;
/** Time from a try that succeeded to the next one, which raises the limit by twice as many, up to `stepMost`. Unit: ms. */
const growGapMs = 10_000;
/** A cap refuses again after this time; a rate may have been counted by the second. Unit: ms. */
const capAgainMs = 1_000;
/** Jobs end before that is seen here, so that a few more than the cap may seem to be in flight. As a share of those that ended. */
const unseenShare = 1 / 4;
/** A spacing is changed by this factor. It stands for longer after each refusal, and for less after each change that is borne. */
const spacingFactor = 16 / 15;
/** The most that a refusal makes it longer by. */
const slowedMost = 4 / 3;
/** After a change that is borne the next one is its square, up to this. */
const quickenedMost = 6 / 5;
const spacingGapMs = { least: 2_500, first: 10_000, most: 240_000 } as const;

/** `given` is the limit that a person has set. */
export function inFlightAtStart(given?: number): InFlight {
  return {
    limit: given ?? startsWith,
    how: given === undefined ? 'sought' : 'given',
    ...{ refusedMs: Number.NEGATIVE_INFINITY, refusedAt: undefined, isPassed: false, acceptedSince: 0 },
    ...{ triedMs: Number.NEGATIVE_INFINITY, gapMs: tryGapMs.least, step: 1 },
    spacing: undefined,
  };
}

/** How many jobs may be in flight now: after a first refusal, as many as would tell whether it came of a cap. */
export function inFlightMost({ how, isPassed, limit, refusedAt }: InFlight): number {
  return how !== 'sought' || refusedAt === undefined || isPassed
    ? limit
    : Math.min(limit, aboutMost(refusedAt));
}

/** The most that may be the same number, as jobs end before that is seen here. */
function aboutMost(refusedAt: number): number {
  return Math.floor(refusedAt * (1 + unseenShare)) + 1;
}

/**
 * The limit after an event. It grows by one with each success. A single 429 may have come of a rate, or of nothing that would come
 * again, and leaves it. Where as many are refused once more, and more were never in flight meanwhile, it is the account's cap: then
 * the limit is what was in flight, and one more is tried from time to time. A 429 that comes again at another number spaces the submits.
 */
export function afterInFlight(before: InFlight, event: InFlightEvent): InFlight {
  const after = next(before, event);
  return before.how === 'given' ? { ...after, limit: before.limit, how: 'given' } : after;
}

/** When more are tried, if the limit is reached by then; undefined where that is not by time. Unit: ms, monotonic. */
export function nextTryMs(state: InFlight): number | undefined {
  const { acceptedSince, gapMs, how, limit, step, triedMs } = state;
  if (how !== 'found') return undefined;
  if (step > 1) return triedMs + growGapMs;
  return acceptedSince < acceptedForEach * limit ? undefined : triedMs + gapMs;
}

function next(before: InFlight, event: InFlightEvent): InFlight {
  switch (event.kind) {
    case 'accepted':
      return quickened(tried(accepted(before, event), event), event);
    case 'waited':
      return quickened(tried(before, event), event);
    case 'refused':
      return event.beganMs <= before.refusedMs ? foldedIn(before) : refused(before, event);
    case 'adopted':
      // The service bears what it has taken on.
      return { ...before, limit: Math.max(before.limit, event.inFlight) };
  }
}

function accepted(given: InFlight, { inFlight }: InFlightEvent): InFlight {
  const before = { ...given, acceptedSince: given.acceptedSince + 1 };
  const { how, limit, refusedAt, step } = before;
  if (how !== 'found')
    return { ...before, limit: limit + 1, isPassed: before.isPassed || isMore(before, inFlight) };
  if (inFlight <= (refusedAt ?? 0) || inFlight < limit) return before;
  // All of a try have succeeded: there may be room for more, and the next one tries twice as many.
  return {
    ...before,
    ...{ refusedAt: inFlight, gapMs: tryGapMs.least, step: Math.min(step * 2, stepMost(before)) },
  };
}

/** Tells whether clearly more are in flight than were refused, though jobs may have ended that seem to be in flight here. */
function isMore({ acceptedSince, refusedAt }: InFlight, inFlight: number): boolean {
  if (refusedAt === undefined) return false;
  const ended = Math.max(0, refusedAt + acceptedSince - inFlight);
  return inFlight > refusedAt + Math.min(ended, refusedAt) * unseenShare;
}

/**
 * The most that a try may raise the limit by. Machines that share it send what a try lets through at once, before any of them hears of
 * a refusal: all of a try that is too large is refused.
 */
function stepMost({ limit }: InFlight): number {
  return Math.max(8, Math.floor(limit / 128));
}

function tried(before: InFlight, { inFlight, nowMs }: InFlightEvent): InFlight {
  const dueMs = nextTryMs(before);
  if (dueMs === undefined || nowMs < dueMs || inFlight < before.limit) return before;
  return { ...before, limit: before.limit + before.step, triedMs: nowMs };
}

function refused(before: InFlight, { closedForMs, inFlight, nowMs }: InFlightEvent): InFlight {
  const { gapMs, how, isPassed, limit, refusedAt, triedMs } = before;
  const after = {
    ...before,
    ...{ refusedMs: nowMs, refusedAt: inFlight, isPassed: false, acceptedSince: 0, step: 1 },
  };
  const isAgain = refusedAt !== undefined && !isPassed && inFlight >= refusedAt * (1 - unseenShare);
  if (!isCap(before, isAgain, nowMs))
    return { ...after, triedMs: isAgain ? triedMs : nowMs, spacing: spaced(before, inFlight, nowMs) };
  // A limit that falls to none was tried in vain only where it was above what was refused.
  const isTry = inFlight > 0 || limit > (refusedAt ?? 0);
  const failedAgain = how === 'found' && isTry && inFlight <= (refusedAt ?? 0);
  const leastMs = inFlight === 0 ? emptyGapMs : tryGapMs.least;
  return {
    ...{ ...after, limit: inFlight, how: 'found', triedMs: nowMs + closedForMs },
    gapMs: failedAgain ? Math.min(Math.max(gapMs * 2, leastMs), tryGapMs.most) : leastMs,
  };
}

/** Tells whether a refusal comes of a cap. Where a rate is known, it does only if no submit went through after a pause. */
function isCap({ acceptedSince, how, spacing, triedMs }: InFlight, isAgain: boolean, nowMs: number): boolean {
  if (how === 'found' && spacing === undefined) return true;
  return isAgain && nowMs >= triedMs + capAgainMs && (spacing === undefined || acceptedSince === 0);
}

/** A submit that was under way at the last refusal, and counted as in flight then, was refused as well: it tells nothing else. */
function foldedIn(before: InFlight): InFlight {
  const { how, limit, refusedAt } = before;
  return {
    ...before,
    limit: how === 'found' ? Math.max(0, limit - 1) : limit,
    refusedAt: refusedAt === undefined ? undefined : Math.max(0, refusedAt - 1),
  };
}

/**
 * The spacing by what went through between two refusals: that is what a rate bears. It is a rate where more were taken than the
 * first of them found in flight.
 */
function spaced(before: InFlight, inFlight: number, nowMs: number): Spacing | undefined {
  const { acceptedSince, refusedAt = 0, refusedMs, spacing } = before;
  if (acceptedSince === 0 || !Number.isFinite(refusedMs)) return spacing;
  const measuredMs = (nowMs - refusedMs) / acceptedSince;
  const { first, most } = spacingGapMs;
  const slowest = { sinceMs: nowMs, gapMs: first, quickened: 1 };
  if (spacing === undefined)
    return inFlight > aboutMost(refusedAt) ? { ...slowest, everyMs: measuredMs } : undefined;
  const { everyMs, gapMs, quickened, sinceMs } = spacing;
  if (sinceMs > refusedMs)
    // It was borne before it was made quicker.
    return {
      ...slowest,
      everyMs: everyMs * quickened,
      gapMs: Math.min(Math.max(gapMs * 4, first), most),
    };
  // Few submits make the measure too long.
  const slowestMs = Math.min(measuredMs, everyMs * slowedMost);
  return { ...slowest, everyMs: Math.max(everyMs * spacingFactor, slowestMs) };
}

function quickened(before: InFlight, { nowMs }: InFlightEvent): InFlight {
  const { spacing } = before;
  if (spacing === undefined || nowMs < spacing.sinceMs + spacing.gapMs) return before;
  const quickened = Math.min(Math.max(spacing.quickened ** 2, spacingFactor), quickenedMost);
  const gapMs = Math.max(spacing.gapMs / 2, spacingGapMs.least);
  return {
    ...before,
    spacing: { everyMs: spacing.everyMs / quickened, sinceMs: nowMs, gapMs, quickened },
  };
}
