import type { TimeLine } from './time-line.ts';

/** What an account bears, and how long its jobs take. Unit of time: ms. */
export interface AccountRules {
  /** Jobs that the service takes at once. */
  cap: number;
  /** The cap from a number of jobs on, where it changes. */
  later?: { cap: number; jobs: number };
  /** Submits that it takes in any second. */
  perSecond?: number;
  /** Submits that it takes in a minute, by its clock. */
  perMinute?: number;
  /** The numbers of the submits, from 1, that it refuses for no reason that would come again. */
  strays?: readonly number[];
  /** From when to when it refuses all submits. */
  shutMs?: readonly [number, number];
  /** The shortest and the longest job. */
  lastsMs: readonly [number, number];
  /** What a 429 asks for; undefined where it says nothing. */
  retryAfterMs: number | undefined;
  /** What lies between two looks at a job. */
  looksMs: number;
  /** From a submit to its answer. */
  answersMs: number;
}

/** A shot: what is sent, until it has a job, and what is looked at then. */
export interface Line {
  /** When a look sees that its job is over. */
  seenMs: number | undefined;
}

export interface Account {
  rules: AccountRules;
  counts: { submits: number; refusals: number; jobs: number; workMs: number; mostInFlight: number };
  /** Sends a line: resolves with whether a job was made; otherwise it is a 429. Without a job it may be sent again. */
  submit(line: Line): Promise<boolean>;
}

/** The service, as one account meets it: it takes so many jobs at once, and refuses the rest. */
export function createAccount(
  { after, clock }: TimeLine,
  rules: AccountRules,
  random: () => number,
): Account {
  const { answersMs, lastsMs, looksMs } = rules;
  const counts = { submits: 0, refusals: 0, jobs: 0, workMs: 0, mostInFlight: 0 };
  const isOverRate = rateOf(rules);
  let inFlight = 0;
  function isRefused(): boolean {
    const { cap, later, shutMs: [fromMs, toMs] = [0, 0], strays = [] } = rules;
    const capNow = later !== undefined && counts.jobs >= later.jobs ? later.cap : cap;
    if (strays.includes(counts.submits) || inFlight >= capNow) return true;
    const nowMs = clock.monotonicMs();
    return (nowMs >= fromMs && nowMs < toMs) || isOverRate(nowMs);
  }
  function arrive(line: Line): boolean {
    counts.submits += 1;
    if (isRefused()) {
      counts.refusals += 1;
      return false;
    }
    inFlight += 1;
    counts.jobs += 1;
    counts.mostInFlight = Math.max(counts.mostInFlight, inFlight);
    const runsMs = lastsMs[0] + random() * (lastsMs[1] - lastsMs[0]);
    counts.workMs += runsMs;
    after(runsMs, () => {
      inFlight -= 1;
    });
    line.seenMs = clock.monotonicMs() + answersMs / 2 + Math.ceil(runsMs / looksMs) * looksMs;
    return true;
  }
  return {
    rules,
    counts,
    async submit(line) {
      await clock.sleep(answersMs / 2);
      const isAccepted = arrive(line);
      await clock.sleep(answersMs / 2);
      return isAccepted;
    },
  };
}

const minuteMs = 60_000;

/** Whether a submit is more than a rate bears, asked for each that nothing else refuses. */
function rateOf({ perMinute, perSecond }: AccountRules): (nowMs: number) => boolean {
  /** When the last submits were taken, as many as it takes in a second. */
  const takenMs: number[] = [];
  let minute = { place: 0, taken: 0 };
  return (nowMs) => {
    const place = Math.floor(nowMs / minuteMs);
    if (place !== minute.place) minute = { place, taken: 0 };
    if (minute.taken === perMinute) return true;
    if (perSecond !== undefined && takenMs.length === perSecond && nowMs < (takenMs[0] ?? 0) + 1_000)
      return true;
    minute.taken += 1;
    takenMs.push(nowMs);
    takenMs.splice(0, takenMs.length - (perSecond ?? 0));
    return false;
  };
}
