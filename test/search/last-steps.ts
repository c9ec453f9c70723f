import { existsSync } from 'node:fs';
import { lostLedger } from './damage.ts';
import type { History, Step } from './history.ts';
import type { Books, Home } from './judge-books.ts';

/** A line that a person types once all faults are over, if the machine needs it. */
export interface LastStep extends Step {
  isNeeded(): boolean;
}

/** Half-written files of dead processes are removed from then on. Unit: ms. */
const sweptAfterMs = 2 * 3_600_000;

/** The lines that a person types at each machine once all faults are over: nothing is open then, and each record has been seen. */
export function lastSteps(history: History, books: Books): LastStep[] {
  const homes = Array.from({ length: history.homes }, (_, home) => home);
  const isLost = (home: number): boolean => existsSync(lostLedger(books.ground, home));
  const onEach = (words: string[], isNeeded: (home: Home, place: number) => boolean, more = {}): LastStep[] =>
    homes.map((home) => ({
      ...{ home, words, ...more },
      isNeeded: () => isNeeded(books.homes[home] as Home, home),
    }));
  const leavesHalves = mayLeaveHalves(history);
  const damages = history.steps.flatMap(({ damage }) => (isOfLedger(damage) ? [damage] : []));
  const isDamaged = damages.length > 0;
  const hasLost = damages.includes('ledger lost');
  // What was damaged before is damaged once more, now that there are records: the next look has to see each of them.
  const again = (look: number): Pick<Step, 'damage'> => damageBefore(indexDamageAmong(damages, look));
  const pause = leavesHalves ? { pauseMs: sweptAfterMs } : {};
  return [
    ...onEach(
      ['recover'],
      ({ open }, home) => open.length > 0 || isLost(home),
      damageBefore(hasLost ? 'ledger restored' : undefined),
    ),
    ...onEach(['wait', '--all', '--timeout', '20m'], hasUnfinished),
    ...onEach(['sync', '-D', '$WORK/out'], ({ written }) => written.jobs.length > 0, again(0)),
    ...onEach(['costs', '--json'], () => isDamaged || history.budgetUsd !== undefined, again(1)),
    ...onEach(['jobs', '--json', '--limit', '1000'], () => isDamaged, again(2)),
    ...onEach(['doctor', '--json'], () => isDamaged || leavesHalves, { ...again(3), ...pause }),
  ];
}

/** One of the damages to indexes, each in its turn; undefined if there is none. */
function indexDamageAmong(damages: readonly Step['damage'][], turn: number): Step['damage'] {
  const ofIndexes = damages.filter((damage) => typeof damage === 'object' && 'index' in damage);
  return ofIndexes[turn % ofIndexes.length];
}

/** Tells whether runs may have been ended in the middle of a file. The clock of an earlier home is not that of this machine's files. */
export function mayLeaveHalves({ from, steps }: History): boolean {
  return from === undefined && steps.some(({ disk, end }) => (disk ?? end) !== undefined);
}

function isOfLedger(damage: Step['damage']): boolean {
  return typeof damage === 'object' || damage?.startsWith('ledger') === true;
}

function damageBefore(damage: Step['damage']): Pick<Step, 'damage'> {
  return damage === undefined ? {} : { damage };
}

const finished = new Set(['succeeded', 'failed', 'canceled', 'expired']);

function hasUnfinished({ written }: Home): boolean {
  return written.jobs.some(({ job }) => !finished.has(job.status));
}
