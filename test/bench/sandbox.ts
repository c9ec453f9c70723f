/**
 * Costs of the sandbox as a service of its own: many clients, a state that is old, many processes on one state. Prints tables; asserts nothing
 * but that no answer fails and no job is lost. Start it with nothing else running.
 *
 *     npm run bench:sandbox [-- PART …] [MINUTES]
 *
 * PART is load, age or together; all of them unless given.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { submitTogether } from '../system/fixtures/together.ts';
import { benchAge } from './sandbox-age.ts';
import { benchLoad, serve } from './sandbox-load.ts';

const words = process.argv.slice(2);
const minutes = words.map(Number).find((number) => number > 0) ?? 10;
const folder = mkdtempSync(join(tmpdir(), 'genctl-bench-'));

const parts = {
  load: () => benchLoad(join(folder, 'load'), { clients: 200, minutes }),
  age: () => benchAge(folder, 15),
  together: () => benchTogether(join(folder, 'together')),
} as const;

async function benchTogether(home: string): Promise<void> {
  const served = await serve(home, { GENCTL_SANDBOX_SPEED: 'instant' });
  const together = { folder: join(home, 'sandbox'), url: served.url, processes: 16, each: 50 };
  const { doubled, keys, lost, submits, wallMs } = await submitTogether(together);
  await served.stop();
  process.stdout.write(`\n16 processes, ${submits} submits of ${keys} jobs in ${wallMs.toFixed(0)} ms: `);
  process.stdout.write(`${lost} lost, ${doubled} doubled\n`);
  if (lost !== 0 || doubled !== 0) throw new Error('Jobs were lost or doubled.');
}

try {
  for (const [name, part] of Object.entries(parts))
    if (words.every((word) => !Object.hasOwn(parts, word)) || words.includes(name)) await part();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
