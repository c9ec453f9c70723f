/** The step that a caller may take after an exit code: none, run the line again, look at the job, or recover. */
export type RunAgain = 'no' | 'yes' | 'see error.code' | 'recover' | '–';

/** Every way the program can end, by name: its number, what it means, and whether to run it again. */
export const exitCodes = {
  done: { code: 0, means: 'done; with waiting: every job succeeded', runAgain: '–' },
  defect: { code: 1, means: 'a bug in genctl', runAgain: '–' },
  usage: {
    code: 2,
    means:
      'wrong usage, a failed check, a budget, or an unreadable file on the command line; nothing was sent',
    runAgain: 'no',
  },
  unauthorized: { code: 3, means: "no key, or the service's own 401 or 403", runAgain: 'no' },
  waitTimedOut: {
    code: 4,
    means: 'the wait timed out; the job keeps running; its id is on stdout, or in the error',
    runAgain: 'yes',
  },
  jobFailed: { code: 5, means: 'the job failed', runAgain: 'see error.code' },
  jobCanceled: { code: 6, means: 'the job was canceled', runAgain: 'see error.code' },
  jobExpired: { code: 7, means: 'the job expired', runAgain: 'see error.code' },
  rateLimited: { code: 8, means: '429, even after the permitted waiting', runAgain: 'yes' },
  unreachable: { code: 9, means: 'unreachable, 5xx, or something else answered', runAgain: 'yes' },
  refused: {
    code: 10,
    means: 'the service refused the request (400, 409, 413, 422) or redirected it',
    runAgain: 'no',
  },
  notFound: { code: 11, means: 'no such job or model', runAgain: 'no' },
  mixedEnds: {
    code: 12,
    means:
      'several jobs that ended differently, a failed --exec, a batch that a budget stopped, or a film that was not made',
    runAgain: '–',
  },
  outcomeUnknown: {
    code: 13,
    means: 'the service may or may not have started a job; settle it by recover',
    runAgain: 'recover',
  },
  machine: {
    code: 14,
    means: 'this machine: ledger, disk, or an incomplete download',
    runAgain: 'yes',
  },
  outOfBalance: { code: 15, means: 'the balance is too low, where the answer says so', runAgain: 'no' },
  hangup: {
    code: 129,
    means: 'SIGHUP; jobs keep running (--on-interrupt cancel: canceled), and genctl prints how to resume',
    runAgain: 'yes',
  },
  interrupted: {
    code: 130,
    means: 'SIGINT; jobs keep running (--on-interrupt cancel: canceled), and genctl prints how to resume',
    runAgain: 'yes',
  },
  terminated: {
    code: 143,
    means: 'SIGTERM; jobs keep running (--on-interrupt cancel: canceled), and genctl prints how to resume',
    runAgain: 'yes',
  },
} as const satisfies Record<string, { code: number; means: string; runAgain: RunAgain }>;

export type ExitName = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[ExitName]['code'];
