import { execFileSync } from 'node:child_process';

/** Runs a program to its end and gives what it printed; what it says is shown where it fails. Throws Node's error then. */
export function run(
  program: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  return execFileSync(program, words, {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  });
}
