import { peakMib, type RunPlace, type Usage, usageOf } from './measured.ts';

/** A row: a command, and what it is measured against. */
export interface Row {
  name: string;
  words: readonly string[];
  place?: RunPlace;
  /** The name of the row that it is divided by. */
  of?: string;
  goal?: string;
}

/** The mean of the middle half. A slow spell does not move it, and whole milliseconds, which bash tells, come out as parts of one. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const quarter = values.length >> 2;
  const half = sorted.slice(quarter, values.length - quarter);
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

export function line(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(44)}${cells.map((cell) => cell.padStart(11)).join('')}\n`;
}

/**
 * Measures rows in interleaved rounds, and prints them. Ratios are taken pair by pair, so that a slow spell of the machine touches
 * both sides; one round before them is not counted.
 */
export async function printRows(title: string, rows: readonly Row[], rounds: number): Promise<void> {
  const usages = new Map<string, Usage[]>(rows.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1)
    for (const { name, words, place } of rows) {
      const usage = await usageOf(words, place);
      if (round >= 0) usages.get(name)?.push(usage);
    }
  process.stdout.write(`\n${line(title, 'CPU ms', 'wall ms', 'CPU ratio', 'goal', 'peak MiB')}`);
  for (const { name, words, place, of, goal = '' } of rows) {
    const own = usages.get(name) ?? [];
    const others = usages.get(of ?? '') ?? [];
    const ratios = own.map(({ cpuMs }, round) => cpuMs / (others[round]?.cpuMs ?? Number.NaN));
    const cells = [
      middle(own.map(({ cpuMs }) => cpuMs)).toFixed(1),
      middle(own.map(({ wallMs }) => wallMs)).toFixed(1),
      of === undefined ? '' : middle(ratios).toFixed(2),
      goal,
      (await peakMib(words, place))?.toFixed(0) ?? '',
    ];
    process.stdout.write(line(name, ...cells).replace(/\n$/, of === undefined ? '\n' : `  of ${of}\n`));
  }
}
