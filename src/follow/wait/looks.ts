import type { CliError } from '../../errors/cli-error.ts';
import type { TaskGroup } from '../../files/task-group.ts';
import { createLanes } from './lanes.ts';
import { givenUp, isOfAccount, type LookOptions, lookOnce } from './look.ts';
import type { WaitEnd, Waiting } from './target.ts';

interface LooksOptions extends LookOptions {
  signal: AbortSignal;
  /** The group that the looks run in. */
  tasks: Pick<TaskGroup, 'start'>;
  settle(one: Waiting, end: WaitEnd): void;
  /** Called when a look is over and its slot is free. */
  onLooked(): void;
}

/** The looks at the jobs that are waited for: those under way, and those that are planned. */
export interface Looks {
  /** How many looks are under way. */
  readonly size: number;
  planFirst(one: Waiting): void;
  /** As in `Lanes`. */
  hasten(one: Waiting): void;
  /** Starts the looks that are due, and ends the wait for those whose time is over. */
  takeTurns(): void;
  /** As in `Lanes`. */
  nextTurnMs(): number | undefined;
}

export function createLooks(options: LooksOptions): Looks {
  const { clock, onLooked, settle, signal, tasks } = options;
  const lanes = createLanes(options);
  let size = 0;

  async function look(one: Waiting): Promise<void> {
    let error: CliError | undefined;
    try {
      const outcome = await lookOnce(one, options, signal);
      error = outcome.kind === 'failed' ? outcome.error : one.tally?.error;
      if (outcome.kind === 'again') lanes.plan(one, outcome);
      else settle(one, outcome);
    } finally {
      size -= 1;
      lanes.looked(one, {
        silent: error?.exit === 'unreachable',
        refusal: isOfAccount(error) ? error : undefined,
      });
      onLooked();
    }
  }
  return {
    get size() {
      return size;
    },
    planFirst(one) {
      const firstMs = one.startedMs + Math.max(0, one.target.firstDelayMs ?? 0);
      lanes.plan(one, { wantedMs: firstMs, allowedMs: firstMs });
    },
    takeTurns() {
      for (const turn of lanes.turns(clock.monotonicMs())) {
        const { one } = turn;
        if (turn.what === 'give up') {
          settle(one, givenUp(one));
        } else if (turn.what === 'refused') {
          settle(one, { kind: 'failed', id: one.target.id, job: one.job, error: turn.error });
        } else {
          size += 1;
          tasks.start(() => look(one));
        }
      }
    },
    hasten: lanes.hasten,
    nextTurnMs: lanes.nextTurnMs,
  };
}
