/** The subcommands of `genctl queue`, as rows of the command table. */
export const queueCommands = {
  status: {
    summary: 'show its lines, its workers and its limit',
    load: async () => (await import('./status.ts')).queueStatusCommand,
  },
  pause: {
    summary: 'have workers take no further lines; their jobs go on',
    load: async () => (await import('./pause.ts')).queuePauseCommand,
  },
  resume: {
    summary: 'have workers take lines again',
    load: async () => (await import('./resume.ts')).queueResumeCommand,
  },
  limit: {
    summary: 'set how many jobs may be in flight, or have that found out: auto',
    load: async () => (await import('./limit.ts')).queueLimitCommand,
  },
  retry: {
    summary: 'put a line that did not succeed in again',
    load: async () => (await import('./retry.ts')).queueRetryCommand,
  },
  drain: {
    summary: 'take out the lines that no worker holds',
    load: async () => (await import('./drain.ts')).queueDrainCommand,
  },
} as const;
