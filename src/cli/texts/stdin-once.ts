import { UsageError } from '../../errors/endings.ts';
import { namedPathOf } from './text-source.ts';

/** A text that may come from stdin, and its name on the command line. */
export interface TextSource {
  name: string;
  text: string | undefined;
  /** True if a bare word names a file there, so that an @ before it would be a part of the name. */
  isPath?: true;
}

/** Throws UsageError where two texts come from stdin: the second reader would find nothing there. */
export function assertStdinOnce(sources: readonly TextSource[]): void {
  const [first, second] = sources.filter(({ text }) => text !== undefined && readsStdin(text));
  if (first === undefined || second === undefined) return;
  throw new UsageError({
    code: 'stdin_twice',
    message:
      first.name === second.name
        ? `${first.name} reads stdin twice`
        : `${first.name} and ${second.name} both read stdin`,
    why: 'It can be read once.',
    hint: second.name.startsWith('--') ? asFile(second) : 'give - once',
  });
}

function asFile({ isPath, name }: TextSource): string {
  return isPath ? `give one of them as a file: ${name} FILE` : `give one of them as @file: ${name} @file`;
}

/** Tells whether a text comes from stdin, also by the system's names for it, such as `@/dev/stdin`. */
function readsStdin(text: string): boolean {
  const path = namedPathOf(text);
  return path === '-' || (path !== undefined && /^\/(dev\/stdin|(dev|proc\/self)\/fd\/0)$/.test(path));
}
