/** How an attempt came out that brought no usable answer, or one that ends the matter. */
export type AttemptOutcome =
  /** The request did not leave this machine, or not wholly: no name, no connection, no TLS. */
  | 'never-reached'
  /** It may have arrived: reset, silence, a cut or alien answer. */
  | 'unknown'
  /** 408, 425, 500, 502, 504 and every other 5xx but 503. */
  | 'server-error'
  /** 503, which the refs route documents as harmless. */
  | 'unavailable'
  /** 429. */
  | 'rate-limited'
  /** 402, or a 429 that names the balance. */
  | 'balance'
  /** 409 to a submit that an earlier send of its own may have brought there, and whose job may be in the making. */
  | 'in-progress'
  /** 409 to a submit whose key another machine may be using for the same request at this moment. */
  | 'key-in-use'
  /** An HTML page as a 4xx, or as a 2xx to a request that starts nothing: a gateway, firewall or portal has answered. */
  | 'page'
  /** A 4xx with JSON in none of the service's shapes, as gateways write it. */
  | 'other-json'
  /** A 4xx that is empty or plain text: a gateway may have answered, or the service itself. */
  | 'bare'
  /** A 2xx or 3xx that is not the answer that was asked for, to a request that starts nothing. */
  | 'unreadable'
  /** Any other answer: it stands. */
  | 'other';

export type RetryRoute =
  | 'submitJob'
  | 'submitTask'
  | 'submitRefs'
  | 'poll'
  | 'cancel'
  | 'models'
  | 'download'
  | 'store'
  | 'credentials';

/**
 * The reaction to an outcome. `open`: the service may have started a job that genctl knows nothing of. A caller that gives up must
 * then say that the outcome is unknown.
 */
type Reaction = 'repeat' | 'repeat, open' | 'stop' | 'stop, open';

interface RetryRow {
  reactions: Record<AttemptOutcome, Reaction>;
  /** The first one included. */
  attemptsMost: number;
  /** From the first attempt to the start of the last. Unit: ms. */
  elapsedMsMost: number;
  /** True if the caller's deadline alone is the limit, where it has one. */
  untilDeadline: boolean;
}

const repeatAll = {
  'never-reached': 'repeat',
  unknown: 'repeat',
  'server-error': 'repeat',
  unavailable: 'repeat',
  'rate-limited': 'repeat',
  balance: 'stop',
  'in-progress': 'stop',
  'key-in-use': 'stop',
  page: 'repeat',
  'other-json': 'repeat',
  bare: 'repeat',
  unreadable: 'repeat',
  other: 'stop',
} as const satisfies Record<AttemptOutcome, Reaction>;

const sendOnce = {
  ...repeatAll,
  unknown: 'stop, open',
  'server-error': 'stop, open',
  unavailable: 'stop, open',
  page: 'stop, open',
  'other-json': 'stop, open',
  bare: 'stop',
} as const;

const sixTries = { attemptsMost: 6, elapsedMsMost: 30_000, untilDeadline: false };

/** The retries of each route. Routes without an idempotency key on the wire never repeat what may have arrived. */
export const retryTable = {
  submitJob: {
    reactions: {
      ...repeatAll,
      unknown: 'repeat, open',
      'server-error': 'repeat, open',
      unavailable: 'repeat, open',
      'in-progress': 'repeat, open',
      'key-in-use': 'repeat',
      page: 'repeat, open',
      'other-json': 'repeat, open',
      bare: 'repeat, open',
    },
    ...sixTries,
  },
  submitTask: { reactions: sendOnce, ...sixTries },
  submitRefs: { reactions: { ...sendOnce, unavailable: 'repeat' }, ...sixTries },
  poll: { reactions: repeatAll, ...sixTries, untilDeadline: true },
  // A job that may be canceled already is looked at before it is canceled again.
  cancel: { reactions: repeatAll, ...sixTries },
  models: { reactions: repeatAll, attemptsMost: 4, elapsedMsMost: 30_000, untilDeadline: false },
  download: { reactions: repeatAll, attemptsMost: 6, elapsedMsMost: 60_000, untilDeadline: false },
  // A part may take minutes by itself, so the attempts alone are counted.
  store: { reactions: repeatAll, attemptsMost: 6, elapsedMsMost: 30 * 60_000, untilDeadline: false },
  // A command waits for them before anything is under way.
  credentials: { reactions: repeatAll, attemptsMost: 3, elapsedMsMost: 10_000, untilDeadline: false },
} as const satisfies Record<RetryRoute, RetryRow>;

/** Longest time that anyone is asked to wait before the next attempt; past it the command stops. Unit: ms. */
export const retryWaitMsMost = 24 * 60 * 60 * 1000;

/** How long a key in use is asked for again: past it, another body has it, or nobody knows what became of it. Unit: ms. */
export const keyInUseMsMost = 30_000;

/** How long a call goes on while nothing but unverified answers comes. Unit: ms. */
export const unverifiedMsMost = 60_000;

/** How many attempts a single look or list makes while nothing but unverified answers comes. */
const unverifiedLooksMost = 3;

/** Tells whether an answer is unverified: something between genctl and the service may have sent it. */
export function isUnverified(outcome: AttemptOutcome): boolean {
  return ['page', 'other-json', 'bare', 'unreadable'].includes(outcome);
}

/** Tells whether a request may have reached the service though it brought no answer. */
export function mayHaveArrived(outcome: AttemptOutcome): boolean {
  return isUnverified(outcome) || ['unknown', 'server-error', 'unavailable'].includes(outcome);
}

