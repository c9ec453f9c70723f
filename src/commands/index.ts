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
    submit: one('submit an image or video job; -w or -D follows it', () => import('./submit.ts')),
    status: one('print the current state of jobs, without waiting', () => import('./status.ts')),
    wait: one('wait until jobs end; the exit code says how they ended', () => import('./wait.ts')),
    cancel: one('cancel unfinished jobs, which are then not charged', () => import('./cancel.ts')),
    models: one('list the models, or show what one takes', () => import('./models.ts')),
    draft: one('render a 480p draft, or several takes of it', () => import('./draft.ts')),
    finalize: one('make the 1080p final of a draft', () => import('./finalize.ts')),
    refs: one('like submit, but the service prepares the references first', () => import('./refs.ts')),
  }),
  ...underHeading(
    'More:',
    {
      download: one('download the files of finished jobs', () => import('./download.ts')),
      sync: one('download every finished file that is not here yet', () => import('./sync.ts')),
      jobs: {
        ...one('list the jobs of this machine, newest first', () => import('./jobs.ts')),
        commands: {
          prune: one('remove the records of jobs that ended long ago', () => import('./jobs/prune.ts')),
        },
      },
      gallery: one('write an HTML page to compare takes and finals', () => import('./gallery.ts')),
      batch: one('render many shots from a file: JSONL, CSV or TXT', () => import('./batch.ts')),
      rerun: one('submit an earlier request again, changed by flags', () => import('./rerun.ts')),
      compose: one(
        'answer questions to build a request; genctl alone starts it',
        () => import('./compose.ts'),
      ),
      costs: one('add up what was charged: by day, model, profile or batch', () => import('./costs.ts')),
      show: one(
        'print the request, state, charge and files of jobs; --diff, --open',
        () => import('./show.ts'),
      ),
      doctor: one('check this machine, account and service; suggest fixes', () => import('./doctor.ts')),
      auth: {
        summary: 'accounts: login, list, use, set, status, logout',
        commands: {
          login: one('add an account: its base URL, then its key', () => import('./auth/login.ts')),
          list: one('list the accounts', () => import('./auth.ts'), 'list'),
          use: one('make an account the default', () => import('./auth.ts'), 'use'),
          set: one(
            'set a field of an account: model, commands, budget.day, budget.month',
            () => import('./auth/set.ts'),
          ),
          status: one('print the account in use, and try its key', () => import('./auth.ts'), 'status'),
          logout: one('remove an account and its key', () => import('./auth.ts'), 'logout'),
        },
      },
      config: {
        summary: 'settings: list, get, set, unset, path, prices',
        commands: {
          list: one(
            'list the settings; --show-origin adds where each comes from',
            () => import('./config.ts'),
            'list',
          ),
          get: one('print one setting', () => import('./config.ts'), 'get'),
          set: one('change one setting', () => import('./config/set.ts'), 'set'),
          unset: one('reset one setting to its default', () => import('./config/set.ts'), 'unset'),
          path: one('print the folder with settings, ledger and cache', () => import('./config.ts'), 'path'),
          prices: one('check the price list, or write one to fill in', () => import('./config.ts'), 'prices'),
        },
      },
      sandbox: {
        summary: 'the embedded service: serve, reset, info',
        commands: {
          serve: one('serve it over HTTP on loopback', () => import('./sandbox/serve.ts')),
          reset: one(
            'forget its jobs and refill its balance',
            () => import('./sandbox/embedded.ts'),
            'reset',
          ),
          info: one(
            'its prices and limits, and how to make a job fail',
            () => import('./sandbox/embedded.ts'),
            'info',
          ),
        },
      },
      help: one(
        'help on a command, or on exit-codes, environment, json, routes, skill',
        () => import('./help.ts'),
      ),
    },
    ['compose', 'costs', 'doctor', 'auth', 'config', 'sandbox', 'help'],
  ),
  ...underHeading(
    advancedHeading,
    {
      worker: one('render lines of batches from a queue', () => import('./worker.ts')),
      queue: {
        summary: 'the queue of an account: status, pause, resume, limit, retry, drain',
        commands: {
          status: one('show its lines, workers and limit', () => import('./queue.ts'), 'status'),
          pause: one(
            'stop workers from taking more lines; their jobs keep running',
            () => import('./queue.ts'),
            'pause',
          ),
          resume: one('let workers take lines again', () => import('./queue.ts'), 'resume'),
          limit: one(
            'set how many jobs may run at once; auto finds the limit',
            () => import('./queue.ts'),
            'limit',
          ),
          retry: one('put failed lines into the queue again', () => import('./queue.ts'), 'retry'),
          drain: one('remove lines that no worker holds', () => import('./queue.ts'), 'drain'),
        },
      },
      recover: one('settle submits whose answer never arrived', () => import('./recover.ts')),
      api: one('GET a path of the service with the account’s key', () => import('./api.ts')),
      upload: one('upload files, and print their links', () => import('./upload.ts')),
      completion: one(
        'print the completion script of a shell: bash, zsh, fish',
        () => import('./completion.ts'),
      ),
    },
    'all',
  ),
};

/** Those of `seldom` have their names alone in the short help. */
function underHeading(
  heading: string,
  rows: Record<string, CommandRow>,
  seldom: readonly string[] | 'all' = [],
): Record<string, CommandRow> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      { ...row, heading, isSeldom: seldom === 'all' || seldom.includes(name) },
    ]),
  );
}

/** A command that is the `command` of its file, or one of several there. */
function one<Name extends string = 'command'>(
  summary: string,
  load: () => Promise<Record<NoInfer<Name>, Command>>,
  name = 'command' as Name,
) {
  return { summary, load: async (): Promise<Command> => (await load())[name] };
}
