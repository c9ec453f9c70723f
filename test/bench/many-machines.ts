/**
 * What can't be run on one machine: many lines, many machines, one account, on a time line of its own. Pace, gate, shared limit and
 * shared pauses are the program's; service and queue are simulated. Prints tables; asserts nothing.
 *
 *     npx tsx test/bench/many-machines.ts [lines] [processes] [queue|shards|both] [cap,…]
 *
 * What the store of the queue bears is scaled from what test/bench/queue-store.ts measures.
 */
import { type Outcome, type Scenario, simulate } from './simulation/simulate.ts';

type Way = Scenario['way'];

const [linesGiven = '1000000', processesGiven = '200', wayGiven = 'both', capsGiven = '25,100,1000,10000'] =
  process.argv.slice(2);
const lines = Number(linesGiven);
const processes = Number(processesGiven);
const dayMs = 86_400_000;

/** A line of the queue, as test/bench/queue-store.ts has measured it. */
const measured = { commandsPerLine: 94, waitingBytes: 2_400, cpuMs: 1.3 };
/** Each line that is held has its lock renewed, at half of its time. Unit: s. */
const renewsSeconds = 15;
/** What a worker asks that has nothing to do: whether there is a line, and the limit. */
const idlePerSecond = 12;
/** Lines that the feeder keeps waiting in the queue. */
const window = 2_000;

const kinds = {
  pictures: { lastsMs: [5_000, 20_000], retryAfterMs: 5_000, looksMs: 2_000 },
  videos: { lastsMs: [60_000, 300_000], retryAfterMs: 10_000, looksMs: 5_000 },
} as const satisfies Record<string, Pick<Scenario, 'lastsMs' | 'retryAfterMs' | 'looksMs'>>;

/** Time until a process that was killed is there again. Unit: ms. */
const downMs = { shards: 300_000, queue: 60_000 } as const satisfies Record<Way, number>;
const caps = capsGiven.split(',').map(Number);
const columns = ['cap', 'hours', 'time ÷ ideal', '429s', 'killed', 'lines/s'];
const storeColumns = ['commands/s', 'MB', 'cores'];

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

function cellsOf({ crashes, overIdeal, refusals, tookMs }: Outcome): string[] {
  const hours = (tookMs / 3_600_000).toFixed(1);
  const refused = `${((refusals / lines) * 100).toFixed(2)} %`;
  return [hours, overIdeal.toFixed(3), refused, String(crashes), perSecond(tookMs).toFixed(2)];
}

function perSecond(tookMs: number): number {
  return lines / (tookMs / 1_000);
}

/** What the queue's store bears meanwhile. What is done leaves it as soon as the feeder has it on disk. */
function storeCells(cap: number, { tookMs }: Outcome): string[] {
  const commands =
    perSecond(tookMs) * measured.commandsPerLine + cap / renewsSeconds + processes * idlePerSecond;
  const bytes = (Math.min(window, lines) + cap) * measured.waitingBytes;
  const cores = (perSecond(tookMs) * measured.cpuMs) / 1_000;
  return [commands.toFixed(0), (bytes / 1e6).toFixed(0), cores.toFixed(2)];
}

async function printTable(way: Way, kind: keyof typeof kinds): Promise<void> {
  const all = way === 'queue' ? [...columns, ...storeColumns] : columns;
  process.stdout.write(`\n${way}: ${lines} ${kind}, ${processes} processes, each killed once a day\n\n`);
  print(all);
  print(all.map(() => '---:'));
  const crashes = { everyMs: dayMs / processes, downMs: downMs[way] };
  for (const cap of caps) {
    const how = { lines, processes, way, cap, crashes, slots: 100, answersMs: 100 };
    const outcome = await simulate({ ...how, ...kinds[kind] });
    print([String(cap), ...cellsOf(outcome), ...(way === 'queue' ? storeCells(cap, outcome) : [])]);
  }
}

for (const way of ['queue', 'shards'] as const)
  for (const kind of ['pictures', 'videos'] as const)
    if (['both', way].includes(wayGiven)) await printTable(way, kind);
