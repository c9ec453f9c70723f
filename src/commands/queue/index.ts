/** The subcommands of `genctl queue`, as rows of the command table. */
export const queueCommands = {
  status: {
    summary: 'show its lines, workers and limit',
    load: async () => (await import('./status.ts')).queueStatusCommand,
  },
  pause: {
    summary: 'stop workers from taking more lines; their jobs keep running',
    load: async () => (await import('./pause.ts')).queuePauseCommand,
  },
  resume: {
    summary: 'let workers take lines again',
    load: async () => (await import('./resume.ts')).queueResumeCommand,
  },
  limit: {
    summary: 'set how many jobs may run at once; auto finds the limit',
    load: async () => (await import('./limit.ts')).queueLimitCommand,
  },
  retry: {
    summary: 'put failed lines into the queue again',
    load: async () => (await import('./retry.ts')).queueRetryCommand,
  },
  drain: {
    summary: 'remove lines that no worker holds',
    load: async () => (await import('./drain.ts')).queueDrainCommand,
  },
} as const;
