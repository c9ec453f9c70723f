import { built, toldBy } from './built-script.ts';
import { isThere, type Usage, usageOf } from './measured.ts';
import { benchModel, queuedJob, startBenchService } from './service.ts';
import { line, middle } from './table.ts';

const count = 20_000;
const lanes = 16;

/** What the client takes for many submits at a time, each checked and read, beside curl, which reads nothing. */
export async function benchSubmits(folder: string, rounds: number): Promise<void> {
  if (!isThere('curl')) return;
  process.stdout.write(`\n${line(`${count} submits, ${lanes} at a time`, 'CPU ms', 'wall ms', 'goal')}`);
  const service = await startBenchService(folder, { jobOf: queuedJob });
  const curl = byCurl(`${service.baseUrl}/v2/jobs`);
  const script = await built('submit-many');
  const [ours, theirs]: [Usage[], Usage[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await toldBy(script, service.baseUrl, String(count), String(lanes)));
      theirs.push(await usageOf(curl));
    }
  } finally {
    service.close();
  }
  const cells = (usages: readonly Usage[]): string[] =>
    (['cpuMs', 'wallMs'] as const).map((of) => middle(usages.map((usage) => usage[of])).toFixed(0));
  const ratio = (of: keyof Usage): string =>
    middle(ours.map((usage, round) => usage[of] / (theirs[round]?.[of] ?? Number.NaN))).toFixed(2);
  process.stdout.write(line('genctl', ...cells(ours)));
  process.stdout.write(line('curl --parallel', ...cells(theirs)));
  process.stdout.write(line('ratio', ratio('cpuMs'), ratio('wallMs'), '≤ 1.75'));
}

function byCurl(url: string): readonly string[] {
  const body = JSON.stringify({ model: benchModel, input: { prompt: 'a fox in the snow' } });
  return [
    ...['curl', '--silent', '--parallel', '--parallel-max', String(lanes), '--output', '/dev/null'],
    ...['-H', 'authorization: Bearer bench', '-H', 'content-type: application/json', '-d', body],
    `${url}?[1-${count}]`,
  ];
}
