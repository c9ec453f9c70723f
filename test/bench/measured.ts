import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The built program, and the Node that runs it: another than this one with GENCTL_BENCH_NODE. */
const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
export const node = process.env.GENCTL_BENCH_NODE ?? process.execPath;

/** Where the output of a command goes. A pipe is read and a terminal is made for it, for both cost what nothing does not. */
export type Stream = 'pipe' | 'terminal';

/** What a command and all that it started used. */
export interface Usage {
  /** Time on the processor, which a machine that does other work disturbs least. Unit: ms. */
  cpuMs: number;
  wallMs: number;
}

export interface RunPlace {
  env?: Readonly<Record<string, string>>;
  stream?: Stream;
  /** The exit code that is expected; 0 unless given. */
  ends?: number;
}

/** A command line of the program. */
export function genctl(...words: readonly string[]): readonly string[] {
  return [node, binary, ...words];
}

/** Whether a program is on the path. */
export function isThere(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));
}

/** Runs a command to its end, timed by bash. Rejects where it ends otherwise than expected. */
export async function usageOf(words: readonly string[], place: RunPlace = {}): Promise<Usage> {
  const timed = ["TIMEFORMAT='usage %3R %3U %3S'", 'time "$@"'].join('\n');
  const said = await run(['bash', '-c', timed, 'bash', ...on(place.stream ?? 'pipe', words)], place);
  const [, wall, user, system] = /usage (\S+) (\S+) (\S+)\s*$/.exec(said) ?? [];
  return { cpuMs: (Number(user) + Number(system)) * 1000, wallMs: Number(wall) * 1000 };
}

/** The most memory that a command held, by GNU time; undefined where that is not there. Unit: MiB. */
export async function peakMib(words: readonly string[], place: RunPlace = {}): Promise<number | undefined> {
  if (!existsSync('/usr/bin/time')) return undefined;
  const said = await run(['/usr/bin/time', '-f', 'peak %M', ...words], place);
  return Number(/peak (\d+)\s*$/.exec(said)?.[1]) / 1024;
}

function on(stream: Stream, words: readonly string[]): readonly string[] {
  if (stream === 'pipe') return words;
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return ['script', '--quiet', '--return', '--command', quoted, '/dev/null'];
}

/** Resolves with what the command wrote on stderr. */
function run([program = '', ...words]: readonly string[], { env, ends = 0 }: RunPlace): Promise<string> {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...usual } = process.env;
  return new Promise((done, fail) => {
    const child = spawn(program, words, {
      // A certificate of one's own adds 32 ms to each start of Node 20 and hides what is measured here.
      env: { ...usual, TERM: 'xterm', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === ends) done(said);
      else fail(new Error(`${words.join(' ')} ended ${code}: ${said}`));
    });
  });
}
