import type { SandboxPort } from '../../cli/sandbox/sandbox-port.ts';
import type { Environment } from '../../cli/surroundings.ts';

/** The means that completing a word needs from outside. */
export interface CompletionParts {
  environment: Environment;
  workingFolder(): string;
  sandbox: Pick<SandboxPort, 'modelNames' | 'models'>;
  version: string;
  nowMs(): number;
}

/** A word to look up, and its place. */
export interface Asked extends CompletionParts {
  home: string;
  /** The part of it that the line has; of `--model=vendor-b` the part behind the `=`. */
  typed: string;
  /** The words of the command, as `jobs prune`. */
  command: string;
  /** The words before the typed one, without genctl. */
  line: readonly string[];
}

/** The value of a flag on a line, written `--flag value` or `--flag=value`. */
export function flagValue(flag: string, line: readonly string[]): string | undefined {
  const place = line.indexOf(flag);
  if (place !== -1) return line[place + 1];
  return line.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
}
