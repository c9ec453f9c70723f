/**
 * What can't be run on one machine: many lines, many machines, one account, on a time line of its own. Pace, gate, shared limit and
 * shared pauses are the program's; service and queue are simulated. Prints tables; asserts nothing.
 *
 *     npx tsx test/bench/many-machines.ts [lines] [processes] [kind]
 *
 * What the store of the queue bears is scaled from what test/bench/queue-store.ts measures.
 */
import { type Outcome, type Scenario, simulate } from './simulation/simulate.ts';

const [linesGiven, processesGiven, ...kindsGiven] = process.argv.slice(2);
const lines = Number(linesGiven ?? 1_000_000);
const processes = Number(processesGiven ?? 200);
const dayMs = 86_400_000;

/** A line of the queue, as test/bench/queue-store.ts has measured it. */
const measured = { commandsPerLine: 44, waitingBytes: 1_700, cpuMs: 2.9 };
/** Each line that is held has its lock renewed, at half of its time. Unit: s. */
const renewsSeconds = 15;
/** Lines that the feeder keeps waiting in the queue. */
const window = 20_000;

const kinds = {
  pictures: { lastsMs: [5_000, 20_000], retryAfterMs: 5_000, looksMs: 2_000 },
  videos: { lastsMs: [60_000, 300_000], retryAfterMs: 10_000, looksMs: 5_000 },
} as const satisfies Record<string, Pick<Scenario, 'lastsMs' | 'retryAfterMs' | 'looksMs'>>;

/** Time until a process that was killed is there again. Unit: ms. */
const downMs = { shards: 300_000, queue: 60_000 } as const satisfies Record<Scenario['way'], number>;

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

function cellsOf({ crashes, overIdeal, refusals, tookMs }: Outcome): string[] {
  const share = ((refusals / lines) * 100).toFixed(2);
  return [(tookMs / dayMs).toFixed(2), overIdeal.toFixed(3), `${share} %`, String(crashes)];
}

/** What the queue's store bears meanwhile. What is done leaves it as soon as the feeder has it on disk. */
function storeCells(cap: number, tookMs: number): string[] {
  const perSecond = lines / (tookMs / 1_000);
  const commands = perSecond * measured.commandsPerLine + cap / renewsSeconds;
  const bytes = (Math.min(window, lines) + cap) * measured.waitingBytes;
  return [commands.toFixed(0), (bytes / 1e6).toFixed(0), ((perSecond * measured.cpuMs) / 1_000).toFixed(2)];
}

for (const way of ['queue', 'shards'] as const)
  for (const [kind, jobs] of Object.entries(kinds)) {
    if (kindsGiven.length > 0 && !kindsGiven.includes(kind)) continue;
    const isQueue = way === 'queue';
    process.stdout.write(`\n${way}: ${lines} ${kind}, ${processes} processes, each killed once a day\n\n`);
    print([
      'cap',
      'days',
      'time ÷ ideal',
      '429s',
      'killed',
      ...(isQueue ? ['commands/s', 'MB', 'cores'] : []),
    ]);
    print(Array.from({ length: isQueue ? 8 : 5 }, () => '---:'));
    for (const cap of [25, 100, 1_000, 10_000]) {
      const crashes = { everyMs: dayMs / processes, downMs: downMs[way] };
      const outcome = await simulate({
        lines,
        processes,
        way,
        cap,
        slots: 100,
        answersMs: 100,
        crashes,
        ...jobs,
      });
      print([String(cap), ...cellsOf(outcome), ...(isQueue ? storeCells(cap, outcome.tookMs) : [])]);
    }
  }
