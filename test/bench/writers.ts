import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../src/ledger/ledger.ts';
import { built } from './built-script.ts';
import { line } from './table.ts';

const processes = 16;
const each = 50;
const all = processes * each;

/**
 * Many processes that write into one home at once, half of it names that all of them want: how long that takes, and what is lost.
 * Beside it the same number of values kept by conf, without names. Throws where the ledger lost any, or gave a name twice.
 */
export async function benchWriters(folder: string): Promise<void> {
  process.stdout.write(
    `\n${line(`${processes} processes × ${each} writes`, 'wall ms', 'lost', 'named twice')}`,
  );
  const ledger = await written('ledger', join(folder, 'writers'));
  const kept = openLedger({ folder: join(folder, 'writers'), nowMs: Date.now, warn: () => {} });
  const lost = all - (await kept.list()).length;
  const twice = ledger.got - each;
  if (lost !== 0 || twice !== 0)
    throw new Error(`${lost} jobs of ${all} are lost, ${twice} names given twice`);
  process.stdout.write(line('genctl', ledger.wallMs.toFixed(0), '0', '0'));
  const conf = await written('conf', join(folder, 'conf'));
  const values = JSON.parse(readFileSync(join(folder, 'conf/config.json'), 'utf8')) as object;
  const gone = all - Object.keys(values).length;
  process.stdout.write(line('conf', conf.wallMs.toFixed(0), String(gone), ''));
}

/** Has them write, all at once. `got` is how many shared names they got between them. */
async function written(kind: 'conf' | 'ledger', folder: string): Promise<{ got: number; wallMs: number }> {
  const script = await built('write-home');
  const workers = Array.from({ length: processes }, (_, own) =>
    fork(script, [kind, folder, String(own), String(each)]),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const begunMs = performance.now();
  const got = await Promise.all(workers.map(told));
  return { got: got.reduce((sum, one) => sum + one, 0), wallMs: performance.now() - begunMs };
}

async function told(worker: ChildProcess): Promise<number> {
  const answer = once(worker, 'message') as Promise<[number]>;
  const ended = once(worker, 'exit') as Promise<[number]>;
  worker.send('begin');
  const [[got], [code]] = await Promise.all([answer, ended]);
  if (code !== 0) throw new Error(`A writer ended with ${code}`);
  return got;
}
