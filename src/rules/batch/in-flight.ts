/** How many jobs an account may have in flight, as far as its answers have told. The service names no number. */
export interface InFlight {
  /** How many jobs may be in flight. */
  limit: number;
  /** `sought`: nothing was refused yet. `found`: a 429 has told it. `given`: a person has set it, and nothing changes it. */
  how: 'sought' | 'found' | 'given';
  /** When the limit was last cut, on the monotonic clock. Unit: ms. */
  refusedMs: number;
  /** What the limit was cut to then. */
  cutTo: number;
  /** When the limit was last cut, or raised to see whether there is room. Unit: ms. */
  triedMs: number;
  /** Time from there to the next try, once enough submits have succeeded. Unit: ms. */
  gapMs: number;
  /** By how much the next try raises it. */
  step: number;
  /** Submits that made a job since it was last cut. */
  acceptedSince: number;
}

/** What happens to a submit of an account. */
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

/** An event, how many jobs are in flight after it, and when it was, on the monotonic clock. Unit of time: ms. */
export type InFlightEvent = SubmitEvent & { inFlight: number; nowMs: number };

/** Jobs that are in flight at first, before an answer has told anything. */
const startsWith = 4;
/** Time to the next try of one more, and what it grows to while that fails. Unit: ms. */
const tryGapMs = { least: 10_000, most: 60_000 } as const;
/** The same where nothing is in flight, as others have all that the account bears. Unit: ms. */
const emptyGapMs = { least: 15_000, most: 15 * 60_000 } as const;
/** Time from a try that succeeded to the next one, which raises the limit by twice as many, up to `stepMost`. Unit: ms. */
const growGapMs = 10_000;
/** Submits that have to succeed between a 429 and the next try, which keeps refusals a small share of them. */
const acceptedBetween = 56;
/** A try is made after this time nevertheless: where jobs take hours, the next success is far away. Unit: ms. */
const patienceMs = 15 * 60_000;

/** `given` is the limit that a person has set. */
export function inFlightAtStart(given?: number): InFlight {
  return {
    limit: given ?? startsWith,
    how: given === undefined ? 'sought' : 'given',
    refusedMs: Number.NEGATIVE_INFINITY,
    cutTo: 0,
    triedMs: Number.NEGATIVE_INFINITY,
    gapMs: tryGapMs.least,
    step: 1,
    acceptedSince: 0,
  };
}

/**
 * The limit after an event. It grows by one with each success until a 429 says that it is too large; then it is what was in
 * flight, and one more is tried once enough submits have succeeded. A try that succeeds is followed by one of twice as many, up to a
 * small share of the limit, so that room that others leave is soon taken. Simulated, this came within 3 % of the time that the
 * account's cap permits, where halving the limit took 40 % longer.
 */
export function afterInFlight(before: InFlight, event: InFlightEvent): InFlight {
  if (before.how === 'given') return before;
  switch (event.kind) {
    case 'accepted':
      return before.how === 'sought'
        ? { ...before, limit: before.limit + 1 }
        : tried(borne(before, event), event);
    case 'waited':
      return tried(before, event);
    case 'refused':
      return event.beganMs <= before.refusedMs ? foldedIn(before) : cut(before, event);
    case 'adopted':
      // The service bears what it has taken on.
      return { ...before, limit: Math.max(before.limit, event.inFlight) };
  }
}

/** When more are tried, if the limit is reached by then; undefined where that is not by time. Unit: ms, monotonic. */
export function nextTryMs({ acceptedSince, gapMs, how, limit, step, triedMs }: InFlight): number | undefined {
  if (how !== 'found') return undefined;
  if (step > 1) return triedMs + growGapMs;
  const hasEnough = limit === 0 || acceptedSince >= acceptedBetween;
  return triedMs + (hasEnough ? gapMs : Math.max(gapMs, patienceMs));
}

function tried(before: InFlight, { inFlight, nowMs }: { inFlight: number; nowMs: number }): InFlight {
  const dueMs = nextTryMs(before);
  if (dueMs === undefined || nowMs < dueMs || inFlight < before.limit) return before;
  return { ...before, limit: before.limit + before.step, triedMs: nowMs };
}

/** Where all of a try have succeeded, there may be room for more: the next one comes sooner, and tries twice as many. */
function borne(before: InFlight, { inFlight }: { inFlight: number }): InFlight {
  const after = { ...before, acceptedSince: before.acceptedSince + 1 };
  return inFlight > before.cutTo && inFlight >= before.limit
    ? { ...after, cutTo: inFlight, gapMs: tryGapMs.least, step: Math.min(before.step * 2, stepMost(before)) }
    : after;
}

/**
 * The most that a try may raise the limit by. Machines that share it send what a try lets through at once, before any of them hears of
 * a refusal: all of a try that is too large is refused.
 */
function stepMost({ limit }: InFlight): number {
  return Math.max(8, Math.floor(limit / 128));
}

function cut(before: InFlight, { inFlight, nowMs }: { inFlight: number; nowMs: number }): InFlight {
  const gaps = inFlight === 0 ? emptyGapMs : tryGapMs;
  const failedAgain = before.how === 'found' && inFlight <= before.cutTo;
  const gapMs = failedAgain ? Math.min(Math.max(before.gapMs * 2, gaps.least), gaps.most) : gaps.least;
  return {
    ...{ limit: inFlight, how: 'found', refusedMs: nowMs, cutTo: inFlight, triedMs: nowMs },
    ...{ gapMs, step: 1, acceptedSince: 0 },
  };
}

/** A submit that was under way at the last cut, and counted as in flight then, was refused as well: it tells nothing else. */
function foldedIn(before: InFlight): InFlight {
  const limit = Math.max(0, before.limit - 1);
  return { ...before, limit, cutTo: Math.min(before.cutTo, limit) };
}
