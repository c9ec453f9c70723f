/** What a caller may do after an exit code: nothing, run the same again, look at the job, or recover. */
export type RunAgain = 'no' | 'yes' | 'see error.code' | 'recover' | '–';

/** Every way the program can end, by name: its number, what it means, and whether to run it again. */
export const exitCodes = {
  done: { code: 0, means: 'done; with waiting: every job succeeded', runAgain: '–' },
  defect: { code: 1, means: 'a defect of genctl', runAgain: '–' },
  usage: {
    code: 2,
    means: 'usage, preflight, a budget, or an unreadable file on the command line: nothing was sent',
    runAgain: 'no',
  },
  unauthorized: { code: 3, means: 'no key, 401 or 403', runAgain: 'no' },
  waitTimedOut: {
    code: 4,
    means:
      'the wait timed out; the job goes on, its id is on stdout (with a download: in the failure on stderr)',
    runAgain: 'yes',
  },
  jobFailed: { code: 5, means: 'the job failed', runAgain: 'see error.code' },
  jobCanceled: { code: 6, means: 'the job was canceled', runAgain: 'see error.code' },
  jobExpired: { code: 7, means: 'the job expired', runAgain: 'see error.code' },
  rateLimited: { code: 8, means: '429, after the permitted waiting', runAgain: 'yes' },
  unreachable: { code: 9, means: 'the service is unreachable or answered 5xx', runAgain: 'yes' },
  refused: {
    code: 10,
    means: 'the service refused the request (400, 409, 413, 422) or broke its contract',
    runAgain: 'no',
  },
  notFound: { code: 11, means: 'no such job or model', runAgain: 'no' },
  mixedEnds: {
    code: 12,
    means:
      'several jobs with different ends, an --exec that failed, or a batch of which a budget left lines unsent',
    runAgain: '–',
  },
  outcomeUnknown: {
    code: 13,
    means: 'a submit whose outcome is unknown; the intent is kept',
    runAgain: 'recover',
  },
  machine: {
    code: 14,
    means: 'this machine: ledger, disk, or a download that is not whole',
    runAgain: 'yes',
  },
  outOfBalance: { code: 15, means: 'out of balance, where the answer names it', runAgain: 'no' },
  hangup: {
    code: 129,
    means: 'SIGHUP; jobs are left running (--on-interrupt cancel: canceled), and the resume line is printed',
    runAgain: 'yes',
  },
  interrupted: {
    code: 130,
    means: 'SIGINT; jobs are left running (--on-interrupt cancel: canceled), and the resume line is printed',
    runAgain: 'yes',
  },
  terminated: {
    code: 143,
    means: 'SIGTERM; jobs are left running (--on-interrupt cancel: canceled), and the resume line is printed',
    runAgain: 'yes',
  },
} as const satisfies Record<string, { code: number; means: string; runAgain: RunAgain }>;

export type ExitName = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[ExitName]['code'];
