import type { Command } from '../command/define-command.ts';

/**
 * A row of the command table: what help lists, and how to load the command when it is needed. It can run by itself, have
 * subcommands, or both.
 */
export type CommandRow = {
  summary: string;
  /** The heading above it in help. */
  heading?: string;
  /** True if the short help of the program has its name alone. */
  isSeldom?: boolean;
} & (
  | { load: () => Promise<Command>; commands?: Record<string, CommandRow> }
  | { load?: undefined; commands: Record<string, CommandRow> }
);

/** The heading of commands that one needs for many machines, or after a fault. */
export const advancedHeading = 'Advanced:';

/** Every command, in the order of help: the main ones come first. */
export const commandTable = {
  ...underHeading('Commands:', {
    submit: {
      summary: 'submit an image or video job; -w or -D follows it',
      load: async () => (await import('./submit.ts')).submitCommand,
    },
    status: {
      summary: 'print the current state of jobs, without waiting',
      load: async () => (await import('./status.ts')).statusCommand,
    },
    wait: {
      summary: 'wait until jobs end; the exit code says how they ended',
      load: async () => (await import('./wait.ts')).waitCommand,
    },
    cancel: {
      summary: 'cancel unfinished jobs, which are then not charged',
      load: async () => (await import('./cancel.ts')).cancelCommand,
    },
    models: {
      summary: 'list the models, or show what one takes',
      load: async () => (await import('./models.ts')).modelsCommand,
    },
    draft: {
      summary: 'render a 480p draft, or several takes of it',
      load: async () => (await import('./draft.ts')).draftCommand,
    },
    finalize: {
      summary: 'make the 1080p final of a draft',
      load: async () => (await import('./finalize.ts')).finalizeCommand,
    },
    refs: {
      summary: 'like submit, but the service prepares the references first',
      load: async () => (await import('./refs.ts')).refsCommand,
    },
  }),
  ...underHeading('More:', {
    download: {
      summary: 'download the files of finished jobs',
      load: async () => (await import('./download.ts')).downloadCommand,
    },
    sync: {
      summary: 'download every finished file that is not here yet',
      load: async () => (await import('./sync.ts')).syncCommand,
    },
    jobs: {
      summary: 'list the jobs of this machine, newest first',
      load: async () => (await import('./jobs.ts')).jobsCommand,
      commands: {
        prune: {
          summary: 'remove the records of jobs that ended long ago',
          load: async () => (await import('./jobs/prune.ts')).jobsPruneCommand,
        },
      },
    },
    gallery: {
      summary: 'write an HTML page to compare takes and finals',
      load: async () => (await import('./gallery.ts')).galleryCommand,
    },
    batch: {
      summary: 'render many shots from a file: JSONL, CSV or TXT',
      load: async () => (await import('./batch.ts')).batchCommand,
    },
    rerun: {
      summary: 'submit an earlier request again, changed by flags',
      load: async () => (await import('./rerun.ts')).rerunCommand,
    },
    compose: {
      isSeldom: true,
      summary: 'answer questions to build a request; genctl alone starts it',
      load: async () => (await import('./compose.ts')).composeCommand,
    },
    costs: {
      isSeldom: true,
      summary: 'add up what was charged: by day, model, profile or batch',
      load: async () => (await import('./costs.ts')).costsCommand,
    },
    show: {
      summary: 'print the request, state, charge and files of jobs; --diff, --open',
      load: async () => (await import('./show.ts')).showCommand,
    },
    doctor: {
      isSeldom: true,
      summary: 'check this machine, account and service; suggest fixes',
      load: async () => (await import('./doctor.ts')).doctorCommand,
    },
    auth: {
      isSeldom: true,
      summary: 'accounts: login, list, use, set, status, logout',
      commands: {
        login: {
          summary: 'add an account: its base URL, then its key',
          load: async () => (await import('./auth/login.ts')).authLoginCommand,
        },
        list: {
          summary: 'list the accounts',
          load: async () => (await import('./auth.ts')).authListCommand,
        },
        use: {
          summary: 'make an account the default',
          load: async () => (await import('./auth.ts')).authUseCommand,
        },
        set: {
          summary: 'set a field of an account: model, commands, budget.day, budget.month',
          load: async () => (await import('./auth/set.ts')).authSetCommand,
        },
        status: {
          summary: 'print the account in use, and try its key',
          load: async () => (await import('./auth.ts')).authStatusCommand,
        },
        logout: {
          summary: 'remove an account and its key',
          load: async () => (await import('./auth.ts')).authLogoutCommand,
        },
      },
    },
    config: {
      isSeldom: true,
      summary: 'settings: list, get, set, unset, path, prices',
      commands: {
        list: {
          summary: 'list the settings; --show-origin adds where each comes from',
          load: async () => (await import('./config.ts')).configListCommand,
        },
        get: {
          summary: 'print one setting',
          load: async () => (await import('./config.ts')).configGetCommand,
        },
        set: {
          summary: 'change one setting',
          load: async () => (await import('./config/set.ts')).configSetCommand,
        },
        unset: {
          summary: 'reset one setting to its default',
          load: async () => (await import('./config/set.ts')).configUnsetCommand,
        },
        path: {
          summary: 'print the folder with settings, ledger and cache',
          load: async () => (await import('./config.ts')).configPathCommand,
        },
        prices: {
          summary: 'check the price list, or write one to fill in',
          load: async () => (await import('./config.ts')).configPricesCommand,
        },
      },
    },
    sandbox: {
      isSeldom: true,
      summary: 'the embedded service: serve, reset, info',
      commands: {
        serve: {
          summary: 'serve it over HTTP on loopback',
          load: async () => (await import('./sandbox/serve.ts')).sandboxServeCommand,
        },
        reset: {
          summary: 'forget its jobs and refill its balance',
          load: async () => (await import('./sandbox/embedded.ts')).sandboxResetCommand,
        },
        info: {
          summary: 'its prices and limits, and how to make a job fail',
          load: async () => (await import('./sandbox/embedded.ts')).sandboxInfoCommand,
        },
      },
    },
    help: {
      isSeldom: true,
      summary: 'help on a command, or on exit-codes, environment, json, routes, skill',
      load: async () => (await import('./help.ts')).helpCommand,
    },
  }),
  ...underHeading(advancedHeading, {
    worker: {
      isSeldom: true,
      summary: 'render lines of batches from a queue',
      load: async () => (await import('./worker.ts')).workerCommand,
    },
    queue: {
      isSeldom: true,
      summary: 'the queue of an account: status, pause, resume, limit, retry, drain',
      commands: {
        status: {
          summary: 'show its lines, workers and limit',
          load: async () => (await import('./queue.ts')).queueStatusCommand,
        },
        pause: {
          summary: 'stop workers from taking more lines; their jobs keep running',
          load: async () => (await import('./queue.ts')).queuePauseCommand,
        },
        resume: {
          summary: 'let workers take lines again',
          load: async () => (await import('./queue.ts')).queueResumeCommand,
        },
        limit: {
          summary: 'set how many jobs may run at once; auto finds the limit',
          load: async () => (await import('./queue.ts')).queueLimitCommand,
        },
        retry: {
          summary: 'put failed lines into the queue again',
          load: async () => (await import('./queue.ts')).queueRetryCommand,
        },
        drain: {
          summary: 'remove lines that no worker holds',
          load: async () => (await import('./queue.ts')).queueDrainCommand,
        },
      },
    },
    recover: {
      isSeldom: true,
      summary: 'settle submits whose answer never arrived',
      load: async () => (await import('./recover.ts')).recoverCommand,
    },
    api: {
      isSeldom: true,
      summary: 'GET a path of the service with the account’s key',
      load: async () => (await import('./api.ts')).apiCommand,
    },
    upload: {
      isSeldom: true,
      summary: 'upload files, and print their links',
      load: async () => (await import('./upload.ts')).uploadCommand,
    },
    completion: {
      isSeldom: true,
      summary: 'print the completion script of a shell: bash, zsh, fish',
      load: async () => (await import('./completion.ts')).completionCommand,
    },
  }),
};

function underHeading(heading: string, rows: Record<string, CommandRow>): Record<string, CommandRow> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, heading }]));
}
