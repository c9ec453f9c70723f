import type { SandboxPort } from '../context/sandbox-port.ts';
import type { Environment } from '../context/surroundings.ts';

/** What a word is completed with. */
export interface CompletionParts {
  environment: Environment;
  sandbox: Pick<SandboxPort, 'modelNames' | 'models'>;
  version: string;
}

/** A word that is being typed, and where. */
export interface Asked extends CompletionParts {
  home: string;
  typed: string;
  /** The words before it. */
  line: readonly string[];
}

/** The value of a flag on a line, in either way of writing it. */
export function flagValue(flag: string, line: readonly string[]): string | undefined {
  const place = line.indexOf(flag);
  if (place !== -1) return line[place + 1];
  return line.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
}