/** Tells whether an answer says that the key of a submit is in use, and may not be for long. */
export function isKeyInUse(outcome: AttemptOutcome): boolean {
  return outcome === 'key-in-use' || outcome === 'in-progress';
}

const backoffMs = { least: 100, first: 500, most: 30_000 } as const;

export interface EndedAttempt {
  route: RetryRoute;
  outcome: AttemptOutcome;
  /** How many attempts have ended so, this one included; 429s are counted apart from the rest. */
  attempt: number;
  /**
   * Since the first attempt, time spent on 429s left out; for a 429, the time spent on those; for a key in use, since it was
   * first said to be; for an unverified answer, since the first of those in a row. Unit: ms.
   */
  elapsedMs: number;
  /** The longer of header and body; after a 429 the pause of the account, where that is longer still. Unit: ms. */
  retryAfterMs: number | undefined;
  /** In [0, 1). */
  random: () => number;
  /**
   * The time that the caller has left: to its deadline, or of the waiting it permits for a 429. Unit: ms. For a 429, and on a route
   * that goes on to the deadline, it replaces the row's own limits. Elsewhere the narrower counts.
   */
  leftMs?: number | undefined;
}

export type NextAttempt = { retry: true; delayMs: number } | { retry: false };

/**
 * Decides whether to try again, and when. Full jitter on a doubling wait. A Retry-After is honoured in full. Where there is not
 * that much time left, there is no next attempt: it is never undercut.
 */
export function nextAttempt(ended: EndedAttempt): NextAttempt {
  const row: RetryRow = retryTable[ended.route];
  if (!row.reactions[ended.outcome].startsWith('repeat')) return { retry: false };
  if (isKeyInUse(ended.outcome)) return nextWithin(keyInUseMsMost, ended);
  if (isUnverified(ended.outcome)) return nextAfterUnverified(ended);
  const callerDecides = ended.leftMs !== undefined && (row.untilDeadline || ended.outcome === 'rate-limited');
  const leftMs = Math.min(
    ended.leftMs ?? Number.POSITIVE_INFINITY,
    callerDecides ? Number.POSITIVE_INFINITY : row.elapsedMsMost - ended.elapsedMs,
    retryWaitMsMost,
  );
  if (!callerDecides && ended.attempt >= row.attemptsMost) return { retry: false };
  const delayMs = Math.max(backoffDelayMs(ended.attempt, ended.random), ended.retryAfterMs ?? 0);
  return delayMs <= leftMs ? { retry: true, delayMs } : { retry: false };
}

/** Single looks and lists, for which somebody waits, are repeated a few times; waits, cancels and submits for a minute. */
function nextAfterUnverified(ended: EndedAttempt): NextAttempt {
  const { attempt, elapsedMs, leftMs = Number.POSITIVE_INFINITY, retryAfterMs = 0, route } = ended;
  const isWait = route === 'poll' && ended.leftMs !== undefined;
  const isSingle = route === 'models' || (route === 'poll' && !isWait);
  if (isSingle && attempt >= unverifiedLooksMost) return { retry: false };
  // It is not the service that asks for a longer pause, so a wait looks once more when the minute is over.
  const askedMs = isWait ? Math.min(retryAfterMs, unverifiedMsMost - elapsedMs) : retryAfterMs;
  const next = nextWithin(unverifiedMsMost, { ...ended, retryAfterMs: askedMs });
  return next.retry && next.delayMs > Math.min(leftMs, retryWaitMsMost) ? { retry: false } : next;
}

/** Permits any number of attempts within a time; the last one is made when that time is up. */
function nextWithin(
  mostMs: number,
  { attempt, elapsedMs, random, retryAfterMs = 0 }: EndedAttempt,
): NextAttempt {
  const leftMs = mostMs - elapsedMs;
  if (leftMs <= 0 || retryAfterMs > leftMs) return { retry: false };
  const delayMs = Math.max(backoffDelayMs(attempt, random), retryAfterMs);
  return { retry: true, delayMs: Math.min(delayMs, leftMs) };
}

/** A random time up to a limit that doubles with each attempt (counted from 1). Unit: ms. */
export function backoffDelayMs(attempt: number, random: () => number): number {
  const most = Math.min(backoffMs.first * 2 ** (attempt - 1), backoffMs.most);
  return Math.round(Math.max(backoffMs.least, random() * most));
}

/** Tells whether, after this outcome, the service may have started something that genctl can't name. */
export function leavesOpen(route: RetryRoute, outcome: AttemptOutcome): boolean {
  const row: RetryRow = retryTable[route];
  return row.reactions[outcome].endsWith('open');
}

/** Tells whether a request of a route is never sent again once it may have arrived. */
export function isSentOnce(route: RetryRoute): boolean {
  const row: RetryRow = retryTable[route];
  return row.reactions.unknown.startsWith('stop') && startsJobs(route);
}

/** Tells whether giving up on a route can leave a job behind that nobody knows of. */
export function startsJobs(route: RetryRoute): boolean {
  return jobStarting.has(route);
}

// Every request asks this several times.
const jobStarting: ReadonlySet<string> = new Set(
  Object.entries<RetryRow>(retryTable).flatMap(([route, { reactions }]) =>
    Object.values<Reaction>(reactions).some((reaction) => reaction.endsWith('open')) ? [route] : [],
  ),
);

/** The outcome that a status stands for; whether it names the balance is for the reader of its body to say. */
export function outcomeOfStatus(status: number): AttemptOutcome {
  if (status === 429) return 'rate-limited';
  if (status === 402) return 'balance';
  if (status === 503) return 'unavailable';
  return status === 408 || status === 425 || status >= 500 ? 'server-error' : 'other';
}
